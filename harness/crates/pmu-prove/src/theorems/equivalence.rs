//! RTL does what the reference does, in all states that both can reach with the same inputs.

use super::differ;
use crate::machine::Machine;
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use pmu_netlist::FALSE;
use pmu_results::TheoremKind;

/// One theorem for each output, state word and part of the response that both have.
pub fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let (start, frame) = (machine.free_state(), machine.any_frame());
    let cycle = machine.run(&start, &frame);
    let mut theorems = Vec::new();
    for slot in source.pmu.observation.slots() {
        let (mut own, mut reference) = (machine.observed(&cycle, &slot.name), machine.reference(&cycle, &slot.name));
        if own.is_empty() || reference.is_empty() {
            continue;
        }
        // Bits that one of them lacks are 0.
        let width = own.len().max(reference.len());
        own.resize(width, FALSE);
        reference.resize(width, FALSE);
        let same = Violation { what: slot.name.clone(), when: FALSE };
        let violated = vec![differ(machine, &slot.name, &own, &reference).unwrap_or(same)];
        let runs = vec![Run { start: start.clone(), frames: vec![frame.clone()] }];
        let claim = Claim { assumed: vec![frame.allowed], violated, runs };
        theorems.push(Theorem::new(TheoremKind::Equivalence, &slot.name, claim));
    }
    theorems
}
