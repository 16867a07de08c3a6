//! A cycle of reset ends in the reset state, from every state of every register, and regardless of all other inputs.

use crate::machine::{resets_at_start, Machine};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::Signal;
use pmu_netlist::{Literal, FALSE};
use pmu_results::TheoremKind;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = Vec::new();
    for (name, resets) in resets(source) {
        let state = machine.power_on_state();
        let frame = machine.frame_in_reset(&resets);
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
            let claim = Claim {
                assumed: vec![frame.allowed, after.allowed],
                violated: vec![Violation { what: word.name.clone(), when: violated }],
                runs: vec![Run { start: state.clone(), frames: vec![frame.clone()] }],
            };
            theorems.push(at_power_on(&format!("{}, {name}", word.name), claim));
        }
        if !source.pmu.description.states.iter().any(|word| is_kept(source, word, &resets)) {
            theorems.push(hidden(machine, &name, &resets));
        }
    }
    theorems
}

/// The registers that no state word shows do not depend on the state before the reset and on its inputs either.
fn hidden(machine: &mut Machine, name: &str, resets: &[(&str, Literal)]) -> Theorem {
    let frames = [(), ()].map(|()| machine.frame_in_reset(resets));
    let states = [(), ()].map(|()| machine.power_on_state());
    let [one, other] = [0, 1].map(|number: usize| machine.run(&states[number], &frames[number]).next);
    let mut violated = Vec::new();
    for ((one, other), register) in one.into_iter().zip(other).zip(&machine.design.registers) {
        let when = machine.graph.xor(one, other);
        if when != FALSE {
            violated.push(Violation { what: register.name.clone(), when });
        }
    }
    let assumed = frames.iter().map(|frame| frame.allowed).collect();
    let runs = states.into_iter().zip(frames).map(|(start, frame)| Run { start, frames: vec![frame] }).collect();
    at_power_on(&format!("all registers, {name}"), Claim { assumed, violated, runs })
}

/// A reset begins in any state, that at power-on included.
fn at_power_on(name: &str, claim: Claim) -> Theorem {
    Theorem { at_power_on: true, ..Theorem::new(TheoremKind::Reset, name, claim) }
}

/// The kinds of reset: that before the first cycle, and those without one of its inputs that some registers survive.
fn resets<'s>(source: &'s Source) -> Vec<(String, Vec<(&'s str, Literal)>)> {
    let cold = resets_at_start(source.pmu);
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
