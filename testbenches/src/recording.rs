//! A device that repeats what another one answered, for many runs of one program with different faults.

use harness::dut::{Dut, DutError, TiedInputs};
use std::sync::Arc;

/// The answers of a device to one program. A clone starts from the program's first clock again after a reset.
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
    /// The recording of these observations of `device`, `words` words each.
    pub(crate) fn new(observations: Vec<u64>, words: usize, dut: &impl Dut) -> Self {
        let observations = observations.into();
        Self { observations, words, observable: dut.observable().into(), tied: dut.tied_inputs().clone(), next: 0 }
    }

    /// The observations, clock by clock.
    pub fn observations(&self) -> impl Iterator<Item = &[u64]> {
        self.observations.chunks_exact(self.words)
    }
}

impl Dut for Recording {
    fn reset(&mut self) -> Result<(), DutError> {
        self.next = 0;
        Ok(())
    }

    /// Answers as recorded; the frames must be those of the recorded program.
    fn step(&mut self, _frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        let end = self.next + observations.len();
        let recorded = self.observations.get(self.next..end);
        observations.copy_from_slice(recorded.ok_or_else(|| DutError("the recording is at its end".to_owned()))?);
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
