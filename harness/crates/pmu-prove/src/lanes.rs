//! Simulation of a design with 64 programs at the same time, one in each bit of a word, and the frames of programs.

use crate::machine::Machine;
use golden_model_core::Pmu;
use pmu_program::{Batch, Lowering, Op};

/// Number of programs.
pub const LANES: usize = u64::BITS as usize;

/// A simulation.
pub struct Simulation<'m> {
    machine: &'m Machine<'m>,
    /// The registers.
    pub state: Vec<u64>,
}

impl<'m> Simulation<'m> {
    /// Starts with the reset before the first cycle. At power-on, registers are 0.
    pub fn after_reset(machine: &'m Machine<'m>) -> Self {
        let mut simulation = Self { machine, state: vec![0; machine.design.registers.len()] };
        let reset = machine.pmu.description.reset_frame();
        simulation.step(machine.input_lanes(&[&reset[..]; LANES]));
        simulation
    }

    /// Runs a cycle and returns the outputs of the logic. `inputs` are those of [`Machine::input_lanes`].
    pub fn step(&mut self, mut inputs: Vec<u64>) -> Vec<u64> {
        let design = self.machine.design;
        design.registers.iter().zip(&self.state).for_each(|(bit, &value)| inputs[bit.value] = value);
        let outputs = design.logic.evaluate(&inputs);
        self.state = design.registers.iter().map(|bit| outputs[bit.next]).collect();
        outputs
    }
}

/// The frames of the operations of a program, at least `cycles` of them if it is that long.
pub fn lowered(pmu: &Pmu, ops: &[Op], cycles: usize) -> Vec<u64> {
    let (mut batch, mut lowering) = (Batch::default(), Lowering::new(pmu, ops));
    let (mut frames, words) = (Vec::new(), pmu.frame.words());
    while frames.len() / words < cycles && lowering.next_batch(&mut batch, 64) {
        frames.extend_from_slice(&batch.frames);
    }
    frames
}
