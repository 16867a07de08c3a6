//! Register bits that are equal, inverse or constant in every state that the RTL can reach, found by simulation and proven by induction.
//!
//! The relations that all simulated programs satisfy are assumed for one cycle. Those that its next state may violate are dropped, until
//! all remaining ones hold in the next cycle. A counterexample of the solver drops all relations that it violates.

use crate::design::Reached;
use crate::lanes::{Simulation, LANES};
use crate::machine::{resets_at_start, Frame, Machine, State};
use crate::solver::{Answer, GraphSolver};
use golden_model_core::Pmu;
use pmu_netlist::{Graph, Literal, FALSE};
use std::collections::HashMap;

/// What holds in every state that the RTL can reach. `programs` are the frames of programs, at most 64.
pub fn reached(machine: &mut Machine, programs: &[Vec<u64>]) -> Vec<Reached> {
    let mut classes = Classes::simulated(machine, programs);
    let (state, reset) = (machine.power_on_state(), machine.frame_in_reset(&resets_at_start(machine.pmu)));
    classes.keep_proven(machine, &state, &reset);
    loop {
        machine.graph = Graph::default();
        let state = classes.state(machine);
        let frame = machine.any_frame();
        if !classes.keep_proven(machine, &state, &frame) {
            return classes.reached();
        }
    }
}

/// Frame number `at` of the program of each lane. A program that is over repeats its last frame; a lane without a program, a frame of zeros.
pub fn frames<'p>(pmu: &Pmu, programs: &'p [Vec<u64>], zeros: &'p [u64], at: usize) -> Vec<&'p [u64]> {
    let words = pmu.frame.words();
    let frame = |program: &'p Vec<u64>| program.chunks_exact(words).nth(at).or(program.chunks_exact(words).last());
    (0..LANES).map(|lane| programs.get(lane).and_then(frame).unwrap_or(zeros)).collect()
}

/// Classes of register bits that are equal or inverse.
struct Classes {
    /// The class of each bit. The bits of class 0 are constant.
    class: Vec<u32>,
    /// Whether a bit is the inverse of its class.
    inverted: Vec<bool>,
    /// The first bit of each class other than 0.
    first: HashMap<u32, usize>,
}

impl Classes {
    /// Bits with the same values in all programs.
    fn simulated(machine: &Machine, programs: &[Vec<u64>]) -> Self {
        let mut simulation = Simulation::after_reset(machine);
        let inverted: Vec<bool> = simulation.state.iter().map(|value| value & 1 == 1).collect();
        let mut classes = Self { class: vec![0; inverted.len()], inverted, first: HashMap::new() };
        let words = machine.pmu.frame.words();
        let zeros = vec![0; words];
        let longest = programs.iter().map(|program| program.len() / words).max().unwrap_or(0);
        for at in 0..=longest {
            let state = &simulation.state;
            let value = |bit: usize| state[bit] ^ u64::from(classes.inverted[bit]).wrapping_neg();
            let values: Vec<u64> = (0..state.len()).map(value).collect();
            classes.split(|bit| values[bit]);
            simulation.step(machine.input_lanes(&frames(machine.pmu, programs, &zeros, at)));
        }
        classes
    }

    /// Splits the classes of which bits have different values; returns whether there are any.
    fn split(&mut self, value: impl Fn(usize) -> u64) -> bool {
        let before = self.first.len();
        let mut numbers = HashMap::from([((0, 0), 0)]);
        self.first.clear();
        for (bit, class) in self.class.iter_mut().enumerate() {
            let fresh = numbers.len() as u32;
            *class = *numbers.entry((*class, value(bit))).or_insert(fresh);
            if *class != 0 {
                self.first.entry(*class).or_insert(bit);
            }
        }
        self.first.len() != before
    }

    /// A state in which all relations hold.
    fn state(&self, machine: &mut Machine) -> State {
        let mut state = machine.power_on_state();
        for bit in 0..state.len() {
            state[bit] = match self.relation(bit) {
                Reached::Free => state[bit],
                Reached::Constant(value) => Literal::from(value),
                Reached::Equal(other, inverted) => state[other] ^ Literal::from(inverted),
            };
        }
        state
    }

    /// Drops the relations that may not hold after a cycle; returns whether there are any.
    fn keep_proven(&mut self, machine: &mut Machine, state: &State, frame: &Frame) -> bool {
        let next = machine.run(state, frame).next;
        let mut solver = GraphSolver::default();
        let mut dropped = false;
        for bit in 0..next.len() {
            let expected = match self.relation(bit) {
                Reached::Free => continue,
                Reached::Constant(value) => Literal::from(value),
                Reached::Equal(other, inverted) => next[other] ^ Literal::from(inverted),
            };
            let differs = machine.graph.xor(next[bit], expected);
            if differs == FALSE {
                continue;
            }
            match solver.satisfy(&machine.graph, &[frame.allowed, differs]) {
                Answer::No => {}
                Answer::Yes(values) => {
                    let input = |node: Literal| values.get(&node).copied().unwrap_or(false);
                    let all = machine.graph.values(&input);
                    let inverted = self.inverted.clone();
                    let value = |bit: usize| all[next[bit] as usize / 2] ^ (next[bit] & 1 == 1) ^ inverted[bit];
                    dropped |= self.split(|bit| u64::from(value(bit)));
                }
                // What the solver cannot decide is not known.
                Answer::Open => dropped |= self.split(|other| u64::from(other == bit)),
            }
        }
        dropped
    }

    fn relation(&self, bit: usize) -> Reached {
        match self.first.get(&self.class[bit]) {
            None => Reached::Constant(self.inverted[bit]),
            Some(&first) if first == bit => Reached::Free,
            Some(&first) => Reached::Equal(first, self.inverted[first] ^ self.inverted[bit]),
        }
    }

    fn reached(&self) -> Vec<Reached> {
        (0..self.class.len()).map(|bit| self.relation(bit)).collect()
    }
}
