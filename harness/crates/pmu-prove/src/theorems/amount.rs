//! In a cycle without an access, a counter moves by the occurrences of the events that it selects, by one, or not at all.

use super::counters::count_width;
use super::selection::{Masks, Selecting, Selection};
use super::{not_held, of_each_counter, Cycles};
use crate::machine::Machine;
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::Counter;
use pmu_netlist::{Literal, FALSE};
use pmu_results::TheoremKind;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    of_each_counter(machine, source, Cycles::amount)
}

impl Cycles {
    /// A threshold, an inversion or an edge detector makes one of any number of occurrences. A filter or a freeze makes none of them.
    fn amount(&self, machine: &mut Machine, source: &Source, counter: &Counter) -> Option<Theorem> {
        let Selecting { count, selection, mut assumed } = self.selecting(machine, source, counter)?;
        let register = &source.pmu.description.registers[counter.register];
        let width = count_width(register);
        let [before, after] = [&self.first.cycle, &self.first.after]
            .map(|cycle| machine.observed(cycle, count).into_iter().take(width).collect::<Vec<_>>());
        let increment = machine.graph.difference(&after, &before);
        let more_than_one = machine.graph.any(increment.iter().skip(1).copied().collect::<Vec<_>>());
        let mut when = more_than_one;
        for masks in [Masks::Combined, Masks::Exact] {
            let occurrences = self.occurrences(machine, source, &selection, masks, counter.unit, increment.len());
            let differs = machine.graph.differ(&increment, &occurrences);
            let exceeds = match source.rules.largest_increment_of(register) {
                Some(largest) => {
                    let is_largest = machine.graph.is_number(&increment, largest);
                    let fits = machine.at_most(&occurrences, largest);
                    machine.graph.and(is_largest, fits ^ 1)
                }
                None => FALSE,
            };
            let is_other = machine.graph.and(differs, exceeds ^ 1);
            when = machine.graph.and(when, is_other);
        }
        if source.rules.saturates(register) {
            let full = machine.graph.all(after.iter().copied());
            when = machine.graph.and(when, full ^ 1);
        }
        assumed.extend(not_held(machine, source, &self.first.cycle));
        assumed.extend([self.frame.allowed, self.after.allowed]);
        let violated = vec![Violation { what: count.to_owned(), when }];
        let runs = vec![Run { start: self.start.clone(), frames: vec![self.frame.clone()] }];
        Some(Theorem::new(TheoremKind::Amount, count, Claim { assumed, violated, runs }))
    }

    /// The number of occurrences on the lines that a unit selects.
    fn occurrences(
        &self,
        machine: &mut Machine,
        source: &Source,
        selection: &Selection,
        masks: Masks,
        unit: usize,
        width: usize,
    ) -> Vec<Literal> {
        let mut sum = vec![FALSE; width];
        let events = &source.pmu.description.events;
        for (at, line) in events.lines.iter().enumerate() {
            // A line of a unit without counters is that of all others.
            let of_unit = events.line_bits(at, unit);
            let Some(at) = of_unit.or_else(|| line.slots.iter().flatten().next().copied()) else { continue };
            let selected = selection.selects(machine, source, line, masks);
            let bits = machine.input_bits(&self.frame, at);
            let bits: Vec<_> = bits.into_iter().map(|bit| machine.graph.and(bit, selected)).collect();
            sum = machine.graph.sum(&sum, &bits);
        }
        sum
    }
}
