//! An increment does not depend on the count, and a counter does not depend on another.

use super::{differ, selected_code, Cycles, Step};
use crate::machine::{Machine, State, WordBit};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::{Counter, Register};
use pmu_netlist::{Literal, FALSE};
use pmu_results::TheoremKind;
use pmu_verify::register_id::RegisterId;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let cycles = Cycles::new(machine);
    let mut theorems = Vec::new();
    // Nothing can be said of a word that the RTL does not have.
    let has = |slot: usize| machine.width(&source.pmu.observation.slots()[slot].name) > 0;
    let observable: Vec<_> = source.map.observable().filter(|&(_, slot)| has(slot)).collect();
    for &(place, slot) in observable.iter().filter(|(place, _)| source.map.register(*place).counter) {
        theorems.push(cycles.counts(machine, source, place, &source.pmu.observation.slots()[slot].name));
    }
    let counters = source.pmu.description.counters();
    for &(place, _) in observable.iter().filter(|(place, _)| source.map.register(*place).counter) {
        theorems.extend(cycles.bystander(machine, source, &counters, place));
    }
    theorems
}

impl Cycles {
    /// The state with other values of the lowest `width` bits of some words.
    fn other(&self, machine: &mut Machine, words: &[&str], width: usize) -> State {
        let mut start = self.start.clone();
        for bits in machine.register_bits(words) {
            for bit in bits.into_iter().take(width).filter_map(WordBit::register) {
                start[bit] = machine.graph.input();
            }
        }
        machine.restrict(&mut start);
        start
    }

    fn theorem(
        &self,
        machine: &mut Machine,
        kind: TheoremKind,
        name: &str,
        other: State,
        violated: Vec<Violation>,
    ) -> Theorem {
        let allowed = machine.graph.and(self.frame.allowed, self.after.allowed);
        let frames = vec![self.frame.clone()];
        let runs = [self.start.clone(), other].map(|start| Run { start, frames: frames.clone() });
        Theorem::new(kind, name, Claim { assumed: vec![allowed], violated, runs: runs.into() })
    }

    /// The increment of a counter is the same for all counts.
    fn counts(&self, machine: &mut Machine, source: &Source, place: RegisterId, word: &str) -> Theorem {
        let register = source.map.register(place);
        let width = count_width(register);
        if machine.first_logic(&[word]).is_some() {
            return Theorem::of_logic(TheoremKind::Counts, word, word);
        }
        let other = self.other(machine, &[word], width);
        let second = Step::new(machine, &other, &self.frame, &self.after);
        let count =
            |machine: &Machine, cycle| machine.observed(cycle, word).into_iter().take(width).collect::<Vec<_>>();
        let mut increments = Vec::new();
        let mut is_exempt = FALSE;
        let may_be_held = !source.rules.clear_while_set.is_empty();
        for step in [&self.first, &second] {
            let [before, after] = [&step.cycle, &step.after].map(|cycle| count(machine, cycle));
            increments.push(machine.graph.difference(&after, &before));
            if source.rules.saturates(register) {
                let full = machine.graph.all(after.iter().copied());
                is_exempt = machine.graph.or(is_exempt, full);
            }
            if may_be_held {
                let zero = machine.graph.any(after.iter().copied()) ^ 1;
                is_exempt = machine.graph.or(is_exempt, zero);
            }
        }
        let differs = machine.graph.differ(&increments[0], &increments[1]);
        let when = machine.graph.and(differs, is_exempt ^ 1);
        let violated = vec![Violation { what: word.to_owned(), when }];
        self.theorem(machine, TheoremKind::Counts, word, other, violated)
    }

