//! A golden model that a caller drives by names.

use crate::coverage::{points, CoverageSummary};
use crate::error::SessionError;
use crate::inputs::{event, input, Input};
use crate::registers;
use golden_model::register_port::{Request, RequestPort};
use golden_model::{CoveredModel, Pmu, Slot};
use pmu_results::events;
use pmu_support::{caught, unknown};
use pmu_verify::coverage::{Hits, Points, Sampler};

/// A golden model of a PMU with the inputs of its next cycle and its last observation.
///
/// Inputs keep their values until they are set again, except `rst` and the access, which are for one cycle.
pub struct Session {
    pmu: &'static Pmu,
    model: Box<dyn CoveredModel>,
    port: RequestPort,
    points: &'static Points,
    sampler: Sampler<'static>,
    hits: Hits,
    frame: Vec<u64>,
    observation: Vec<u64>,
    cycles: u64,
}

impl Session {
    /// A model in its reset state, with all inputs at their initial values.
    ///
    /// # Errors
    /// If the coverage plan of the PMU is wrong.
    pub fn new(pmu: &'static Pmu) -> Result<Self, SessionError> {
        let points = points(pmu)?;
        Ok(Self {
            pmu,
            model: caught(|| pmu.model())?,
            port: RequestPort::new(pmu),
            points,
            sampler: Sampler::new(points),
            hits: Hits::none(points.bins()),
            frame: pmu.description.initial_frame(),
            observation: vec![0; pmu.observation.words()],
            cycles: 0,
        })
    }

