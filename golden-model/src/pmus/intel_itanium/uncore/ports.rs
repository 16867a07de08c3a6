//! The signals between the D-Box and a box.

use crate::pmus::common::sub_block::SubBlock;
use crate::Bits;

/// Requests of a box to the D-Box in a cycle.
#[derive(Clone, Copy, Default)]
pub(super) struct Requests {
    pub overflow: bool,
    pub interrupt: bool,
}

/// The signals of a box, in the frame and the observation of its model.
#[derive(Clone, Copy)]
pub(super) struct FreezeWires {
    freeze: Bits,
    unfreeze: Bits,
    overflow: Bits,
    interrupt: Bits,
}

impl FreezeWires {
    pub fn new(block: &SubBlock) -> Self {
        Self {
            freeze: block.port("dbx_frz", 0, 1),
            unfreeze: block.port("dbx_unfrz", 0, 1),
            overflow: block.output("ovf"),
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
            interrupt: block.output_value(self.interrupt) == 1,
        }
    }
}
