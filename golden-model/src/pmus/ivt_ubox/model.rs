//! The U-Box behind its register port.

use super::ports::{InputPorts, OutputPorts};
use super::registers::{Register, COUNTERS};
use super::ubox::UBox;
use crate::bus::{RequestPort, ResponsePort};
use crate::pmus::ivt_common::{Access, Coverage, Rows};
use crate::{Bits, CountedRows, GoldenModel, Pmu};

/// Name of the only unit.
const UNIT: &str = "ubox";

/// The U-Box with its places in frames and observations.
#[derive(Clone)]
pub(super) struct UBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    inputs: InputPorts,
    ovf_c: Bits,
    outputs: OutputPorts,
    broadcasts: BroadcastPorts,
    ubox: UBox,
    rows: Rows,
    coverage: Coverage<COUNTERS>,
    marks: CountedRows,
}

/// Places of the broadcasts to all boxes.
#[derive(Clone, Copy)]
struct BroadcastPorts {
    freeze: Bits,
    unfreeze: Bits,
}

impl UBoxModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let output = |name: &str| pmu.observed(&format!("{UNIT}.{name}"));
        let description = &pmu.description;
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            inputs: InputPorts::new(pmu, UNIT),
            ovf_c: pmu.input(&format!("{UNIT}.ovf_c")),
            outputs: OutputPorts::new(pmu, UNIT),
            broadcasts: BroadcastPorts { freeze: output("frz_bcast"), unfreeze: output("unfrz_bcast") },
            ubox: UBox::new(),
            rows: Rows::new(description, 0),
            coverage: Coverage::new(description, 0),
            marks: CountedRows::new(description.counters().len(), description.events.rows.len()),
        };
        model.restart_coverage();
        model
    }

    fn restart_coverage(&mut self) {
        let controls = std::array::from_fn(|counter| self.ubox.bank().control(counter));
        self.coverage.restart(&self.marks, &self.rows, controls);
    }
}

impl GoldenModel for UBoxModel {
    fn reset(&mut self) {
        self.ubox = UBox::new();
        self.restart_coverage();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode(self.requests.request(frame), Register::at);
        observation.fill(0);
        self.responses.put(observation, access.answer(|register| self.ubox.read(register)));
        self.outputs.observe(observation, &self.ubox);
        self.broadcasts.freeze.put(observation, self.ubox.broadcasts().freeze);
        self.broadcasts.unfreeze.put(observation, self.ubox.broadcasts().unfreeze);

        if self.requests.rst(frame) {
            self.reset();
            return;
        }
        let inputs = self.inputs.of(frame, self.ovf_c.get(frame) as u32);
        let growth = self.ubox.clock(&inputs, access);
        let bank = self.ubox.bank();
        self.coverage.note(&mut self.marks, &self.rows, growth, |counter| bank.control(counter));
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.restart_coverage();
    }
}
