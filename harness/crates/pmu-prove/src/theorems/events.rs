//! A counter does not depend on the lines of events that it does not select, nor on those of other units.

use super::selection::{Masks, Selecting, Selection};
use super::{differ, of_each_counter, Cycles, Step};
use crate::machine::{Frame, Machine};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::Counter;
use pmu_netlist::FALSE;
use pmu_results::TheoremKind;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    of_each_counter(machine, source, Cycles::own_events)
}

impl Cycles {
    fn own_events(&self, machine: &mut Machine, source: &Source, counter: &Counter) -> Option<Theorem> {
        let Selecting { count: own, selection, mut assumed } = self.selecting(machine, source, counter)?;
        let other = self.with_other_lines(machine, source, &selection, counter.unit);
        let second = Step::new(machine, &self.start, &other, &self.after);
        let frames = [self.frame.clone(), other];
        assumed.extend(frames.iter().map(|frame| frame.allowed).chain([self.after.allowed]));
        let [one, two] = [&self.first.after, &second.after].map(|cycle| machine.observed(cycle, own));
        let violated: Vec<Violation> = differ(machine, own, &one, &two).into_iter().collect();
        let runs = frames.map(|frame| Run { start: self.start.clone(), frames: vec![frame] }).into();
        Some(Theorem::new(TheoremKind::Events, own, Claim { assumed, violated, runs }))
    }

    /// The cycle with other occurrences on the lines that are not selected.
    fn with_other_lines(&self, machine: &mut Machine, source: &Source, selection: &Selection, own: usize) -> Frame {
        let description = &source.pmu.description;
        let mut other = self.frame.clone();
        for (number, line) in description.events.lines.iter().enumerate() {
            let own = description.events.line_bits(number, own);
            let selected = selection.selects(machine, source, line, Masks::Combined);
            for at in line.slots.iter().flatten() {
                // Units may share a line, which then has a place for one of them or the same place for all.
                let is_own = own.is_none_or(|slot| slot == *at);
                let selected = if is_own { selected } else { FALSE };
                let same = machine.input_bits(&self.frame, *at);
                let free = machine.free(at.width as usize);
                let fits = machine.at_most(&free, line.max);
                other.allowed = machine.graph.and(other.allowed, fits);
                let bits = same.iter().zip(&free).map(|(&same, &free)| machine.graph.select(selected, same, free));
                let bits: Vec<_> = bits.collect();
                machine.put(&mut other, *at, &bits);
            }
        }
        other
    }
}
