//! A golden model that a caller drives by the names of its description.

mod error;
mod inputs;
mod observer;
mod registers;

pub use error::InputError;
pub use observer::Observer;

use crate::description::{Register, Unit};
use crate::register_port::{Request, RequestPort};
use crate::suggest::unknown;
use crate::{CoveredModel, Pmu, Slot};
use inputs::Input;

/// A golden model of a PMU with the inputs of its next cycle and its last observation.
///
/// Inputs keep their values until they are set again, except `rst` and the access, which are for one cycle. Methods that begin with
/// `set_` prepare the next cycle; [`Session::step`] runs it.
///
/// Names are those of the description: units and registers as `core0.PerfCtr0`, events as in the tables of the manual. A register of
/// a PMU with one unit of registers needs no unit.
pub struct Session<'p, O = ()> {
    pmu: &'p Pmu,
    model: Box<dyn CoveredModel>,
    port: RequestPort,
    observer: O,
    frame: Vec<u64>,
    observation: Vec<u64>,
    cycles: u64,
}

impl<'p> Session<'p> {
    /// A model in its reset state, with all inputs at their initial values.
    ///
    /// # Panics
    /// If no golden model of the PMU is linked into the program.
    pub fn new(pmu: &'p Pmu) -> Self {
        Self::with_observer(pmu, ())
    }
}

impl<'p, O: Observer> Session<'p, O> {
    /// As [`Session::new`], with an observer of its cycles.
    ///
    /// # Panics
    /// As [`Session::new`].
    pub fn with_observer(pmu: &'p Pmu, observer: O) -> Self {
        Self {
            pmu,
            model: pmu.model(),
            port: RequestPort::new(pmu),
            observer,
            frame: pmu.description.initial_frame(),
            observation: vec![0; pmu.observation.words()],
            cycles: 0,
        }
    }