    /// No other counter depends on the value of a counter and on what it counts.
    fn bystander(
        &self,
        machine: &mut Machine,
        source: &Source,
        counters: &[Counter],
        of: RegisterId,
    ) -> Option<Theorem> {
        // A select register that several counters share belongs to none of them.
        let select = counters.iter().find(|counter| (counter.unit, counter.register) == (of.unit, of.register));
        let sharers =
            |select: usize| counters.iter().filter(|other| (other.unit, other.select) == (of.unit, select)).count();
        let select = select.map(|counter| counter.select).filter(|&select| sharers(select) == 1);
        let slots = source.pmu.observation.slots();
        let slot = |register| source.map.slot(RegisterId { unit: of.unit, register });
        let own: Vec<&str> = [Some(of.register), select]
            .into_iter()
            .flatten()
            .filter_map(slot)
            .map(|slot| slots[slot].name.as_str())
            .collect();
        if let Some(word) = machine.first_logic(&own) {
            return Some(Theorem::of_logic(TheoremKind::Bystander, own[0], word));
        }
        let other = self.other(machine, &own, usize::MAX);
        let second = Step::new(machine, &other, &self.frame, &self.after);
        let is_coupled = self.coupling(machine, source, &second);
        let (mut violated, mut has_others) = (Vec::new(), false);
        let victims =
            source.map.observable().map(|(place, slot)| (place, source.pmu.observation.slots()[slot].name.as_str()));
        for (place, word) in victims.filter(|(_, word)| !own.contains(word)) {
            if machine.width(word) == 0 {
                continue;
            }
            let of_counter = |counter: &&Counter| {
                counter.unit == place.unit && [counter.register, counter.select].contains(&place.register)
            };
            let counter = counters.iter().find(of_counter);
            if counter.is_none() && !source.map.register(place).counter {
                continue;
            }
            has_others = true;
            let taps = counter.map_or(FALSE, |counter| self.taps(machine, source, counter, [&self.first, &second]));
            let [one, two] = [&self.first.after, &second.after].map(|cycle| machine.observed(cycle, word));
            violated.extend(differ(machine, word, &one, &two).map(|of| {
                let free = machine.graph.or(taps, is_coupled);
                Violation { when: machine.graph.and(of.when, free ^ 1), ..of }
            }));
        }
        has_others.then(|| self.theorem(machine, TheoremKind::Bystander, own[0], other, violated))
    }

    /// Whether an output or state word differs through which one counter may affect another.
    fn coupling(&self, machine: &mut Machine, source: &Source, second: &Step) -> Literal {
        let mut differs = FALSE;
        for slot in source.pmu.observation.slots().iter().filter(|slot| source.rules.is_coupled(&slot.name)) {
            for cycles in [[&self.first.cycle, &second.cycle], [&self.first.after, &second.after]] {
                let [one, two] = cycles.map(|cycle| machine.observed(cycle, &slot.name));
                let here = machine.graph.differ(&one, &two);
                differs = machine.graph.or(differs, here);
            }
        }
        differs
    }

    /// Whether a counter counts what another one counts.
    fn taps(&self, machine: &mut Machine, source: &Source, counter: &Counter, steps: [&Step; 2]) -> Literal {
        let select = RegisterId { unit: counter.unit, register: counter.select };
        let pattern = &source.map.register(select).pattern;
        let mut taps = FALSE;
        for tap in source.rules.taps.iter().filter(|tap| tap.register == *pattern) {
            for step in steps {
                let Some(code) = selected_code(machine, source, select, &step.cycle) else { continue };
                let selected = machine.graph.is_number(&code, tap.event);
                taps = machine.graph.or(taps, selected);
            }
        }
        taps
    }
}

/// Width of a count, which may be in several fields, such as `cnt_msb` and `cnt_lsb`.
pub(super) fn count_width(register: &Register) -> usize {
    let stem = |name: &str| name.split('_').next().map(str::to_owned);
    let mut fields = register.fields.iter().rev();
    let Some(lowest) = fields.next() else { return 0 };
    let more = fields.take_while(|field| stem(&field.name) == stem(&lowest.name));
    more.fold(lowest.low + lowest.width, |width, field| width + field.width) as usize
}
