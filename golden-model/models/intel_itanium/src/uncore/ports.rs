//! The signals between the D-Box and a box.

use crate::dbox::Requests;
use golden_model_common::sub_block::SubBlock;
use golden_model_core::Bits;

/// The signals of a box, in the frame and the observation of its model.
#[derive(Clone, Copy)]
pub(super) struct FreezeWires {
    freeze: Bits,
    unfreeze: Bits,
    overflow: Bits,
    collected: Bits,
    interrupt: Bits,
}

impl FreezeWires {
    /// Finds the signals; `collected` is the line whose pulses `ov_box` collects.
    pub fn new(block: &SubBlock, collected: &str) -> Self {
        Self {
            freeze: block.port("dbx_frz", 0, 1),
            unfreeze: block.port("dbx_unfrz", 0, 1),
            overflow: block.output("ovf"),
            collected: block.output(collected),
            interrupt: block.output("pmi"),
        }
    }

    /// Drives the pulses of the D-Box into the box.
    pub fn drive(&self, block: &mut SubBlock, freeze: bool, unfreeze: bool) {
        block.drive(self.freeze, freeze);
        block.drive(self.unfreeze, unfreeze);
    }

    /// Returns the requests of the box in the last observed cycle.
    pub fn requests(&self, block: &SubBlock) -> Requests {
        Requests {
            overflow: block.output_value(self.overflow) == 1,
            collected: block.output_value(self.collected) == 1,
            interrupt: block.output_value(self.interrupt) == 1,
        }
    }
}
