//! A DUT whose mutant acts in some cycles only.

use super::activity::Activity;
use crate::campaign::{Fault, ModelFault};
use pmu_dut::{Dut, DutError, TiedInputs};
use pmu_rtl::SimulatedDut;

/// A mutant that acts in the cycles of an activity.
#[derive(Clone, Copy)]
pub(super) struct ConditionalFault<'m> {
    /// The mutant.
    pub fault: ModelFault<'m>,
    /// The cycles of the program.
    pub activity: &'m Activity,
    /// Words of a frame and of an observation.
    pub words: (usize, usize),
}

impl<'m> Fault for ConditionalFault<'m> {
    type Dut = ConditionalDut<'m>;

    fn dut(&self) -> Result<ConditionalDut<'m>, DutError> {
        let dut = ModelFault { select: 0, ..self.fault }.dut()?;
        Ok(ConditionalDut { dut, fault: *self, cycle: 0 })
    }

    fn select(&self, dut: &mut ConditionalDut<'m>) -> Result<(), DutError> {
        dut.fault = *self;
        Ok(())
    }

    fn is_in_model_of(&self, other: &Self) -> bool {
        self.fault.is_in_model_of(&other.fault)
    }
}

/// The DUT.
pub(super) struct ConditionalDut<'m> {
    dut: SimulatedDut,
    fault: ConditionalFault<'m>,
    /// The next cycle of the program.
    cycle: u64,
}

impl ConditionalDut<'_> {
    /// Selects the mutant, or none.
    fn activate(&mut self, active: bool) -> Result<(), DutError> {
        self.dut.select(if active { self.fault.fault.select } else { 0 })
    }
}

impl Dut for ConditionalDut<'_> {
    fn reset(&mut self) -> Result<(), DutError> {
        self.cycle = 0;
        self.activate(self.fault.activity.in_reset())?;
        self.dut.reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        let (frame_words, words) = self.fault.words;
        let total = observations.len() / words;
        let mut done = 0;
        while done < total {
            let (active, until) = self.fault.activity.at(self.cycle);
            let count = (until - self.cycle).min((total - done) as u64) as usize;
            self.activate(active)?;
            let (from, to) = (done, done + count);
            let observed = &mut observations[from * words..to * words];
            self.dut.step(&frames[from * frame_words..to * frame_words], observed).map_err(|error| match error {
                DutError::Ended { cycles, text } => DutError::Ended { cycles: from + cycles, text },
                other => other,
            })?;
            self.cycle += count as u64;
            done = to;
        }
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        self.dut.observable()
    }

    fn tied_inputs(&self) -> &TiedInputs {
        self.dut.tied_inputs()
    }
}