    /// The PMU.
    pub fn pmu(&self) -> &'p Pmu {
        self.pmu
    }

    /// The golden model, for its event coverage.
    pub fn model(&self) -> &dyn CoveredModel {
        self.model.as_ref()
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Number of cycles since the last reset by [`Session::reset`].
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Sets the state after reset and the initial values of all inputs. Event coverage is kept.
    pub fn reset(&mut self) {
        self.observer.reset();
        self.model.reset();
        self.frame = self.pmu.description.initial_frame();
        self.observation.fill(0);
        self.cycles = 0;
    }

    /// Sets an input from the next cycle on: a port of the RTL (`rst`, `c0_ev`), an input (`core0.cpl`) or a field of one.
    /// `value` has its lowest 64 bits first.
    ///
    /// # Errors
    /// If there is no such input, or the value has more bits.
    pub fn set(&mut self, name: &str, value: &[u64]) -> Result<(), InputError> {
        let found = inputs::input(self.pmu, name)?;
        let width = match &found {
            Input::Port(slot) => slot.width,
            Input::Bits(bits) => bits.width(),
        };
        let word = |at: usize| value.get(at).copied().unwrap_or_default();
        let fits =
            |at: usize| (width as usize).checked_sub(at * 64).is_some_and(|rest| rest >= 64 || word(at) >> rest == 0);
        if let Some(at) = (0..value.len()).find(|&at| word(at) != 0 && !fits(at)) {
            let what = format!("{name}: {:#x} in word {at} does not fit into its width of {width} bits", word(at));
            return Err(InputError(what));
        }
        match found {
            Input::Port(slot) => (0..slot.word_count()).for_each(|at| {
                let low = at as u32 * 64;
                slot.part(low, (width - low).min(64)).set(&mut self.frame, word(at));
            }),
            Input::Bits(bits) => bits.set(&mut self.frame, word(0)),
        }
        Ok(())
    }

    /// Sets the number of occurrences of an event in each cycle from the next on. `unit` may be empty if there is one unit.
    ///
    /// # Errors
    /// If there is no such event line, or its width is too small.
    pub fn set_event(&mut self, unit: &str, name: &str, count: u64) -> Result<(), InputError> {
        let bits = inputs::event(self.pmu, unit, name)?;
        if bits.width() < 64 && count >> bits.width() != 0 {
            let what = format!("{name}: {count} occurrences do not fit into its width of {} bits", bits.width());
            return Err(InputError(what));
        }
        bits.set(&mut self.frame, count);
        Ok(())
    }

    /// Makes an access in the next cycle.
    pub fn set_access(&mut self, request: Request) {
        let rst = self.port.rst(&self.frame);
        self.port.put(&mut self.frame, rst, Some(request));
    }

    /// Writes a register in the next cycle.
    ///
    /// # Errors
    /// If there is no such register, or software cannot write it.
    pub fn set_write(&mut self, register: &str, value: u64) -> Result<(), InputError> {
        self.set_access(registers::request(self.pmu, register, Some(value))?);
        Ok(())
    }

    /// Reads a register in the next cycle, after which [`Session::response`] has the value.
    ///
    /// # Errors
    /// If there is no such register, or software cannot read it.
    pub fn set_read(&mut self, register: &str) -> Result<(), InputError> {
        self.set_access(registers::request(self.pmu, register, None)?);
        Ok(())
    }

    /// Writes a register; takes one cycle.
    ///
    /// # Errors
    /// As [`Session::set_write`].
    pub fn write(&mut self, register: &str, value: u64) -> Result<(), InputError> {
        self.set_write(register, value)?;
        self.step();
        Ok(())
    }

    /// Reads a register; takes one cycle.
    ///
    /// # Errors
    /// As [`Session::set_read`], and if the model refuses the read.
    pub fn read(&mut self, register: &str) -> Result<u64, InputError> {
        self.set_read(register)?;
        self.step();
        match self.response() {
            (data, false) => Ok(data),
            (_, true) => Err(InputError(format!("{register}: the model refused the read"))),
        }
    }

    /// Steps one cycle with the inputs that are set. Then `rst` is 0 and there is no access.
    pub fn step(&mut self) {
        self.model.step(&self.frame, &mut self.observation);
        self.observer.cycle(&self.frame, &self.observation);
        self.cycles += 1;
        self.port.put(&mut self.frame, false, None);
    }

    /// Steps one cycle with a packed frame, in the layout of [`Pmu::frame`]. Its inputs stay, except `rst` and the access.
    ///
    /// # Errors
    /// If it has another number of words.
    pub fn step_frame(&mut self, frame: &[u64]) -> Result<(), InputError> {
        if frame.len() != self.frame.len() {
            let (has, needs) = (frame.len(), self.frame.len());
            return Err(InputError(format!("the frame has {has} words of 64 bits; it must have {needs}")));
        }
        self.frame.copy_from_slice(frame);
        self.step();
        Ok(())
    }

    /// An output or state word in the last cycle, its lowest 64 bits first. State is that at the start of the cycle.
    ///
    /// # Errors
    /// If there is no such value.
    pub fn get(&self, name: &str) -> Result<Vec<u64>, InputError> {
        Ok(self.slot(name)?.value(&self.observation))
    }

    /// Width of an output or state word in bits.
    ///
    /// # Errors
    /// If there is no such value.
    pub fn width(&self, name: &str) -> Result<u32, InputError> {
        Ok(self.slot(name)?.width)
    }

    fn slot(&self, name: &str) -> Result<&'p Slot, InputError> {
        self.pmu.observation.find(name).ok_or_else(|| {
            let known = self.pmu.observation.slots().iter().map(|slot| &slot.name);
            InputError(unknown(&format!("output or state word of {}", self.pmu.description.id), name, known))
        })
    }

    /// Read data and whether the access was refused, in the last cycle.
    pub fn response(&self) -> (u64, bool) {
        let value = |name: &str| self.pmu.observation.find(name).map_or(0, |slot| slot.get(&self.observation));
        (value("bus_rdata"), value("bus_error") != 0)
    }

    /// The observation of the last cycle, in the layout of [`Pmu::observation`].
    pub fn observation(&self) -> &[u64] {
        &self.observation
    }

    /// The unit and the register of a name, with its fields.
    ///
    /// # Errors
    /// If there is no such register.
    pub fn register(&self, name: &str) -> Result<(&'p Unit, &'p Register), InputError> {
        registers::find(self.pmu, name)
    }

    /// The value of a register as text: its fields that are not 0.
    ///
    /// # Errors
    /// If there is no such register.
    pub fn decode(&self, register: &str, value: u64) -> Result<String, InputError> {
        Ok(format!("{register}{}", self.register(register)?.1.value_text(value)))
    }
}
