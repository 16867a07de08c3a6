//! The native part of the Python package `pmu_cosim`.
//!
//! Documentation comments of classes and methods are the docstrings that users of the package read.

mod checker;
mod describe;
mod model;
mod number;
mod profiles;
mod program;

// Links the descriptions.
#[cfg(feature = "embedded")]
use golden_model as _;
// Links the golden models.
use golden_model_all as _;

use pmu_session::SessionError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

/// The Python exception of an error: `RuntimeError` for a panic of the model or results that cannot be written, otherwise
/// `ValueError`.
fn raised(error: SessionError) -> PyErr {
    let text = error.to_string();
    match error {
        SessionError::Panicked(_) | SessionError::Results(_) => PyRuntimeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// A value as Python objects, by way of JSON.
fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<model::Model>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<checker::Checker>()?;
    module.add_function(wrap_pyfunction!(describe::pmus, module)?)?;
    module.add_function(wrap_pyfunction!(describe::describe, module)?)?;
    module.add_function(wrap_pyfunction!(describe::layout, module)?)?;
    module.add_function(wrap_pyfunction!(program::random_program, module)?)
}
