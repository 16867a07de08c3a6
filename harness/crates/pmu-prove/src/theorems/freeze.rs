//! A frozen counter does not move, for any number of cycles.
//!
//! The proof is by induction. The freeze gives some registers a constant value. Those that keep it in every further cycle are an
//! invariant of the frozen state; all other registers are free. Under it no frozen counter may change.

use crate::lanes::lowered;
use crate::machine::{Frame, Machine, State};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use crate::GraphSolver;
use golden_model_core::description::{Input, Register, BUS_REQUEST};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_program::{Op, OpKind};
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::Freeze;
use std::collections::HashSet;

/// Number of cycles after the freeze in which a violation is looked for.
const CYCLES: usize = 6;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let Some(freeze) = &source.rules.freeze else { return Vec::new() };
    let slots = source.pmu.observation.slots();
    let is_frozen = |register: &Register| register.counter && freeze.counters.contains(&register.pattern);
    let counters = source.map.observable().filter(|(place, _)| is_frozen(source.map.register(*place)));
    let counters = counters.map(|(_, slot)| slots[slot].name.as_str());
    // Nothing can be said of a counter that is not observable.
    let counters: Vec<&str> = counters.filter(|counter| machine.width(counter) > 0).collect();
    let mut cycles = frames(machine, source, freeze);
    // The last of them is the first cycle in which the counters are frozen.
    let during = cycles.pop().unwrap_or_else(|| machine.free_frame());
    let start = machine.free_state();
    let frozen = cycles.iter().fold(start.clone(), |state, frame| machine.run(&state, frame).next);
    let state = inductive(machine, freeze, &frozen, &during);
    let mut further: Vec<Frame> = vec![during];
    for _ in 1..CYCLES {
        let frame = still(machine, freeze, &further[0]);
        further.push(frame);
    }
    let induction = values(machine, &state, &further[..2], &counters);
    let bounded = values(machine, &frozen, &further, &counters);
    let mut theorems = Vec::new();
    for (at, counter) in counters.iter().enumerate() {
        let claim = moved(machine, &induction[at], counter, &further, Run { start: state.clone(), frames: Vec::new() });
        let run = Run { start: start.clone(), frames: cycles.clone() };
        let bounded = moved(machine, &bounded[at], counter, &further, run);
        theorems.push(Theorem { bounded: vec![bounded], ..Theorem::new(TheoremKind::Frozen, counter, claim) });
    }
    theorems
}

/// The statements that freeze.
pub struct Statements<'a> {
    freeze: &'a Freeze,
    /// Their frames, and that of the first frozen cycle.
    pub frames: Vec<u64>,
    /// Positions of the inputs that they set, which are free once the counters are frozen unless they are quiet.
    pub set: HashSet<usize>,
}

impl<'a> Statements<'a> {
    /// Lowers the statements.
    pub fn new(source: &Source, freeze: &'a Freeze) -> Self {
        let mut ops = freeze.ops.clone();
        ops.push(Op { line: 0, kind: OpKind::Wait(freeze.latency + 1) });
        let frames = lowered(source.pmu, &ops, usize::MAX);
        let assignments = freeze.ops.iter().filter_map(|op| match &op.kind {
            OpKind::Set(to) => Some(to.input),
            _ => None,
        });
        let set = assignments.collect();
        Self { freeze, frames, set }
    }

    /// Whether an input could end the freeze.
    pub fn is_quiet(&self, input: &Input) -> bool {
        self.freeze.quiet.contains(&input.pattern)
    }
}

/// The inputs of the cycles that freeze and of the first frozen one, all others free.
fn frames(machine: &mut Machine, source: &Source, freeze: &Freeze) -> Vec<Frame> {
    let statements = Statements::new(source, freeze);
    let words = source.pmu.frame.words();
    let count = statements.frames.len() / words;
    let mut frames = Vec::new();
    for frame in statements.frames.chunks_exact(words) {
        let constant = machine.constant_frame(frame);
        let mut free = still(machine, freeze, &constant);
        let is_last = frames.len() + 1 == count;
        for (position, input) in source.pmu.description.inputs.iter().enumerate() {
            if !is_last && statements.set.contains(&position) {
                copy(machine, &mut free, &constant, input);
            }
        }
        for (name, _) in BUS_REQUEST {
            free.values.insert(name.to_owned(), constant.values[name].clone());
        }
        frames.push(free);
    }
    frames
}

/// Gives an input the value that it has in another cycle.
fn copy(machine: &Machine, frame: &mut Frame, from: &Frame, input: &Input) {
    let value = machine.input_bits(from, input.at);
    machine.put(frame, input.at, &value);
}

/// A cycle without an access in which the inputs that could end the freeze are as in another.
fn still(machine: &mut Machine, freeze: &Freeze, like: &Frame) -> Frame {
    let mut frame = machine.free_frame();
    let pmu = machine.pmu;
    for input in pmu.description.inputs.iter().filter(|input| freeze.quiet.contains(&input.pattern)) {
        copy(machine, &mut frame, like, input);
    }
    frame
}

/// The frozen state, with the registers that the freeze sets for good, and all others free.
fn inductive(machine: &mut Machine, freeze: &Freeze, frozen: &State, during: &Frame) -> State {
    let mut kept: Vec<Option<Literal>> = frozen.iter().map(|&bit| (bit <= TRUE).then_some(bit)).collect();
    let mut solver = GraphSolver::default();
    loop {
        let mut state = machine.free_state();
        for (bit, kept) in state.iter_mut().zip(&kept) {
            *bit = kept.unwrap_or(*bit);
        }
        let frame = still(machine, freeze, during);
        let next = machine.run(&state, &frame).next;
        let mut is_final = true;
        for (kept, next) in kept.iter_mut().zip(next) {
            let Some(value) = *kept else { continue };
            let differs = machine.graph.xor(next, value);
            if !solver.excludes(&machine.graph, &[frame.allowed, differs]) {
                *kept = None;
                is_final = false;
            }
        }
        if is_final {
            return state;
        }
    }
}

/// For each counter, its values in consecutive cycles.
fn values(machine: &mut Machine, start: &State, frames: &[Frame], counters: &[&str]) -> Vec<Vec<Vec<Literal>>> {
    let mut state = start.clone();
    let mut values = vec![Vec::new(); counters.len()];
    for frame in frames {
        let cycle = machine.run(&state, frame);
        for (values, counter) in values.iter_mut().zip(counters) {
            values.push(machine.observed(&cycle, counter));
        }
        state = cycle.next;
    }
    values
}

/// The claim that a counter does not have a second value.
fn moved(machine: &mut Machine, values: &[Vec<Literal>], counter: &str, frames: &[Frame], mut run: Run) -> Claim {
    let frames = &frames[..values.len()];
    let mut assumed: Vec<_> = run.frames.iter().map(|frame| frame.allowed).collect();
    assumed.extend(frames.iter().map(|frame| frame.allowed));
    run.frames.extend_from_slice(frames);
    let mut when = FALSE;
    for value in &values[1..] {
        let differs = machine.graph.differ(value, &values[0]);
        when = machine.graph.or(when, differs);
    }
    Claim { assumed, violated: vec![Violation { what: counter.to_owned(), when }], runs: vec![run] }
}
