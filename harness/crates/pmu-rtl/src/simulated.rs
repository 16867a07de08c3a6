//! A Verilated model as the DUT.

use super::built::BuiltModel;
use pmu_dut::{Dut, DutError, TiedInputs, TracingDut};
use std::path::Path;

/// Cycles with reset before a program starts.
const RESET_CYCLES: usize = 2;

/// A Verilated model.
pub struct SimulatedDut {
    model: verilated::Model,
    observable: Vec<bool>,
    tied: TiedInputs,
    select: Option<String>,
}

/// The error of a DUT whose model has stopped.
pub fn stopped(error: verilated::Error) -> DutError {
    DutError(error.to_string())
}

impl SimulatedDut {
    /// Loads a model. Registers start with random values of `seed` until they are reset.
    pub fn new(built: &BuiltModel, seed: u32) -> Result<Self, DutError> {
        let model = built.open().and_then(|library| library.context(seed)?.model()).map_err(stopped)?;
        Ok(Self { model, observable: built.compared.clone(), tied: built.tied.clone(), select: built.select.clone() })
    }

    /// Selects one of the behaviours in the model, from the next reset: `select` in its `rtl.toml` names the input,
    /// which starts at 0.
    ///
    /// # Errors
    /// [`DutError`] when the model has no such input.
    pub fn select(&mut self, number: u32) -> Result<(), DutError> {
        match &self.select {
            Some(input) => self.model.poke(input, &[u64::from(number)]).map_err(stopped),
            None => Err(DutError("its rtl.toml names no input `select`, so it has only one behaviour".to_owned())),
        }
    }

    /// Writes the counts of code coverage since the DUT was created.
    pub fn write_coverage(&mut self, file: &Path) -> Result<(), DutError> {
        self.model.write_coverage(file).map_err(stopped)
    }
}

impl Dut for SimulatedDut {
    fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset(RESET_CYCLES).map_err(stopped)
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        self.model.step(frames, observations).map_err(stopped)
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.tied
    }
}

impl TracingDut for SimulatedDut {
    const CYCLE_NS: u64 = verilated::CYCLE_NS;

    fn trace(&mut self, file: &Path) -> Result<(), DutError> {
        self.model.open_trace(file).map_err(stopped)
    }

    fn end_trace(&mut self) -> Result<(), DutError> {
        self.model.close_trace().map_err(stopped)
    }

    fn time(&self) -> u64 {
        self.model.time()
    }
}
