//! A Verilated model as the DUT.

use super::built::BuiltModel;
use super::bus_port::BusPort;
use super::model::variant::Variant;
use pmu_dut::{Dut, DutError, PortTiming, TiedInputs, TracingDut};
use std::path::Path;
use verilated::{Error, Library, Model, CYCLE_NS};

/// Cycles with reset before a program starts.
const RESET_CYCLES: usize = 2;

/// A Verilated model.
pub struct SimulatedDut {
    library: Library,
    seed: u32,
    /// Seed of the program's power-on.
    power_on: u32,
    /// Whether the model stays the same until the end, because it counts.
    counts: bool,
    /// None after the RTL has ended the simulation, until the next reset.
    model: Option<Model>,
    observable: Vec<bool>,
    tied: TiedInputs,
    select: Option<String>,
    /// The selected behaviour.
    selected: u32,
    port: BusPort,
}

/// The error of a DUT whose model has stopped.
pub fn stopped(error: Error) -> DutError {
    match error {
        Error::Stopped(text) => DutError::Ended { cycles: 0, text },
        other => DutError::unusable(other.to_string()),
    }
}

impl SimulatedDut {
    /// Loads a model. Registers start with random values of `seed` until they are reset.
    ///
    /// # Errors
    /// [`DutError::Unusable`] when it cannot be loaded.
    pub fn new(built: &BuiltModel, seed: u32) -> Result<Self, DutError> {
        let (observable, tied) = (built.compared.clone(), built.tied.clone());
        let library = built.open().map_err(stopped)?;
        let (select, port) = (built.select.clone(), BusPort::new(built));
        let counts = built.variant == Variant::Coverage;
        let mut dut =
            Self { library, seed, power_on: 0, counts, model: None, observable, tied, select, selected: 0, port };
        match dut.start() {
            // The reset of the first program ends in the same way.
            Ok(_) | Err(DutError::Ended { .. }) => Ok(dut),
            Err(error) => Err(error),
        }
    }

    /// The running model; a new one after the RTL has ended the simulation.
    fn start(&mut self) -> Result<&mut Model, DutError> {
        let model = match self.model.take() {
            Some(model) => model,
            None => {
                // 0, of a program without a power-on, gives the seed of the DUT.
                let seed = self.seed.wrapping_add(self.power_on.wrapping_mul(0x9E37_79B9));
                let mut model = self.library.context(seed).and_then(|context| context.model()).map_err(stopped)?;
                if let Some(input) = &self.select {
                    model.poke(input, &[u64::from(self.selected)]).map_err(stopped)?;
                }
                model
            }
        };
        Ok(self.model.insert(model))
    }

    fn running(&mut self) -> Result<&mut Model, DutError> {
        self.model.as_mut().ok_or_else(|| DutError::unusable("the model has ended the simulation and was not reset"))
    }

    /// Runs cycles. After an error of the RTL, the model is gone.
    fn run(&mut self, run: impl FnOnce(&mut Model) -> Result<(), Error>) -> Result<(), DutError> {
        let model = self.running()?;
        let start = model.time();
        match run(model) {
            Err(Error::Stopped(text)) => {
                let cycles = ((model.time() - start) / CYCLE_NS) as usize;
                self.model = None;
                Err(DutError::Ended { cycles, text })
            }
            done => done.map_err(stopped),
        }
    }

    /// Selects one of the behaviours in the model, from the next reset: `select` in its `rtl.toml` names the input,
    /// which starts at 0.
    ///
    /// # Errors
    /// [`DutError`] when the model has no such input.
    pub fn select(&mut self, number: u32) -> Result<(), DutError> {
        self.selected = number;
        match (&self.select, &mut self.model) {
            (None, _) => Err(DutError::unusable("its rtl.toml names no input `select`, so it has only one behaviour")),
            (Some(input), Some(model)) => model.poke(input, &[u64::from(number)]).map_err(stopped),
            (Some(_), None) => Ok(()),
        }
    }

    /// Writes the counts of code coverage since the DUT was created.
    ///
    /// # Errors
    /// [`DutError`] when the model has ended the simulation, or the file cannot be written.
    pub fn write_coverage(&mut self, file: &Path) -> Result<(), DutError> {
        self.running()?.write_coverage(file).map_err(stopped)
    }
}

impl Dut for SimulatedDut {
    fn power_on(&mut self, seed: u32) -> Result<(), DutError> {
        if self.power_on != seed && !self.counts {
            self.power_on = seed;
            self.model = None;
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<(), DutError> {
        self.start()?;
        self.port.clear();
        // Inputs reach a block on a bus later.
        let cycles = RESET_CYCLES + self.port.timing.ahead;
        self.run(|model| model.reset(cycles)).map_err(|error| match error {
            // These cycles are not those of the program.
            DutError::Ended { text, .. } => DutError::Ended { cycles: 0, text },
            other => other,
        })
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        if self.port.timing.ahead == 0 {
            return self.run(|model| model.step(frames, observations));
        }
        let mut port = std::mem::take(&mut self.port);
        let done = port.step(frames, observations, &mut |frames, raw| self.run(|model| model.step(frames, raw)));
        self.port = port;
        done
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.tied
    }

    fn timing(&self) -> PortTiming {
        self.port.timing
    }
}

impl TracingDut for SimulatedDut {
    const CYCLE_NS: u64 = CYCLE_NS;

    fn trace(&mut self, file: &Path) -> Result<(), DutError> {
        self.running()?.open_trace(file).map_err(stopped)
    }

    fn end_trace(&mut self) -> Result<(), DutError> {
        match &mut self.model {
            Some(model) => model.close_trace().map_err(stopped),
            // The waves were completed when the RTL ended the simulation.
            None => Ok(()),
        }
    }

    fn time(&self) -> u64 {
        self.model.as_ref().map_or(0, Model::time)
    }
}
