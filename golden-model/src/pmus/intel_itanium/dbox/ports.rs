//! The D-Box with its place in an observation, without a register port.

use super::collisions::Acting;
use super::state::{Cycle, DBox};
use super::MISC;
use crate::{Pmu, WordPosition};

/// Boxes that it freezes.
const BOXES: usize = 5;

/// The D-Box of a processor.
#[derive(Clone)]
pub(in crate::pmus) struct DBoxBlock {
    /// `frz`, `unfrz` and `ubox_int`.
    pulses: [WordPosition; 3],
    misc: WordPosition,
    state: DBox,
}

impl DBoxBlock {
    /// That of a unit, where the names of what is not a register begin with `prefix`.
    pub fn new(pmu: &Pmu, unit: &str, prefix: &str) -> Self {
        Self {
            pulses: ["frz", "unfrz", "ubox_int"].map(|name| pmu.output(&format!("{prefix}{name}"))),
            misc: pmu.output(&format!("{unit}.DBX_CSR_MISC")),
            state: DBox::default(),
        }
    }

    /// What it remembers.
    pub(super) fn state(&self) -> &DBox {
        &self.state
    }

    /// What a read of an offset gives.
    pub fn read(&self, offset: u32) -> u64 {
        if offset == MISC {
            self.state.misc
        } else {
            0
        }
    }

    /// DBX_CSR_MISC.
    pub fn misc(&self) -> u64 {
        self.state.misc
    }

    /// Whether it freezes all boxes in this clock.
    pub fn freezes(&self) -> bool {
        self.state.freeze
    }

    /// Whether it unfreezes all boxes in this clock.
    pub fn unfreezes(&self) -> bool {
        self.state.unfreeze
    }

    /// Whether it requests an interrupt in this clock.
    pub fn interrupts(&self) -> bool {
        self.state.interrupt
    }

    /// What acts on it in a clock, whether or not that is one of reset, as [`PlacedDBox::clock`] is told it.
    pub fn acting(&self, boxes: [(bool, bool); BOXES], write: Option<(u32, u64)>) -> Acting {
        Acting::of(&self.state, inputs(boxes, write))
    }

    /// Writes outputs and state where only zeros were.
    pub fn observe(&self, observation: &mut [u64]) {
        self.misc.put(observation, self.state.misc);
        let DBox { freeze, unfreeze, interrupt, .. } = self.state;
        self.pulses
            .iter()
            .zip([freeze, unfreeze, interrupt])
            .for_each(|(position, pulse)| position.put(observation, pulse));
    }

    /// The state after reset.
    pub fn reset(&mut self) {
        self.state = DBox::default();
    }

    /// One clock without reset, with overflow and interrupt request of each box and the write of the clock at an offset.
    pub fn step(&mut self, boxes: [(bool, bool); BOXES], write: Option<(u32, u64)>) {
        self.step_inputs(inputs(boxes, write));
    }

    pub(super) fn step_inputs(&mut self, cycle: Cycle) {
        self.state.step(cycle);
    }
}

/// What a clock brings, with overflow and interrupt request of each box and the write of the clock at an offset.
fn inputs(boxes: [(bool, bool); BOXES], write: Option<(u32, u64)>) -> Cycle {
    let bits = |of: fn(&(bool, bool)) -> bool| {
        boxes.iter().enumerate().fold(0, |all, (number, one)| all | u64::from(of(one)) << number)
    };
    Cycle {
        overflows: bits(|one| one.0),
        interrupts: bits(|one| one.1),
        write: write.filter(|(offset, _)| *offset == MISC).map(|(_, data)| data),
    }
}
