//! A test bench for the unit tests of golden models.

use golden_model_core::{CoveredModel, Pmu};

/// A model under test. Inputs other than the register port keep their level until they are set again.
#[derive(Clone)]
pub struct TestBench<M> {
    /// The PMU.
    pub pmu: std::rc::Rc<Pmu>,
    /// The model under test.
    pub model: M,
    /// The frame of the next cycle.
    pub inputs: Vec<u64>,
    observation: Vec<u64>,
}

impl<M: CoveredModel> TestBench<M> {
    /// A model of the PMU of that id, after reset and with all inputs 0.
    pub fn new(id: &str, make_model: impl FnOnce(&Pmu) -> M) -> Self {
        let pmu = Pmu::find(id).expect("a PMU");
        Self {
            model: make_model(&pmu),
            inputs: vec![0; pmu.frame.words()],
            observation: vec![0; pmu.observation.words()],
            pmu: pmu.into(),
        }
    }

    /// Sets `rst`, an input such as `cbox.lk_v`, or a field of one.
    pub fn set(&mut self, name: &str, level: u64) {
        let position = if name == "rst" { self.pmu.frame.slot(name).bits() } else { self.pmu.input(name) };
        position.set(&mut self.inputs, level);
    }

    /// Steps one cycle with `rst` = 1.
    pub fn reset(&mut self) {
        self.set("rst", 1);
        self.step();
        self.set("rst", 0);
    }

    /// Steps one cycle without an access.
    pub fn step(&mut self) {
        self.model.step(&self.inputs, &mut self.observation);
    }

    /// Steps `number` cycles without an access.
    pub fn cycles(&mut self, number: usize) {
        (0..number).for_each(|_| self.step());
    }

    /// Steps one cycle with an access. Returns `bus_error` and `bus_rdata`.
    pub fn access(&mut self, write: bool, space: u64, unit: u64, addr: u64, data: u64) -> (u64, u64) {
        let idle = self.inputs.clone();
        let request = [
            ("bus_valid", 1),
            ("bus_write", u64::from(write)),
            ("bus_space", space),
            ("bus_unit", unit),
            ("bus_addr", addr),
            ("bus_wdata", data),
        ];
        for (name, value) in request {
            self.pmu.frame.slot(name).set(&mut self.inputs, value);
        }
        self.step();
        self.inputs = idle;
        (self.output("bus_error"), self.output("bus_rdata"))
    }

    /// Steps one cycle with a WRMSR that must be accepted.
    pub fn write(&mut self, addr: u64, data: u64) {
        assert_eq!(self.access(true, 0, 0, addr, data), (0, 0), "write to {addr:#x}");
    }

    /// Steps one cycle with an RDMSR that must be accepted. Returns the data.
    pub fn read(&mut self, addr: u64) -> u64 {
        let (error, data) = self.access(false, 0, 0, addr, 0);
        assert_eq!(error, 0, "read of {addr:#x}");
        data
    }

    /// An observed value of the last cycle.
    pub fn output(&self, name: &str) -> u64 {
        self.pmu.observation.slot(name).get(&self.observation)
    }

    /// An observed value of the last cycle at a known slot.
    pub fn at(&self, slot: &golden_model_core::layout::Slot) -> u64 {
        slot.get(&self.observation)
    }
}

impl<M: CoveredModel + Clone> TestBench<M> {
    /// The observation of the next cycle, without stepping the model.
    pub fn observe(&self) -> Vec<u64> {
        let mut observation = self.observation.clone();
        self.model.clone().step(&self.inputs, &mut observation);
        observation
    }

    /// The value of an output or state word at the start of the next cycle.
    pub fn state(&self, name: &str) -> u64 {
        self.pmu.observation.slot(name).get(&self.observe())
    }

    /// All observed values at the start of the next cycle, with their names.
    pub fn all_state(&self) -> Vec<(String, u64)> {
        let mut next = self.clone();
        next.step();
        next.last().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// All observed values of the last cycle, with their names.
    pub fn last(&self) -> impl Iterator<Item = (&str, u64)> {
        self.pmu.observation.slots().iter().map(|slot| (slot.name.as_str(), slot.get(&self.observation)))
    }

    /// The pairs of counter number and row, as code and umask, recorded as counted, and those recorded as refused.
    pub fn coverage(&self) -> [Vec<(usize, u32, Option<u32>)>; 2] {
        let coverage = self.model.event_coverage();
        let rows = &self.pmu.description.events.rows;
        assert_eq!((coverage.counters(), coverage.rows()), (self.pmu.description.counters().len(), rows.len()));
        let pairs = |is_recorded: &dyn Fn(usize, usize) -> bool| {
            let pairs = (0..coverage.counters()).flat_map(|counter| (0..rows.len()).map(move |row| (counter, row)));
            let recorded = pairs.filter(|&(counter, row)| is_recorded(counter, row));
            recorded.map(|(counter, row)| (counter, rows[row].code, rows[row].umask)).collect()
        };
        [pairs(&|counter, row| coverage.contains(counter, row)), pairs(&|counter, row| coverage.refused(counter, row))]
    }
}
