//! A DUT that replays recorded observations, for many runs of one program with different faults.

use harness::dut::{Dut, DutError, TiedInputs};
use std::sync::Arc;

/// The observations of a DUT in one program. A reset restarts at the first cycle.
#[derive(Clone)]
pub struct Recording {
    observations: Arc<[u64]>,
    words: usize,
    observable: Arc<[bool]>,
    tied: TiedInputs,
    /// Position of the next observation's first word.
    next: usize,
}

impl Recording {
    /// Creates a recording of observations of `dut`, each of `words` 64-bit words.
    pub(crate) fn new(observations: Vec<u64>, words: usize, dut: &impl Dut) -> Self {
        let observations = observations.into();
        Self { observations, words, observable: dut.observable().into(), tied: dut.tied_inputs().clone(), next: 0 }
    }

    /// Returns the observation of each cycle.
    pub fn observations(&self) -> impl Iterator<Item = &[u64]> {
        self.observations.chunks_exact(self.words)
    }
}

impl Dut for Recording {
    fn reset(&mut self) -> Result<(), DutError> {
        self.next = 0;
        Ok(())
    }

    /// Returns the recorded observations; the frames must be those of the recorded program.
    ///
    /// # Errors
    /// If there are more frames than recorded observations.
    fn step(&mut self, _frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        let end = self.next + observations.len();
        let recorded = self.observations.get(self.next..end);
        observations.copy_from_slice(recorded.ok_or_else(|| DutError::unusable("the recording is at its end"))?);
        self.next = end;
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.tied
    }
}
