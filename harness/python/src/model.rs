//! The class `Model`.

use crate::number::{from_words, to_words};
use crate::{raised, to_python};
use golden_model::register_port::Request;
use num_bigint::BigUint;
use pmu_session::{select, Session};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A golden model of a PMU, in its reset state.
///
/// `choices` are options where the manual is silent, such as "K8-A14=queued", separated by spaces. `configuration` is the file of
/// a configurable PMU. Inputs keep their values until they are set again, except `rst` and an access, which are for one cycle.
/// A model may be used by the thread that made it. Wrong names and values raise ValueError.
#[pyclass(module = "pmu_cosim", unsendable)]
pub struct Model {
    session: Session,
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (pmu, *, choices = "", configuration = ""))]
    fn new(pmu: &str, choices: &str, configuration: &str) -> PyResult<Self> {
        let pmu = select(pmu, choices, configuration).map_err(raised)?;
        let mut session = Session::new(pmu).map_err(raised)?;
        session.reset().map_err(raised)?;
        Ok(Self { session })
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
        self.session.reset().map_err(raised)
    }

    /// Sets a port ("c0_ev"), an input ("core0.cpl") or a field of one from the next cycle on.
    fn set(&mut self, name: &str, value: BigUint) -> PyResult<()> {
        self.session.set(name, &to_words(&value, 1)).map_err(raised)
    }

    /// Sets the occurrences of an event in each cycle from the next on. A PMU with one unit needs no `unit`.
    #[pyo3(signature = (event, count, *, unit = ""))]
    fn set_event(&mut self, event: &str, count: u64, unit: &str) -> PyResult<()> {
        self.session.set_event(unit, event, count).map_err(raised)
    }

    /// Makes an access in the next cycle: a write of `data` (64 bits), or a read. step() runs the cycle.
    #[pyo3(signature = (space, unit, address, data = None))]
    fn access(&mut self, space: u8, unit: u8, address: u32, data: Option<u64>) -> PyResult<()> {
        if space > 15 {
            return Err(PyValueError::new_err(format!("space {space}: the spaces are 0 to 15")));
        }
        let write = data.is_some();
        self.session.access(Request {
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
        self.session.write(register, value).map_err(raised)?;
        self.session.step().map_err(raised)
    }

    /// Reads a register; takes one cycle. Raises ValueError if the model refuses the read.
    fn read(&mut self, register: &str) -> PyResult<u64> {
        self.session.read(register).map_err(raised)?;
        self.session.step().map_err(raised)?;
        let (data, refused) = self.session.response();
        match refused {
            false => Ok(data),
            true => Err(PyValueError::new_err(format!("{register}: the model refused the read"))),
        }
    }

    /// Steps the model.
    #[pyo3(signature = (cycles = 1))]
    fn step(&mut self, cycles: u64) -> PyResult<()> {
        (0..cycles).try_for_each(|_| self.session.step()).map_err(raised)
    }

    /// Steps one cycle with packed inputs. Returns the packed outputs and state of that cycle.
    fn step_frame(&mut self, frame: BigUint) -> PyResult<BigUint> {
        let words = self.session.pmu().frame.words();
        self.session.step_frame(&to_words(&frame, words)).map_err(raised)?;
        Ok(from_words(self.session.observation()))
    }

    /// An output or a state word in the last cycle. State is that at the start of the cycle.
    fn get(&self, name: &str) -> PyResult<BigUint> {
        Ok(from_words(&self.session.get(name).map_err(raised)?))
    }

    /// Read data, 64 bits, and whether the access was refused, in the last cycle.
    #[getter]
    fn response(&self) -> (u64, bool) {
        self.session.response()
    }

    /// The value of a register as text, with its fields.
    fn decode(&self, register: &str, value: u64) -> PyResult<String> {
        self.session.decode(register, value).map_err(raised)
    }

    /// The functional and event coverage of all cycles as a dictionary, in the form of `results.json`.
    fn coverage<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.session.coverage())
    }
}
