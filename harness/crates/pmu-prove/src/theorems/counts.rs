//! In a cycle without an access, a counter keeps its count or adds a small number to it, with a carry across its whole width.

use super::words::Words;
use crate::machine::Machine;
use crate::theorem::{Execution, Source, Theorem};
use pmu_netlist::FALSE;
use pmu_results::TheoremKind;
use pmu_verify::register_id::RegisterId;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let description = &source.pmu.description;
    let words = Words::new(machine);
    let (state, frame) = (machine.free_state(), machine.free_frame());
    let next = machine.run(&state, &frame).next;
    let (before, after) = (words.at(machine, &state), words.at(machine, &next));
    let holding = source.holding(&before);
    let mut theorems = Vec::new();
    for (unit, of) in description.units.iter().enumerate() {
        for register in description.registers_of(of.kind).filter(|&register| description.registers[register].counter) {
            let Some((word, start)) = source.value_of(RegisterId { unit, register }) else { continue };
            let known = &description.registers[register];
            let range = start as usize..before.all(word).len().min((start + known.used_bits()) as usize);
            let [before, after] = [&before, &after].map(|at| &at.all(word)[range.clone()]);
            let increment = machine.graph.difference(after, before);
            let bits = source.increment_bits(unit).min(increment.len());
            theorems.push(Theorem {
                kind: TheoremKind::Counts,
                subject: format!("{}.{}", of.name, known.name),
                assumed: [&[frame.allowed][..], &holding].concat(),
                violated: increment[bits..].iter().copied().filter(|&bit| bit != FALSE).collect(),
                executions: vec![Execution { start: state.clone(), frames: vec![frame.clone()] }],
            });
        }
    }
    theorems
}
