//! A sub-block of a top, stepped by the model of the sub-block alone.

use golden_model_core::collisions::{CollisionCoverage, CollisionTable};
use golden_model_core::register_port::{Request, RequestPort, Response};
use golden_model_core::{Bits, CoveredModel, EventCoverage, Pmu, WordPosition};

/// Number of bits that are copied at a time.
const CHUNK: u32 = 64;

/// One instance: the model of the sub-block, with the positions of its values in the top.
pub struct SubBlock {
    pmu: &'static Pmu,
    model: Box<dyn CoveredModel>,
    frame: Vec<u64>,
    observation: Vec<u64>,
    requests: RequestPort,
    /// Positions of inputs in the frame of the top and in that of the sub-block.
    inputs: Vec<(Bits, Bits)>,
    /// Positions of outputs and state in the observation of the sub-block and in that of the top.
    outputs: Vec<(Bits, WordPosition)>,
    error: Bits,
    rdata: Bits,
    /// Numbers of its counters in the top, in their order.
    counters: Vec<usize>,
    /// Position of its first event row in the top.
    first_row: usize,
}

impl SubBlock {
    /// The instance of the PMU `of` whose first unit is `unit` and whose ports have this prefix. Inputs that the top does
    /// not have are connected inside: see [`SubBlock::drive`].
    ///
    /// # Panics
    /// When the top has no such instance.
    pub fn new(top: &Pmu, of: &str, unit: &str, prefix: &str) -> Self {
        let description = &top.description;
        let pmu = Pmu::with(of, &description.deviations().into_iter().collect());
        let pmu = pmu.unwrap_or_else(|| panic!("no PMU {of}"));
        let first = description.unit(unit).unwrap_or_else(|| panic!("no unit {unit}"));
        let units = first..first + pmu.description.units.len();
        let copy = if units.len() == 1 { description.units[first].index as u32 } else { 0 };
        let kinds: Vec<usize> = description.units[units.clone()].iter().map(|unit| unit.kind).collect();
        let observed = |name: &str| {
            let theirs = top.observation.find(&pmu.description.name_in(unit, name))?.bits();
            Some((pmu.observation.slot(name).bits(), theirs))
        };
        let signals = pmu.description.outputs.iter().chain(&pmu.description.states);
        let of_units = |(_, counter): &(usize, golden_model_core::description::Counter)| units.contains(&counter.unit);
        let first_row = description.events.rows.iter().position(|row| kinds.contains(&row.kind)).unwrap_or(0);
        let response = |name: &str| pmu.observation.slot(name).bits();
        Self {
            model: pmu.model(),
            frame: vec![0; pmu.frame.words()],
            observation: vec![0; pmu.observation.words()],
            requests: RequestPort::new(pmu),
            inputs: joined(inputs(top, pmu, prefix, copy)),
            outputs: joined(signals.filter_map(|signal| observed(&signal.name)))
                .into_iter()
                .map(|(own, theirs)| (own, theirs.into()))
                .collect(),
            error: response("bus_error"),
            rdata: response("bus_rdata"),
            counters: description
                .counters()
                .into_iter()
                .enumerate()
                .filter(of_units)
                .map(|(number, _)| number)
                .collect(),
            first_row,
            pmu,
        }
    }

    /// The position of some bits of an input port, for [`SubBlock::drive`].
    pub fn port(&self, verilog: &str, low: u32, width: u32) -> Bits {
        self.pmu.frame.slot(verilog).part(low, width)
    }

    /// The position of an output or state word, for [`SubBlock::output_value`].
    pub fn output(&self, name: &str) -> Bits {
        self.pmu.observation.slot(name).bits()
    }

    /// Copies the inputs of a cycle from the frame of the top. `request` has the address of the sub-block alone.
    pub fn take(&mut self, frame: &[u64], rst: bool, request: Option<Request>) {
        for (theirs, own) in &self.inputs {
            own.set(&mut self.frame, theirs.get(frame));
        }
        self.requests.put(&mut self.frame, rst, request);
    }

    /// Overrides an input of the cycle that was copied.
    pub fn drive(&mut self, at: Bits, value: impl Into<u64>) {
        at.set(&mut self.frame, value.into());
    }

    /// Steps one cycle. Stores outputs and state in bits of `observation` that are 0, and returns the bus response.
    pub fn step(&mut self, observation: &mut [u64]) -> Response {
        self.model.step(&self.frame, &mut self.observation);
        for (own, theirs) in &self.outputs {
            theirs.put(observation, own.get(&self.observation));
        }
        Response { error: self.error.get(&self.observation) != 0, rdata: self.rdata.get(&self.observation) }
    }

    /// The value of an output or state word in the last cycle.
    pub fn output_value(&self, at: Bits) -> u64 {
        at.get(&self.observation)
    }

    /// Sets the state after reset.
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// Merges the event coverage of its counters into that of the top.
    pub fn add_counted(&self, all: &mut EventCoverage) {
        let own = self.model.event_coverage();
        for (number, &counter) in self.counters.iter().enumerate() {
            for row in 0..own.rows() {
                if own.contains(number, row) {
                    all.record_counted(counter, self.first_row + row);
                }
                if own.refused(number, row) {
                    all.record_refused(counter, self.first_row + row);
                }
            }
        }
    }

    /// Clears its event coverage.
    pub fn clear_counted(&mut self) {
        self.model.clear_event_coverage();
    }

    /// The collision table of the sub-block.
    pub fn table(&self) -> &CollisionTable {
        &self.pmu.collisions
    }

    /// Enables the recording of collisions of its table.
    pub fn enable_collision_coverage(&mut self) {
        self.model.enable_collision_coverage(&self.pmu.collisions);
    }

    /// The recorded collisions, if recording is enabled.
    pub fn collisions(&mut self) -> Option<&CollisionCoverage> {
        self.model.collisions()
    }

    /// Clears the recorded collisions.
    pub fn clear_collisions(&mut self) {
        self.model.clear_collisions();
    }
}

/// Pairs of positions, of which each becomes one with the next if they are adjacent in both words and equally wide in both.
fn joined(pairs: impl IntoIterator<Item = (Bits, Bits)>) -> Vec<(Bits, Bits)> {
    let mut all: Vec<(Bits, Bits)> = Vec::new();
    for (a, b) in pairs {
        let both = |last: &(Bits, Bits)| Some((last.0.joined(a)?, last.1.joined(b)?));
        let both = |last: &(Bits, Bits)| {
            both(last).filter(|(a, b)| last.0.width() == last.1.width() && a.width() == b.width())
        };
        match all.last_mut().and_then(|last| Some((both(last)?, last))) {
            Some((both, last)) => *last = both,
            None => all.push((a, b)),
        }
    }
    all
}

/// Positions of the input ports of a sub-block, in the top and in the sub-block.
///
/// Each pair covers at most [`CHUNK`] bits. Ports that are connected inside the top are skipped.
fn inputs(top: &Pmu, block: &Pmu, prefix: &str, copy: u32) -> Vec<(Bits, Bits)> {
    let mut pieces = Vec::new();
    for port in &block.description.in_ports {
        let name = format!("{prefix}{}", port.verilog);
        let Some(known) = top.description.in_ports.iter().find(|known| known.verilog == name) else { continue };
        let (theirs, own) = (top.frame.slot(&known.name), block.frame.slot(&port.name));
        for low in (0..port.width).step_by(CHUNK as usize) {
            let width = CHUNK.min(port.width - low);
            pieces.push((theirs.part(copy * port.width + low, width), own.part(low, width)));
        }
    }
    pieces
}
