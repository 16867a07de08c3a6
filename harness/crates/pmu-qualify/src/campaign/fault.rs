//! A fault in a model that contains many.

use pmu_dut::DutError;
use pmu_rtl::{BuiltModel, SimulatedDut};

/// Seed of the random values of registers before their reset.
const SEED: u32 = 1;

/// A fault, or the absence of one.
#[derive(Clone, Copy)]
pub(crate) struct ModelFault<'m> {
    /// The model.
    pub model: &'m BuiltModel,
    /// Value of the input that selects the fault; 0 selects none.
    pub select: u32,
}

impl ModelFault<'_> {
    /// Creates a DUT with the fault.
    pub fn dut(&self) -> Result<SimulatedDut, DutError> {
        let mut dut = SimulatedDut::new(self.model, SEED)?;
        dut.select(self.select)?;
        Ok(dut)
    }
}
