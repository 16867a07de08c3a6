//! A cycle of reset ends in the reset state, from every state of every register, and regardless of all other inputs.

use crate::machine::{Frame, Machine};
use crate::theorem::{Source, Theorem};
use golden_model::description::Signal;
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_results::TheoremKind;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = Vec::new();
    for (name, resets) in resets(source) {
        let state = machine.free_state();
        let frame = in_reset(machine, &resets);
        let next = machine.run(&state, &frame).next;
        let after = machine.free_frame();
        let cycle = machine.run(&next, &after);
        let before = machine.run(&state, &frame);
        for word in &source.pmu.description.states {
            let value = machine.observed(&cycle, &word.name);
            // Nothing can be said of a word that the RTL does not have.
            if value.is_empty() {
                continue;
            }
            let violated = match is_kept(source, word, &resets) {
                true => {
                    let kept = machine.observed(&before, &word.name);
                    machine.graph.differ(&value, &kept)
                }
                false => machine.graph.is_number(&value, word.reset) ^ 1,
            };
            theorems.push(Theorem {
                kind: TheoremKind::Reset,
                name: format!("{}, {name}", word.name),
                assumed: vec![frame.allowed, after.allowed],
                violated: vec![violated],
                frames: vec![frame.clone()],
            });
        }
        if !source.pmu.description.states.iter().any(|word| is_kept(source, word, &resets)) {
            theorems.push(hidden(machine, &name, &resets));
        }
    }
    theorems
}

/// The registers that no state word shows do not depend on the state before the reset either.
fn hidden(machine: &mut Machine, name: &str, resets: &[(&str, Literal)]) -> Theorem {
    let frame = in_reset(machine, resets);
    let [one, other] = [(), ()].map(|()| {
        let start = machine.free_state();
        machine.run(&start, &frame).next
    });
    let differs = one.into_iter().zip(other).map(|(one, other)| machine.graph.xor(one, other));
    Theorem {
        kind: TheoremKind::Reset,
        name: format!("all registers, {name}"),
        assumed: vec![frame.allowed],
        violated: differs.filter(|&differs| differs != FALSE).collect(),
        frames: vec![frame],
    }
}

/// A cycle of reset with an access.
fn in_reset(machine: &mut Machine, resets: &[(&str, Literal)]) -> Frame {
    let write = machine.graph.input();
    let access = machine.free_access(write);
    let valid = machine.graph.input();
    let frame = machine.free_frame();
    let frame = machine.with_access(&frame, &access);
    let mut values = vec![("rst", TRUE), ("bus_valid", valid)];
    values.extend(resets);
    let mut frame = machine.with(&frame, &values);
    // In a cycle without an access the request is 0, as in every program.
    for name in ["bus_write", "bus_space", "bus_unit", "bus_addr", "bus_wdata"] {
        for bit in frame.values.get_mut(name).into_iter().flatten() {
            *bit = machine.graph.and(*bit, valid);
        }
    }
    frame
}

/// The kinds of reset: that before the first cycle, and those without one of its inputs that some registers survive.
fn resets<'s>(source: &'s Source) -> Vec<(String, Vec<(&'s str, Literal)>)> {
    let at_start = source.pmu.description.in_ports.iter().filter(|port| port.at_start != 0);
    let cold: Vec<_> = at_start.map(|port| (port.name.as_str(), TRUE)).collect();
    let mut resets = vec![("reset".to_owned(), cold.clone())];
    for (name, _) in &cold {
        let warm = cold.iter().map(|&(other, value)| (other, if other == *name { FALSE } else { value })).collect();
        resets.push((format!("reset with {name} = 0"), warm));
    }
    resets
}

/// Whether a state word survives a reset.
fn is_kept(source: &Source, word: &Signal, resets: &[(&str, Literal)]) -> bool {
    let register = word.register.map(|register| &source.pmu.description.registers[register].pattern);
    source.rules.reset_exceptions.iter().any(|exception| {
        let is_listed = register.is_some_and(|register| exception.registers.contains(register));
        let input = |name: &str| name.rsplit('.').next() == Some(exception.unless.as_str());
        is_listed && resets.iter().any(|&(name, value)| input(name) && value == FALSE)
    })
}
