//! Lockstep cycle by cycle, for stimulus that depends on what the DUT answers.

use super::{diagnosis, Lockstep};
use pmu_dut::{Dut, DutError};
use pmu_program::Batch;

/// DUT and golden model after a reset, with one frame for each step.
///
/// The golden model receives the same frames as the DUT and nothing else of it.
pub struct LiveLockstep<'p, D> {
    lockstep: Lockstep<'p, D>,
    batch: Batch,
    before: Option<diagnosis::LastCycle>,
}

/// Result of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Every compared value is equal.
    Equal,
    /// A value differs, or the RTL ended the simulation. No step may follow.
    Failed,
}

impl<'p, D: Dut> LiveLockstep<'p, D> {
    /// Resets both sides. `power_on` is that of a program.
    ///
    /// # Errors
    /// If the DUT is unusable, its register port does not answer in the cycle of an access, or the RTL ends the simulation in its
    /// reset.
    pub fn begin(mut lockstep: Lockstep<'p, D>, power_on: u32) -> Result<Self, DutError> {
        if !lockstep.pair.dut.timing().is_one_cycle() {
            return Err(DutError::unusable(
                "software in the loop needs a register port that answers in each cycle, without [bus] in the port map",
            ));
        }
        if let Some(ended) = lockstep.pair.reset(power_on)? {
            return Err(DutError::unusable(format!("the RTL ends the simulation in its reset: {}", ended.text)));
        }
        lockstep.masks.reset();
        lockstep.scoreboard.hide(&lockstep.masks);
        let batch = Batch { ops: vec![0], ..Batch::default() };
        Ok(Self { lockstep, batch, before: None })
    }

    /// Runs one cycle with this frame on both sides and compares all values.
    ///
    /// # Errors
    /// If the DUT stops with an error.
    pub fn step(&mut self, frame: &[u64]) -> Result<Step, DutError> {
        self.batch.frames.clear();
        self.batch.frames.extend_from_slice(frame);
        let tied = self.lockstep.pair.dut.tied_inputs();
        tied.apply(&mut self.batch.frames, frame.len());
        let failed = self.lockstep.step_frames(&self.batch, &mut self.before)?;
        self.batch.start += 1;
        Ok(if failed.is_some() { Step::Failed } else { Step::Equal })
    }

    /// Number of cycles that have run.
    pub fn cycles(&self) -> u64 {
        self.batch.start
    }

    /// The frame of the last cycle, with the values of tied inputs.
    pub fn frame(&self) -> &[u64] {
        &self.batch.frames
    }

    /// The observation of the DUT in the last cycle; empty if the RTL ended the simulation in it.
    pub fn observation(&self) -> &[u64] {
        &self.lockstep.pair.actual
    }

    /// For each slot of the observation, whether it is observable on the DUT.
    pub fn observable(&self) -> &[bool] {
        self.lockstep.pair.dut.observable()
    }

    /// Ends the steps.
    pub fn into_lockstep(self) -> Lockstep<'p, D> {
        self.lockstep
    }
}
