//! The class `Checker`.

use crate::number::to_words;
use crate::raised;
use golden_model_core::Layout;
use num_bigint::BigUint;
use pmu_results::Verdict;
use pmu_session::{layout_digest, select, Checked, Checker as SessionChecker, CheckerSettings, Sampled};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Compares what a testbench samples of a DUT with the golden model.
///
/// Values in `not_compared` are outputs and state words that the testbench cannot sample. Results are written to the folder
/// `results`, or nowhere.
#[pyclass(module = "pmu_cosim", unsendable)]
pub struct Checker {
    checker: SessionChecker,
}

#[pymethods]
impl Checker {
    #[new]
    #[pyo3(signature = (pmu, *, name = "checker", choices = "", configuration = "", not_compared = Vec::new(),
        asynchronous_reset = false, max_mismatches = 5, results = None))]
    #[allow(clippy::too_many_arguments)] // keyword arguments in Python
    fn new(
        pmu: &str,
        name: &str,
        choices: &str,
        configuration: &str,
        not_compared: Vec<String>,
        asynchronous_reset: bool,
        max_mismatches: u64,
        results: Option<PathBuf>,
    ) -> PyResult<Self> {
        let pmu = select(pmu, choices, configuration).map_err(raised)?;
        let settings = CheckerSettings {
            name: name.to_owned(),
            layout: layout_digest(pmu),
            not_compared,
            asynchronous_reset,
            most: max_mismatches,
            folder: results,
        };
        Ok(Self { checker: SessionChecker::new(pmu, settings).map_err(raised)? })
    }

    /// Checks a cycle. Each argument has the packed values, and ones at the bits that are X or Z.
    ///
    /// Returns "waiting" before the first reset, "equal", "mismatch", or "stopped" after `max_mismatches`.
    fn cycle(&mut self, inputs: (BigUint, BigUint), outputs: (BigUint, BigUint)) -> PyResult<&'static str> {
        let pmu = self.checker.pmu();
        let (inputs, outputs) = (sampled(&inputs, &pmu.frame), sampled(&outputs, &pmu.observation));
        Ok(match self.checker.cycle(&inputs, &outputs).map_err(raised)? {
            Checked::Waiting => "waiting",
            Checked::Equal => "equal",
            Checked::Mismatch => "mismatch",
            Checked::Stopped => "stopped",
        })
    }

    /// The text of the last mismatch; after finish(), the verdict with its figures.
    #[getter]
    fn message(&self) -> &str {
        self.checker.message()
    }

    /// Writes the results. Returns whether the verdict is a pass, which it never is if no value was compared.
    fn finish(&mut self) -> PyResult<bool> {
        Ok(self.checker.finish().map_err(raised)? == Verdict::Pass)
    }
}

fn sampled((value, unknown): &(BigUint, BigUint), layout: &Layout) -> Sampled {
    let [value, unknown] = [value, unknown].map(|bits| to_words(bits, layout.words()));
    Sampled { value, unknown }
}
