//! A DUT with falsified observations, which shows that a check can fail.

use super::{Dut, DutError};
use super::{PortTiming, TiedInputs};
use golden_model_core::Slot;

/// The fault in the observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Every bit of every slot is inverted.
    Scrambled,
    /// One slot always has this value.
    Stuck {
        /// The slot.
        slot: Slot,
        /// Its value.
        value: u64,
    },
    /// One slot is inverted wherever it is not 0.
    Garbage {
        /// The slot.
        slot: Slot,
    },
}

/// A DUT with a fault in its observations.
pub struct FaultInjectedDut<D> {
    inner: D,
    observation_words: usize,
    fault: Fault,
}

impl<D: Dut> FaultInjectedDut<D> {
    /// Adds `fault` to the observations of `inner`, which have `observation_words` words.
    pub fn new(inner: D, observation_words: usize, fault: Fault) -> Self {
        Self { inner, observation_words, fault }
    }
}

impl<D: Dut> Dut for FaultInjectedDut<D> {
    fn power_on(&mut self, seed: u32) -> Result<(), DutError> {
        self.inner.power_on(seed)
    }

    fn reset(&mut self) -> Result<(), DutError> {
        self.inner.reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        // If the RTL ends the simulation, the observations of the cycles before are falsified too.
        let done = self.inner.step(frames, observations);
        for observation in observations.chunks_exact_mut(self.observation_words) {
            match &self.fault {
                Fault::Scrambled => observation.iter_mut().for_each(|word| *word = !*word),
                Fault::Stuck { slot, value } => slot.set(observation, *value),
                Fault::Garbage { slot } => {
                    let value = slot.get(observation);
                    if value != 0 {
                        slot.set(observation, !value);
                    }
                }
            }
        }
        done
    }

    fn observable(&self) -> &[bool] {
        self.inner.observable()
    }

    fn tied_inputs(&self) -> &TiedInputs {
        self.inner.tied_inputs()
    }

    fn timing(&self) -> PortTiming {
        self.inner.timing()
    }
}
