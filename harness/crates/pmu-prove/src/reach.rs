//! Programs that lead from reset to a state.

use crate::fewest::fewest_ones;
use crate::machine::{Frame, Machine, State};
use crate::solver::{Answer, GraphSolver};
use crate::theorem::{Claim, Source, Violation};
use golden_model_core::description::BUS_REQUEST;
use golden_model_core::Pmu;
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_program::{lift, Op, Program};
use std::collections::BTreeMap;

/// Largest number of cycles with all inputs free.
const FREE: usize = 4;

/// Largest number of gates that the writes to all registers may copy.
const GATES: usize = 8_000_000;

/// Cycles that lead from reset to states.
struct Prefix {
    state: State,
    frames: Vec<Frame>,
    allowed: Literal,
    /// The request after them.
    held: Request,
}

/// The request of the latest access, by the names of its parts. In programs it stays on the port, and the data in reads.
#[derive(Clone)]
struct Request(BTreeMap<&'static str, Vec<Literal>>);

impl Request {
    /// Whether the free parts of a request that a frame does not drive are as before. It becomes the request of the frame.
    fn keeps(&mut self, machine: &mut Machine, frame: &Frame) -> Literal {
        let valid = frame.values["bus_valid"][0];
        let written = machine.graph.and(valid, frame.values["bus_write"][0]);
        let mut keeps = TRUE;
        for (name, held) in &mut self.0 {
            let own = &frame.values[*name];
            let driven = if *name == "bus_wdata" { written } else { valid };
            if own.iter().any(|&bit| bit > TRUE) {
                let differs = machine.graph.differ(own, held);
                let changes = machine.graph.and(differs, driven ^ 1);
                keeps = machine.graph.and(keeps, changes ^ 1);
            }
            for (held, &own) in held.iter_mut().zip(own) {
                *held = machine.graph.select(driven, own, *held);
            }
        }
        keeps
    }
}

/// Number of clauses that the solver may learn for one way to reach a state.
const BUDGET: u64 = 5_000;

/// Programs that lead to the states of counterexamples.
pub struct Reach {
    /// For each way to reach a state, cycles for each of two runs.
    prefixes: Vec<[Prefix; 2]>,
    solver: GraphSolver,
}

impl Default for Reach {
    fn default() -> Self {
        Self { prefixes: Vec::new(), solver: GraphSolver::limited_to(BUDGET) }
    }
}

impl Reach {
    /// Finds programs whose last cycles are those of the claim's runs and violate it.
    pub fn find(
        &mut self,
        machine: &mut Machine,
        source: &Source,
        claim: &Claim,
        violation: &Violation,
    ) -> Option<Vec<Program>> {
        if self.prefixes.is_empty() {
            self.prefixes = prefixes(machine, source);
        }
        self.solver.renew();
        // Runs from the same state have the same cycles before it.
        let is_one = claim.runs.iter().all(|run| run.start == claim.runs[0].start);
        for [first, second] in &self.prefixes {
            let way = [first, if is_one { first } else { second }];
            let mut question = claim.assumed.clone();
            question.push(violation.when);
            for (run, prefix) in claim.runs.iter().zip(way) {
                question.push(prefix.allowed);
                let differs = machine.graph.differ(&run.start, &prefix.state);
                question.push(differs ^ 1);
                let mut held = prefix.held.clone();
                question.extend(run.frames.iter().map(|frame| held.keeps(machine, frame)));
            }
            let Answer::Yes(values) = self.solver.satisfy(&machine.graph, &question) else { continue };
            let values = fewest_ones(&machine.graph, &question, &values);
            let programs = claim.runs.iter().zip(way).map(|(run, prefix)| {
                let frames = prefix.frames.iter().chain(&run.frames);
                let frames: Vec<u64> = frames.flat_map(|frame| machine.concrete(frame, &values)).collect();
                program(source, &frames)
            });
            if let Some(programs) = programs.collect::<Option<Vec<_>>>() {
                return Some(programs);
            }
        }
        None
    }
}

/// A program with these frames and two more cycles, in which the last change is visible.
fn program(source: &Source, frames: &[u64]) -> Option<Program> {
    let pmu = source.pmu;
    let words = pmu.frame.words();
    let mut frames = frames.to_vec();
    let mut last = frames[frames.len() - words..].to_vec();
    ["rst", "bus_valid"].iter().for_each(|name| pmu.frame.slot(name).set(&mut last, 0));
    frames.extend([&last[..], &last].concat());
    // Without an access the request stays as it was, and in a read the data.
    let request = BUS_REQUEST.iter().skip(1).map(|(name, _)| pmu.frame.slot(name));
    for slot in request {
        let mut held = 0;
        for frame in frames.chunks_exact_mut(words) {
            let value = |name: &str| pmu.frame.slot(name).get(frame) == 1;
            match value("bus_valid") && (slot.name != "bus_wdata" || value("bus_write")) {
                true => held = slot.get(frame),
                false => slot.set(frame, held),
            }
        }
    }
    Some(generated(pmu, lift(pmu, &frames)?))
}

/// A program with these operations.
pub fn generated(pmu: &Pmu, ops: Vec<Op>) -> Program {
    let id = pmu.description.id.clone();
    Program { name: String::new(), file: None, pmu: id, covers: Vec::new(), requires: Vec::new(), power_on: 0, ops }
}

/// Free cycles after reset, and writes of free data to all registers with free cycles after them.
fn prefixes(machine: &mut Machine, source: &Source) -> Vec<[Prefix; 2]> {
    let mut prefixes = Vec::new();
    let pair = |machine: &mut Machine, make: &dyn Fn(&mut Machine) -> Prefix| [(); 2].map(|()| make(machine));
    for cycles in 0..=FREE.min(2) {
        prefixes.push(pair(machine, &|machine| reset(machine, source).with_free(machine, cycles)));
    }
    let registers = source.map.paths.iter().filter(|path| path.path == 0).count();
    if registers * machine.design.logic.gate_count() <= GATES {
        for cycles in 0..FREE {
            prefixes.push(pair(machine, &|machine| {
                reset(machine, source).with_writes(machine, source).with_free(machine, cycles)
            }));
        }
    }
    for cycles in 3..=FREE {
        prefixes.push(pair(machine, &|machine| reset(machine, source).with_free(machine, cycles)));
    }
    prefixes
}

/// The state after the reset before the first cycle.
fn reset(machine: &mut Machine, source: &Source) -> Prefix {
    // A register that no reset initializes has a random value, as in a simulation, which a program cannot choose. With any other value
    // than 0 a violation might need no more than the power-on state.
    let start = vec![FALSE; machine.design.registers.len()];
    let frame = machine.constant_frame(&source.pmu.description.reset_frame());
    let held = BUS_REQUEST.iter().skip(1).map(|&(name, width)| (name, vec![FALSE; width as usize])).collect();
    Prefix { state: machine.run(&start, &frame).next, frames: Vec::new(), allowed: TRUE, held: Request(held) }
}

impl Prefix {
    fn push(&mut self, machine: &mut Machine, frame: Frame) {
        self.state = machine.run(&self.state, &frame).next;
        let keeps = self.held.keeps(machine, &frame);
        let allowed = machine.graph.and(keeps, frame.allowed);
        self.allowed = machine.graph.and(self.allowed, allowed);
        self.frames.push(frame);
    }

    fn with_free(mut self, machine: &mut Machine, cycles: usize) -> Self {
        for _ in 0..cycles {
            let frame = machine.any_frame();
            self.push(machine, frame);
        }
        self
    }

    /// Writes free data to each register.
    fn with_writes(mut self, machine: &mut Machine, source: &Source) -> Self {
        let idle = machine.constant_frame(&source.pmu.description.initial_frame());
        let registers: Vec<_> =
            source.map.paths.iter().filter(|path| path.path == 0).map(|path| path.register).collect();
        for register in registers {
            for path in source.map.usual_paths(register) {
                if source.map.access_path(path).read_only {
                    continue;
                }
                let access = machine.written_access(&source.map.access(path, None));
                let frame = machine.with_access(&idle, &access);
                self.push(machine, frame);
            }
        }
        self
    }
}
