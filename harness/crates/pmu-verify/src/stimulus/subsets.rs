//! Subsets of the counters, which are to overflow together.

use super::Writer;
use rand::seq::SliceRandom;
use rand::Rng;

/// Number of counters of most subsets. More take many cycles to set up.
const MOST: usize = 16;

/// Share of the subsets that may be larger.
const UNLIMITED: f64 = 0.15;

/// Number of counters from which most subsets are pairs.
const MANY: usize = 8;

/// Share of the subsets that have a counter of each unit of one kind, if there are several.
const ACROSS: f64 = 0.1;

/// Share of the subsets that are adjacent counters: RTL often combines them group by group.
const ADJACENT: f64 = 0.15;

/// Share of the subsets to which counters of fixed events may belong.
const FIXED: f64 = 0.4;

/// A counter that is set up to overflow.
#[derive(Clone, Copy)]
pub(super) struct Armed {
    pub unit: usize,
    pub counter: usize,
    /// The register that selects its event; `None` for a fixed event.
    pub select: Option<usize>,
}

impl Writer<'_, '_> {
    /// A subset of the counters of one unit or of several: two, three, adjacent ones, one of each unit, all, all except one, or any.
    pub(super) fn subset(&mut self) -> Vec<Armed> {
        let unit = self.unit();
        let has_fixed = self.generator.targets.kinds.iter().any(|kind| !kind.fixed.is_empty());
        let has_fixed = has_fixed && self.rng.gen_bool(FIXED);
        let alike = &self.generator.targets.kinds[self.kind_of(unit)].units;
        if alike.len() > 1 && self.rng.gen_bool(ACROSS) {
            return self.across(alike, has_fixed);
        }
        if self.rng.gen_bool(ADJACENT) {
            let counters = self.counters(unit, has_fixed);
            return self.adjacent(&counters);
        }
        let units = if self.rng.gen_bool(0.7) { vec![unit] } else { self.knobs.units.clone() };
        let mut counters: Vec<Armed> = units.iter().flat_map(|&unit| self.counters(unit, has_fixed)).collect();
        counters.shuffle(&mut self.rng);
        let all = counters.len();
        let count = match self.rng.gen_range(0..20) {
            0..=6 => 2,
            // There are many pairs of many counters.
            7..=17 if all > MANY && self.rng.gen_bool(0.6) => 2,
            7..=10 => 3,
            11..=14 => all,
            15..=17 => all.saturating_sub(1),
            _ => self.rng.gen_range(0..=all),
        };
        counters.truncate(if self.rng.gen_bool(UNLIMITED) { count } else { count.min(MOST) });
        counters
    }

    /// A group of adjacent counters, as many as a power of two.
    fn adjacent(&mut self, counters: &[Armed]) -> Vec<Armed> {
        let Some(largest) = counters.len().checked_ilog2() else { return Vec::new() };
        let size = 1 << self.rng.gen_range(1.min(largest)..=largest);
        let groups: Vec<&[Armed]> = counters.chunks(size).collect();
        groups.choose(&mut self.rng).map_or_else(Vec::new, |group| group.to_vec())
    }

    /// A counter of each of most of these units: the same of all, or any.
    fn across(&mut self, units: &[usize], has_fixed: bool) -> Vec<Armed> {
        let is_same = self.rng.gen();
        let least = if self.rng.gen() { units.len() } else { 2 };
        let amount = self.rng.gen_range(least..=units.len());
        let mut first = None;
        let mut counters = Vec::new();
        for &unit in units.choose_multiple(&mut self.rng, amount) {
            let of_unit = self.counters(unit, has_fixed);
            if of_unit.is_empty() {
                break;
            }
            let own = self.rng.gen_range(0..of_unit.len());
            let number = if is_same { *first.get_or_insert(own) } else { own };
            counters.push(of_unit[number]);
        }
        counters.truncate(MOST);
        counters
    }

    /// The counters of a unit that software can write, with those of fixed events or without.
    fn counters(&self, unit: usize, has_fixed: bool) -> Vec<Armed> {
        let kind = &self.generator.targets.kinds[self.kind_of(unit)];
        let selecting = kind.counters.iter().map(|&(counter, select)| Armed { unit, counter, select: Some(select) });
        let fixed = kind.fixed.iter().filter(|_| has_fixed);
        selecting.chain(fixed.map(|&counter| Armed { unit, counter, select: None })).collect()
    }

    fn kind_of(&self, unit: usize) -> usize {
        self.generator.pmu.description.units[unit].kind
    }
}