    /// The PMU.
    pub fn pmu(&self) -> &'static Pmu {
        self.pmu
    }

    /// Number of cycles since the last reset by [`Session::reset`].
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Sets the state after reset and the initial values of all inputs. Coverage is kept.
    ///
    /// # Errors
    /// If the model panics.
    pub fn reset(&mut self) -> Result<(), SessionError> {
        self.collect();
        caught(|| self.model.reset())?;
        self.frame = self.pmu.description.initial_frame();
        self.observation.fill(0);
        self.cycles = 0;
        Ok(())
    }

    /// Sets an input from the next cycle on: a port of the RTL (`rst`, `c0_ev`), an input (`core0.cpl`) or a field of one.
    /// `value` has its lowest 64 bits first.
    ///
    /// # Errors
    /// If there is no such input, or the value has more bits.
    pub fn set(&mut self, name: &str, value: &[u64]) -> Result<(), SessionError> {
        let (width, found) = match input(self.pmu, name)? {
            Input::Port(slot) => (slot.width, Input::Port(slot)),
            Input::Bits(bits) => (bits.width(), Input::Bits(bits)),
        };
        let word = |at: usize| value.get(at).copied().unwrap_or_default();
        let fits =
            |at: usize| (width as usize).checked_sub(at * 64).is_some_and(|rest| rest >= 64 || word(at) >> rest == 0);
        if let Some(at) = (0..value.len()).find(|&at| word(at) != 0 && !fits(at)) {
            let what = format!("{name}: {:#x} in word {at} does not fit into its width of {width} bits", word(at));
            return Err(SessionError::input(what));
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
    pub fn set_event(&mut self, unit: &str, name: &str, count: u64) -> Result<(), SessionError> {
        let bits = event(self.pmu, unit, name)?;
        if bits.width() < 64 && count >> bits.width() != 0 {
            let what = format!("{name}: {count} occurrences do not fit into its width of {} bits", bits.width());
            return Err(SessionError::input(what));
        }
        bits.set(&mut self.frame, count);
        Ok(())
    }

    /// Makes an access in the next cycle.
    pub fn access(&mut self, request: Request) {
        let rst = self.port.rst(&self.frame);
        self.port.put(&mut self.frame, rst, Some(request));
    }

    /// Writes a register, such as `core0.PerfCtr0`, in the next cycle.
    ///
    /// # Errors
    /// If there is no such register, or software cannot write it.
    pub fn write(&mut self, register: &str, value: u64) -> Result<(), SessionError> {
        self.access(registers::request(self.pmu, register, Some(value))?);
        Ok(())
    }

    /// Reads a register in the next cycle; [`Session::response`] has the value after [`Session::step`].
    ///
    /// # Errors
    /// If there is no such register, or software cannot read it.
    pub fn read(&mut self, register: &str) -> Result<(), SessionError> {
        self.access(registers::request(self.pmu, register, None)?);
        Ok(())
    }

    /// Steps one cycle with the inputs that are set. Then `rst` is 0 and there is no access.
    ///
    /// # Errors
    /// If the model panics.
    pub fn step(&mut self) -> Result<(), SessionError> {
        self.advance()?;
        self.port.put(&mut self.frame, false, None);
        Ok(())
    }

    /// Steps one cycle with a packed frame, in the layout of [`Pmu::frame`]. Its inputs stay, except `rst` and the access.
    ///
    /// # Errors
    /// If it has another number of words, or the model panics.
    pub fn step_frame(&mut self, frame: &[u64]) -> Result<(), SessionError> {
        if frame.len() != self.frame.len() {
            let (has, needs) = (frame.len(), self.frame.len());
            return Err(SessionError::input(format!("the frame has {has} words of 64 bits; it must have {needs}")));
        }
        self.frame.copy_from_slice(frame);
        self.step()
    }

    fn advance(&mut self) -> Result<(), SessionError> {
        caught(|| self.model.step(&self.frame, &mut self.observation))?;
        self.sampler.sample(&self.frame, &self.observation);
        self.cycles += 1;
        Ok(())
    }

    /// An output or state word in the last cycle, its lowest 64 bits first. State is that at the start of the cycle.
    ///
    /// # Errors
    /// If there is no such value.
    pub fn get(&self, name: &str) -> Result<Vec<u64>, SessionError> {
        Ok(self.slot(name)?.value(&self.observation))
    }

    /// Width of an output or state word in bits.
    ///
    /// # Errors
    /// If there is no such value.
    pub fn width(&self, name: &str) -> Result<u32, SessionError> {
        Ok(self.slot(name)?.width)
    }

    fn slot(&self, name: &str) -> Result<&'static Slot, SessionError> {
        self.pmu.observation.find(name).ok_or_else(|| {
            let known = self.pmu.observation.slots().iter().map(|slot| &slot.name);
            SessionError::input(unknown(&format!("output or state word of {}", self.pmu.description.id), name, known))
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

    /// The value of a register as text, with its fields.
    ///
    /// # Errors
    /// If there is no such register.
    pub fn decode(&self, register: &str, value: u64) -> Result<String, SessionError> {
        registers::decode(self.pmu, register, value)
    }

    /// The coverage of all cycles since the session began.
    pub fn coverage(&mut self) -> CoverageSummary {
        self.collect();
        let events = events(&self.pmu.description, self.model.event_coverage());
        CoverageSummary::new(self.pmu, self.cycles, self.points.report(&self.hits), events)
    }

    /// Adds the bins that were hit since the last call. The next cycle begins a new sequence.
    fn collect(&mut self) {
        let hits = self.sampler.finish(true);
        self.hits.join(&hits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select;

    fn session(id: &str) -> Session {
        Session::new(select(id, "", "").expect("a PMU")).expect("a session")
    }

    #[test]
    fn registers_and_events_are_driven_by_name() {
        let mut k8 = session("k8");
        k8.reset().expect("a reset");
        // EN, OS, USR and the event code of DATA_CACHE_ACCESSES.
        k8.write("core0.PerfEvtSel0", 0x43_0040).expect("a register");
        k8.step().expect("a cycle");
        k8.set_event("core0", "DATA_CACHE_ACCESSES", 2).expect("an event");
        (0..5).for_each(|_| k8.step().expect("a cycle"));
        k8.set_event("core0", "DATA_CACHE_ACCESSES", 0).expect("an event");
        k8.step().expect("a cycle");
        k8.read("core0.PerfCtr0").expect("a register");
        k8.step().expect("a cycle");
        assert_eq!(k8.response(), (10, false));
        assert_eq!(k8.get("core0.PerfCtr0").expect("a word"), [10]);
        assert_eq!((k8.width("core0.PerfCtr0").expect("a width"), k8.cycles()), (48, 8));
        k8.access(Request { write: false, space: 0, unit: 9, addr: 0, data: 0 });
        k8.step().expect("a cycle");
        assert_eq!(k8.response(), (0, true));
        assert!(k8.decode("core0.PerfEvtSel0", 0x43_0040).expect("text").contains("EN=0x1"));
        let coverage = k8.coverage();
        assert!(coverage.coverage.hit > 0 && coverage.events.by_counter[0].counted == 1);
        assert!(!coverage.requirements.is_empty());
    }

    #[test]
    fn inputs_are_set_by_port_unit_and_field() {
        let mut k8 = session("k8");
        k8.set("core0.cpl", &[3]).expect("an input");
        assert!(k8.set("core0.cpl", &[4]).expect_err("too wide").to_string().contains("width of 2 bits"));
        k8.set("c0_ev", &[1, 0, 0, 0, 0, 1]).expect("a port of more than 64 bits");
        assert!(k8.set("c0_ev", &[0; 99]).is_ok() && k8.set("rst", &[1, 1]).is_err());
        session("ivt_cbox").set("cbox.tor3.opc", &[1]).expect("a field");
    }

    #[test]
    fn wrong_names_are_errors_with_a_suggestion() {
        let mut k8 = session("k8");
        let text = |error: SessionError| error.to_string();
        assert!(text(k8.set("core0.clp", &[1]).expect_err("an input")).contains("core0.cpl"));
        assert!(text(k8.set_event("core0", "NOTHING", 1).expect_err("an event")).contains("event line of core0"));
        assert!(text(k8.set_event("core7", "X", 1).expect_err("a unit")).contains("unit of k8"));
        assert!(text(k8.write("core0.PerfCtr9", 1).expect_err("a register")).contains("core0.PerfCtr"));
        assert!(text(k8.get("core0.nothing").expect_err("a value")).contains("output or state word of k8"));
        assert!(text(k8.step_frame(&[1]).expect_err("a frame")).contains("the frame has 1 words"));
    }
}
