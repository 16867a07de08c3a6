//! A DUT whose frames and observations are observed.

use pmu_dut::{Dut, DutError, TiedInputs};
use pmu_rtl::SimulatedDut;

/// Receives each cycle of a DUT.
pub(super) trait Observer: Send {
    /// The DUT is reset; cycle 0 follows.
    fn reset(&mut self);

    /// A cycle.
    fn cycle(&mut self, frame: &[u64], observation: &[u64]);
}

/// A DUT with an observer.
pub(super) struct ObservedDut<O> {
    pub dut: SimulatedDut,
    pub observer: O,
    /// Words of a frame and of an observation.
    pub words: (usize, usize),
}

impl<O: Observer> Dut for ObservedDut<O> {
    fn reset(&mut self) -> Result<(), DutError> {
        self.observer.reset();
        self.dut.reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        self.dut.step(frames, observations)?;
        let cycles = frames.chunks_exact(self.words.0).zip(observations.chunks_exact(self.words.1));
        cycles.for_each(|(frame, observation)| self.observer.cycle(frame, observation));
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        self.dut.observable()
    }

    fn tied_inputs(&self) -> &TiedInputs {
        self.dut.tied_inputs()
    }
}
