//! The D-Box with its positions in an observation, without a register port.

use super::collisions::Acting;
use super::state::{Cycle, DBox};
use super::MISC;
use golden_model_core::{Pmu, WordPosition};

/// Number of boxes that it freezes.
const BOXES: usize = 5;

/// The line of a box whose pulses `ov_box` collects, for a PMU with a D-Box (DBOX-A02).
pub(crate) fn collected_line(pmu: &Pmu) -> &'static str {
    match pmu.description.chooses("DBOX-A02", "any-overflow") {
        true => "ovf_any",
        false => "ovf",
    }
}

/// Requests of a box to the D-Box in a cycle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Requests {
    /// An overflow that freezes the box.
    pub overflow: bool,
    /// An overflow that `ov_box` collects.
    pub collected: bool,
    pub interrupt: bool,
}

/// The D-Box of a processor.
#[derive(Clone)]
pub(crate) struct DBoxBlock {
    /// `frz`, `unfrz` and `ubox_int`.
    pulses: [WordPosition; 3],
    misc: WordPosition,
    state: DBox,
}

impl DBoxBlock {
    /// Creates the D-Box of a unit; `prefix` precedes the names of signals that are not registers.
    pub fn new(pmu: &Pmu, unit: &str, prefix: &str) -> Self {
        Self {
            pulses: ["frz", "unfrz", "ubox_int"].map(|name| pmu.output(&format!("{prefix}{name}"))),
            misc: pmu.output(&format!("{unit}.DBX_CSR_MISC")),
            state: DBox::default(),
        }
    }

    /// Returns the state.
    pub(super) fn state(&self) -> &DBox {
        &self.state
    }

    /// Returns the value read at an offset.
    pub fn read(&self, offset: u32) -> u64 {
        if offset == MISC {
            self.state.misc
        } else {
            0
        }
    }

    /// Returns DBX_CSR_MISC.
    pub fn misc(&self) -> u64 {
        self.state.misc
    }

    /// Whether it freezes all boxes in this cycle.
    pub fn freezes(&self) -> bool {
        self.state.freeze
    }

    /// Whether it unfreezes all boxes in this cycle.
    pub fn unfreezes(&self) -> bool {
        self.state.unfreeze
    }

    /// Whether it requests an interrupt in this cycle.
    pub fn interrupts(&self) -> bool {
        self.state.interrupt
    }

    /// Returns the causes of a cycle, with or without reset, for the inputs of [`DBoxBlock::step`].
    pub fn acting(&self, boxes: [Requests; BOXES], write: Option<(u32, u64)>) -> Acting {
        Acting::of(&self.state, inputs(boxes, write))
    }

    /// Writes outputs and state into an observation whose bits are 0 there.
    pub fn observe(&self, observation: &mut [u64]) {
        self.misc.put(observation, self.state.misc);
        let DBox { freeze, unfreeze, interrupt, .. } = self.state;
        self.pulses
            .iter()
            .zip([freeze, unfreeze, interrupt])
            .for_each(|(position, pulse)| position.put(observation, pulse));
    }

    /// Resets the state.
    pub fn reset(&mut self) {
        self.state = DBox::default();
    }

    /// Updates the state at the end of a cycle without reset.
    ///
    /// `boxes` contains the requests of each box, `write` offset and data.
    pub fn step(&mut self, boxes: [Requests; BOXES], write: Option<(u32, u64)>) {
        self.step_inputs(inputs(boxes, write));
    }

    pub(super) fn step_inputs(&mut self, cycle: Cycle) {
        self.state.step(cycle);
    }
}

/// Returns the inputs of a cycle, from the requests of each box and the write.
fn inputs(boxes: [Requests; BOXES], write: Option<(u32, u64)>) -> Cycle {
    let bits = |of: fn(&Requests) -> bool| {
        boxes.iter().enumerate().fold(0, |all, (number, one)| all | u64::from(of(one)) << number)
    };
    Cycle {
        overflows: bits(|one| one.overflow),
        collected: bits(|one| one.collected),
        interrupts: bits(|one| one.interrupt),
        write: write.filter(|(offset, _)| *offset == MISC).map(|(_, data)| data),
    }
}
