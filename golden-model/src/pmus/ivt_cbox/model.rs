//! The C-Box behind its register port and its straps.

use super::cbox::CBox;
use super::ports::{InputPorts, OutputPorts};
use super::registers::{Register, COUNTERS};
use crate::bus::{RequestPort, ResponsePort};
use crate::pmus::ivt_common::{Access, Broadcasts, Coverage, Rows};
use crate::{Bits, CountedRows, GoldenModel, Pmu};

/// Name of the only unit.
const UNIT: &str = "cbox";

/// A C-Box with its places in frames and observations.
#[derive(Clone)]
pub(super) struct CBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    inputs: InputPorts,
    straps: StrapPorts,
    broadcasts: BroadcastPorts,
    outputs: OutputPorts,
    cbox: CBox,
    rows: Rows,
    coverage: Coverage<COUNTERS>,
    marks: CountedRows,
}

/// Places of the inputs that tell a C-Box which one it is.
#[derive(Clone, Copy)]
struct StrapPorts {
    box_id: Bits,
    cbox_ovf: Bits,
}

/// Places of the broadcasts of the U-Box.
#[derive(Clone, Copy)]
struct BroadcastPorts {
    freeze: Bits,
    unfreeze: Bits,
}

impl CBoxModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let input = |name: &str| pmu.input(&format!("{UNIT}.{name}"));
        let description = &pmu.description;
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            inputs: InputPorts::new(pmu, UNIT),
            straps: StrapPorts { box_id: input("box_id"), cbox_ovf: input("cbox_ovf") },
            broadcasts: BroadcastPorts { freeze: input("frz_bcast"), unfreeze: input("unfrz_bcast") },
            outputs: OutputPorts::new(pmu, UNIT),
            cbox: CBox::new(),
            rows: Rows::new(description, 0),
            coverage: Coverage::new(description, 0),
            marks: CountedRows::new(description.counters().len(), description.events.rows.len()),
        };
        model.restart_coverage();
        model
    }

    fn restart_coverage(&mut self) {
        let controls = std::array::from_fn(|counter| self.cbox.bank().control(counter));
        self.coverage.restart(&self.marks, &self.rows, controls);
    }
}

impl GoldenModel for CBoxModel {
    fn reset(&mut self) {
        self.cbox = CBox::new();
        self.restart_coverage();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let box_id = self.straps.box_id.get(frame) as u32;
        let reports = self.straps.cbox_ovf.get(frame) != 0;
        let access = Access::decode(self.requests.request(frame), |addr| Register::at(addr, box_id, reports));
        observation.fill(0);
        self.responses.put(observation, access.answer(|register| self.cbox.read(register, reports)));
        self.outputs.observe(observation, &self.cbox);

        if self.requests.rst(frame) {
            self.reset();
            return;
        }
        let broadcasts = Broadcasts {
            freeze: self.broadcasts.freeze.get(frame) != 0,
            unfreeze: self.broadcasts.unfreeze.get(frame) != 0,
        };
        let inputs = self.inputs.of(frame);
        let growth = self.cbox.clock(&inputs, broadcasts, reports, access, self.coverage.asked());
        let bank = self.cbox.bank();
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
