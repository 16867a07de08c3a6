//! A fault in a model that contains many.

use pmu_dut::{Dut, DutError};
use pmu_rtl::{BuiltModel, SimulatedDut};

/// Seed of the random values of registers before their reset.
const SEED: u32 = 1;

/// A fault, or the absence of one.
pub(crate) trait Fault: Copy {
    /// The DUT that has it.
    type Dut: Dut;

    /// Creates a DUT with the fault.
    fn dut(&self) -> Result<Self::Dut, DutError>;

    /// Replaces the fault of a DUT of the same model by this one, from the next reset.
    fn select(&self, dut: &mut Self::Dut) -> Result<(), DutError>;

    /// Whether one model contains both faults.
    fn is_in_model_of(&self, other: &Self) -> bool;
}

/// A fault in a Verilated model.
#[derive(Clone, Copy)]
pub(crate) struct ModelFault<'m> {
    /// The model.
    pub model: &'m BuiltModel,
    /// Value of the input that selects the fault; 0 selects none.
    pub select: u32,
}

impl Fault for ModelFault<'_> {
    type Dut = SimulatedDut;

    fn dut(&self) -> Result<SimulatedDut, DutError> {
        let mut dut = SimulatedDut::new(self.model, SEED)?;
        self.select(&mut dut)?;
        Ok(dut)
    }

    fn select(&self, dut: &mut SimulatedDut) -> Result<(), DutError> {
        dut.select(self.select)
    }

    fn is_in_model_of(&self, other: &Self) -> bool {
        std::ptr::eq(self.model, other.model)
    }
}
