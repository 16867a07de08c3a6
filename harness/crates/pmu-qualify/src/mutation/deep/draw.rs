//! Draws the conditions of a campaign.

use super::candidates::{Bit, Group, Kind};
use super::condition::{Condition, Form, Since};
use super::event::{Edge, Event, WriteTarget};
use pmu_results::ConditionKind;
use rand::seq::SliceRandom;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws conditions from the values of a PMU.
pub(super) struct Draw<'c> {
    groups: &'c [Group],
    targets: &'c [WriteTarget],
    rng: &'c mut Xoshiro256PlusPlus,
}

impl<'c> Draw<'c> {
    /// `groups` must have a register field or an input.
    pub fn new(groups: &'c [Group], targets: &'c [WriteTarget], rng: &'c mut Xoshiro256PlusPlus) -> Self {
        Self { groups, targets, rng }
    }

    /// A condition of this kind and level; see [`ConditionKind::levels`].
    pub fn condition(&mut self, kind: ConditionKind, level: u32) -> Condition {
        if kind == ConditionKind::Conjunction {
            return Condition::Conjunction(self.terms(level as usize));
        }
        let event = self.event();
        let since = if self.rng.gen() { Since::Reset } else { Since::PowerOn };
        let exponent = self.rng.gen_range(f64::from(level)..f64::from(kind.end(level)));
        let number = exponent.exp2().round() as u64;
        match kind {
            ConditionKind::Delay => {
                let form = if self.rng.gen() { Form::Once } else { Form::UntilNext };
                Condition::Delay { event, cycles: number, form, since }
            }
            _ => Condition::Occurrences { event, count: number, since },
        }
    }

    /// Up to `count` different bits with random values. Half of the conditions have only bits of one unit and of the PMU itself,
    /// if those are enough.
    fn terms(&mut self, count: usize) -> Vec<(Bit, bool)> {
        let usable: Vec<&Group> = self.groups.iter().filter(|group| group.kind != Kind::Hardware).collect();
        let bits = |groups: &[&Group]| groups.iter().map(|group| group.bits.len()).sum::<usize>();
        let unit = usable[self.rng.gen_range(0..usable.len())].unit;
        let local: Vec<&Group> =
            usable.iter().filter(|group| group.unit.is_none() || group.unit == unit).copied().collect();
        let from = if self.rng.gen() && bits(&local) >= count { local } else { usable };
        let count = count.min(bits(&from));
        let mut terms: Vec<(Bit, bool)> = Vec::new();
        while terms.len() < count {
            let bit = self.bit(&from);
            if terms.iter().all(|(known, _)| known != bit) {
                terms.push((bit.clone(), self.rng.gen()));
            }
        }
        terms
    }

    /// A bit of these values. State, inputs and event lines have the same probability, then each value, then each bit of it:
    /// otherwise wide counters and vectors of hundreds of event lines would suppress all else.
    fn bit<'g>(&mut self, groups: &[&'g Group]) -> &'g Bit {
        let of = |kinds: &[Kind]| -> Vec<&'g Group> {
            groups.iter().filter(|group| kinds.contains(&group.kind)).copied().collect()
        };
        let classes = [of(&[Kind::Field, Kind::Hardware]), of(&[Kind::Input]), of(&[Kind::Event])];
        let classes: Vec<_> = classes.into_iter().filter(|class| !class.is_empty()).collect();
        let class = &classes[self.rng.gen_range(0..classes.len())];
        let group = class[self.rng.gen_range(0..class.len())];
        &group.bits[self.rng.gen_range(0..group.bits.len())]
    }

    /// An event: an accepted write of any register or of one, or a change of a bit.
    fn event(&mut self) -> Event {
        match self.rng.gen_range(0..6) {
            0 => Event::Write(None),
            1 if !self.targets.is_empty() => Event::Write(self.targets.choose(self.rng).cloned()),
            _ => {
                let groups: Vec<&Group> = self.groups.iter().collect();
                let bit = self.bit(&groups).clone();
                let edge = [Edge::Rise, Edge::Fall, Edge::Either][self.rng.gen_range(0..3)];
                Event::Change { bit, edge }
            }
        }
    }
}
