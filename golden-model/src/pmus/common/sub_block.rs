//! A block of a PMU that is made of others, stepped by its own model.

use crate::collisions::{CollisionCoverage, CollisionTable};
use crate::register_port::{Request, RequestPort, Response};
use crate::{Bits, CoveredModel, EventCoverage, Pmu, WordPosition};

/// Bits that are copied at a time.
const CHUNK: u32 = 64;

/// One instance: the model of the block alone, and where what it takes and gives lies in the whole.
pub(in crate::pmus) struct SubBlock {
    pmu: &'static Pmu,
    model: Box<dyn CoveredModel>,
    frame: Vec<u64>,
    observation: Vec<u64>,
    requests: RequestPort,
    /// Inputs in the frame of the whole, and in its own.
    inputs: Vec<(Bits, Bits)>,
    /// Outputs and state in its own observation, and in that of the whole.
    outputs: Vec<(Bits, WordPosition)>,
    error: Bits,
    rdata: Bits,
    /// Numbers of its counters in the whole, in their order.
    counters: Vec<usize>,
    /// Number of its first event row there.
    first_row: usize,
}

impl SubBlock {
    /// The instance of the PMU `of` whose first unit is `unit` and whose ports have this prefix. Inputs that the whole does not have are
    /// wired inside: [`Block::drive`].
    ///
    /// # Panics
    /// When the whole has no such instance.
    pub fn new(whole: &Pmu, of: &str, unit: &str, prefix: &str) -> Self {
        let pmu = Pmu::get(of).unwrap_or_else(|| panic!("there is no PMU {of}"));
        let description = &whole.description;
        let first = description.unit(unit).unwrap_or_else(|| panic!("there is no unit {unit}"));
        let units = first..first + pmu.description.units.len();
        let copy = if units.len() == 1 { description.units[first].index as u32 } else { 0 };
        let kinds: Vec<usize> = description.units[units.clone()].iter().map(|unit| unit.kind).collect();
        let shown = |name: &str| {
            let position = whole.observation.find(&pmu.description.name_in(unit, name))?.position();
            Some((pmu.observation.slot(name).bits(), position))
        };
        let signals = pmu.description.outputs.iter().chain(&pmu.description.states);
        let of_units = |(_, counter): &(usize, crate::description::Counter)| units.contains(&counter.unit);
        let first_row = description.events.rows.iter().position(|row| kinds.contains(&row.kind)).unwrap_or(0);
        let response = |name: &str| pmu.observation.slot(name).bits();
        Self {
            model: pmu.model(),
            frame: vec![0; pmu.frame.words()],
            observation: vec![0; pmu.observation.words()],
            requests: RequestPort::new(pmu),
            inputs: inputs(whole, pmu, prefix, copy),
            outputs: signals.filter_map(|signal| shown(&signal.name)).collect(),
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

    /// Some bits of an input port, for [`Block::drive`].
    pub fn port(&self, verilog: &str, low: u32, width: u32) -> Bits {
        self.pmu.frame.slot(verilog).part(low, width)
    }

    /// An output or state word, for [`Block::seen`].
    pub fn output(&self, name: &str) -> Bits {
        self.pmu.observation.slot(name).bits()
    }

    /// Takes over the inputs of a clock, with an access as the block knows it.
    pub fn take(&mut self, frame: &[u64], rst: bool, request: Option<Request>) {
        for (theirs, own) in &self.inputs {
            own.set(&mut self.frame, theirs.get(frame));
        }
        self.requests.put(&mut self.frame, rst, request);
    }

    /// Replaces an input of the clock that was taken over.
    pub fn drive(&mut self, at: Bits, value: impl Into<u64>) {
        at.set(&mut self.frame, value.into());
    }

    /// One clock: shows outputs and state where only zeros were, and answers the access.
    pub fn step(&mut self, observation: &mut [u64]) -> Response {
        self.model.step(&self.frame, &mut self.observation);
        for (own, theirs) in &self.outputs {
            theirs.put(observation, own.get(&self.observation));
        }
        Response { error: self.error.get(&self.observation) != 0, rdata: self.rdata.get(&self.observation) }
    }

    /// What it showed in the last clock.
    pub fn output_value(&self, at: Bits) -> u64 {
        at.get(&self.observation)
    }

    /// The state after reset.
    pub fn reset(&mut self) {
        self.model.reset();
    }

    /// Adds which rows its counters have counted.
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

    /// Forgets which rows its counters have counted.
    pub fn clear_counted(&mut self) {
        self.model.clear_event_coverage();
    }

    /// What collides in it alone.
    pub fn table(&self) -> &CollisionTable {
        &self.pmu.collisions
    }

    /// Notes collisions of its own table from now on.
    pub fn enable_collision_coverage(&mut self) {
        self.model.enable_collision_coverage(&self.pmu.collisions);
    }

    /// Those that it has met, if it notes them.
    pub fn collisions(&mut self) -> Option<&CollisionCoverage> {
        self.model.collisions()
    }

    /// Forgets which it has met.
    pub fn clear_collisions(&mut self) {
        self.model.clear_collisions();
    }
}

/// Where each input port of a block lies in the whole, but for those that are wired inside, piece by piece.
fn inputs(whole: &Pmu, block: &Pmu, prefix: &str, copy: u32) -> Vec<(Bits, Bits)> {
    let mut pieces = Vec::new();
    for port in &block.description.in_ports {
        let name = format!("{prefix}{}", port.verilog);
        let Some(known) = whole.description.in_ports.iter().find(|known| known.verilog == name) else { continue };
        let (theirs, own) = (whole.frame.slot(&known.name), block.frame.slot(&port.name));
        for low in (0..port.width).step_by(CHUNK as usize) {
            let width = CHUNK.min(port.width - low);
            pieces.push((theirs.part(copy * port.width + low, width), own.part(low, width)));
        }
    }
    pieces
}
