//! The class `Program`, and random programs.

use crate::number::from_words;
use crate::profiles::profile;
use crate::raised;
use golden_model_core::Pmu;
use num_bigint::BigUint;
use pmu_program::{Batch, Lowering, Program as Resolved, Source};
use pmu_session::select;
use pmu_verify::stimulus::Generator;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// Number of cycles that are lowered at once.
const BATCH: usize = 1024;

/// A program of a PMU.
#[pyclass(module = "pmu_cosim", frozen)]
pub struct Program {
    pmu: &'static Pmu,
    program: Resolved,
}

impl Program {
    fn resolved(source: &Source, name: &str, choices: &str, configuration: &str) -> PyResult<Self> {
        let pmu = select(source.pmu(), choices, configuration).map_err(raised)?;
        let program = source.resolve(name.to_owned(), pmu);
        Ok(Self { pmu, program: program.map_err(|error| PyValueError::new_err(error.to_string()))? })
    }
}

#[pymethods]
impl Program {
    /// The program of a text in the .pmu language. Raises ValueError with the line of an error.
    #[staticmethod]
    #[pyo3(signature = (text, *, choices = "", configuration = ""))]
    fn parse(text: &str, choices: &str, configuration: &str) -> PyResult<Self> {
        let source = Source::parse(Path::new("program"), text);
        let source = source.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Self::resolved(&source, "program", choices, configuration)
    }

    /// The program in a file.
    #[staticmethod]
    #[pyo3(signature = (file, *, choices = "", configuration = ""))]
    fn load(file: PathBuf, choices: &str, configuration: &str) -> PyResult<Self> {
        let source = Source::read(&file).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Self::resolved(&source, &file.display().to_string(), choices, configuration)
    }

    /// Id of the PMU.
    #[getter]
    fn pmu(&self) -> &str {
        &self.pmu.description.id
    }

    /// Name of the program.
    #[getter]
    fn name(&self) -> &str {
        &self.program.name
    }

    /// Number of cycles that it takes.
    #[getter]
    fn cycles(&self) -> u64 {
        self.program.cycles()
    }

    /// The text of the program.
    fn __str__(&self) -> String {
        self.program.to_text(self.pmu)
    }

    /// The packed inputs of each cycle. The cycle of reset before the first is not among them.
    fn frames(&self) -> Vec<BigUint> {
        let mut lowering = Lowering::new(self.pmu, &self.program.ops);
        let (mut batch, mut frames) = (Batch::default(), Vec::new());
        while lowering.next_batch(&mut batch, BATCH) {
            frames.extend(batch.frames.chunks_exact(self.pmu.frame.words()).map(from_words));
        }
        frames
    }
}

/// The random program of a seed and a number, as `pmu-cosim run --seed` runs it.
#[pyfunction]
#[pyo3(signature = (pmu, seed, number, *, choices = "", configuration = ""))]
pub fn random_program(pmu: &str, seed: u64, number: u64, choices: &str, configuration: &str) -> PyResult<Program> {
    let pmu = select(pmu, choices, configuration).map_err(raised)?;
    let profile = profile(pmu).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Program { pmu, program: Generator::new(pmu, &profile).program(seed, number) })
}
