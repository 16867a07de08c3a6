//! The class `Model`.

use crate::number::{from_words, to_words};
use crate::{raised, to_python};
use golden_model_core::register_port::Request;
use golden_model_core::InputError;
use num_bigint::BigUint;
use pmu_session::{coverage, covered_session, select, CoveredSession, SessionError};
use pmu_support::caught;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A golden model of a PMU, in its reset state.
///
/// `choices` are options where the manual is silent, such as "K8-A14=queued", separated by spaces. `configuration` is the file of
/// a configurable PMU. Inputs keep their values until they are set again, except `rst` and an access, which are for one cycle.
/// A model may be used by the thread that made it. Wrong names and values raise ValueError.
#[pyclass(module = "pmu_cosim", unsendable)]
pub struct Model {
    session: CoveredSession,
}

/// The exception of a wrong argument.
fn wrong(error: InputError) -> PyErr {
    raised(error.into())
}

impl Model {
    /// Uses the session. A panic of the model becomes an exception.
    fn run<T>(&mut self, function: impl FnOnce(&mut CoveredSession) -> Result<T, InputError>) -> PyResult<T> {
        let done = caught(|| function(&mut self.session)).map_err(SessionError::from).map_err(raised)?;
        done.map_err(wrong)
    }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (pmu, *, choices = "", configuration = ""))]
    fn new(pmu: &str, choices: &str, configuration: &str) -> PyResult<Self> {
        let pmu = select(pmu, choices, configuration).map_err(raised)?;
        Ok(Self { session: covered_session(pmu).map_err(raised)? })
    }

    /// Id of the PMU.
    #[getter]
    fn pmu(&self) -> &str {
        &self.session.pmu().description.id
    }

    /// Number of cycles since the last reset().
    #[getter]
    fn cycles(&self) -> u64 {
        self.session.cycles()
    }

    /// Sets the state after reset and the initial values of all inputs. Coverage is kept.
    fn reset(&mut self) -> PyResult<()> {
        self.run(|session| {
            session.reset();
            Ok(())
        })
    }

    /// Sets a port ("c0_ev"), an input ("core0.cpl") or a field of one from the next cycle on.
    fn set(&mut self, name: &str, value: BigUint) -> PyResult<()> {
        self.run(|session| session.set(name, &to_words(&value, 1)))
    }

    /// Sets the occurrences of an event in each cycle from the next on. A PMU with one unit needs no `unit`.
    #[pyo3(signature = (event, count, *, unit = ""))]
    fn set_event(&mut self, event: &str, count: u64, unit: &str) -> PyResult<()> {
        self.run(|session| session.set_event(unit, event, count))
    }

    /// Makes an access in the next cycle: a write of `data` (64 bits), or a read. step() runs the cycle.
    #[pyo3(signature = (space, unit, address, data = None))]
    fn access(&mut self, space: u8, unit: u8, address: u32, data: Option<u64>) -> PyResult<()> {
        if space > 15 {
            return Err(PyValueError::new_err(format!("space {space}: the spaces are 0 to 15")));
        }
        let write = data.is_some();
        self.session.set_access(Request {
            write,
            space: space.into(),
            unit: unit.into(),
            addr: address,
            data: data.unwrap_or_default(),
        });
        Ok(())
    }

    /// Writes a register such as "core0.PerfCtr0"; takes one cycle.
    fn write(&mut self, register: &str, value: u64) -> PyResult<()> {
        self.run(|session| session.write(register, value))
    }

    /// Reads a register; takes one cycle. Raises ValueError if the model refuses the read.
    fn read(&mut self, register: &str) -> PyResult<u64> {
        self.run(|session| session.read(register))
    }

    /// Steps the model.
    #[pyo3(signature = (cycles = 1))]
    fn step(&mut self, cycles: u64) -> PyResult<()> {
        self.run(|session| {
            (0..cycles).for_each(|_| session.step());
            Ok(())
        })
    }

    /// Steps one cycle with packed inputs. Returns the packed outputs and state of that cycle.
    fn step_frame(&mut self, frame: BigUint) -> PyResult<BigUint> {
        let words = self.session.pmu().frame.words();
        self.run(|session| session.step_frame(&to_words(&frame, words)))?;
        Ok(from_words(self.session.observation()))
    }

    /// An output or a state word in the last cycle. State is that at the start of the cycle.
    fn get(&self, name: &str) -> PyResult<BigUint> {
        Ok(from_words(&self.session.get(name).map_err(wrong)?))
    }

    /// Read data, 64 bits, and whether the access was refused, in the last cycle.
    #[getter]
    fn response(&self) -> (u64, bool) {
        self.session.response()
    }

    /// The value of a register as text, with its fields.
    fn decode(&self, register: &str, value: u64) -> PyResult<String> {
        self.session.decode(register, value).map_err(wrong)
    }

    /// The functional and event coverage of all cycles as a dictionary, in the form of `results.json`.
    fn coverage<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &coverage(&mut self.session))
    }
}
