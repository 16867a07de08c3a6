//! Records which causes act on the state between the boxes in a cycle; changes no state of the model.

use super::links::Links;
use crate::common::{BankRegister, Broadcasts};
use crate::ubox::{Messages, Register, UBoxBlock};
use golden_model_core::collisions::{in_several, CollisionCoverage, CollisionSite, CollisionTable};

/// The fields of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ov_c: CollisionSite<5>,
    frz_lat: CollisionSite<5>,
    ubox_frz_lat: CollisionSite<5>,
    frz_bcast: CollisionSite<5>,
    frz_delay: CollisionSite<2>,
    unfrz_delay: CollisionSite<2>,
    msg_delay: CollisionSite<2>,
}

/// C-Boxes of a socket.
const CBOXES: u32 = 15;

/// Reset, messages and write at the U-Box in one cycle.
#[derive(Clone, Copy)]
pub(super) struct Cycle {
    pub rst: bool,
    /// The messages as they arrive at the U-Box.
    pub messages: Messages,
    pub written: Option<(Register, u64)>,
}

/// A box and its lines in a cycle.
pub(super) struct SocketContext<'b> {
    pub ovf_msg: bool,
    /// Whether the global freeze is in effect in the box.
    pub frozen: bool,
    pub links: &'b Links,
    /// The broadcasts that arrive.
    pub broadcasts: Broadcasts,
    /// Whether the status of the box, or the global status, is written.
    pub clears: bool,
}

impl CollisionSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let latch = ["reset", "own", "freeze", "unfreeze", "clear"];
        Self {
            ov_c: table.site("ov_c", ["reset", "message", "clear", "freeze", "unfreeze"]),
            frz_lat: table.site("frz_lat", latch),
            ubox_frz_lat: table.site("ubox_frz_lat", latch),
            frz_bcast: table.site("frz_bcast", ["reset", "box", "ubox", "frz_all", "unfrz_all"]),
            frz_delay: table.site("frz_delay", ["reset", "pulse"]),
            unfrz_delay: table.site("unfrz_delay", ["reset", "pulse"]),
            msg_delay: table.site("msg_delay", ["reset", "pulse"]),
        }
    }

    /// Records the collisions at a box and on its lines.
    pub fn at_box(&self, sent: Broadcasts, around: &SocketContext, rst: bool, collisions: &mut CollisionCoverage) {
        let SocketContext { ovf_msg, frozen, links, broadcasts, clears } = *around;
        collisions.record(&self.frz_lat, [rst, ovf_msg, broadcasts.freeze, broadcasts.unfreeze, clears], frozen.into());
        let [msg, frz, unfrz] = links.in_flight();
        collisions.record(&self.frz_delay, [rst, sent.freeze], frz);
        collisions.record(&self.unfrz_delay, [rst, sent.unfreeze], unfrz);
        collisions.record(&self.msg_delay, [rst, ovf_msg], msg);
    }

    /// Records the collisions at the U-Box that other boxes take part in.
    pub fn at_ubox(&self, ubox: &UBoxBlock, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let ubox = ubox.ubox();
        let (sent, status) = (ubox.broadcasts(), ubox.global_status());
        let to = |register: Register| cycle.written.filter(|(written, _)| *written == register).map(|(_, data)| data);
        let cleared = to(Register::GlobalStatus).unwrap_or(0) as u32;
        let all_if = |acts: bool| if acts { u32::MAX } else { 0 };
        let sets = [all_if(cycle.rst), cycle.messages.c, cleared >> 3, all_if(sent.freeze), all_if(sent.unfreeze)];
        let several = in_several(sets);
        for number in (0..CBOXES).filter(|number| several >> number & 1 != 0) {
            let bit = |set: u32| set >> (3 + number) & 1 != 0;
            let message = cycle.messages.c >> number & 1 != 0;
            let causes = [cycle.rst, message, bit(cleared), sent.freeze, sent.unfreeze];
            collisions.record(&self.ov_c, causes, bit(status).into());
        }
        let own = ubox.own_messages();
        let clears = cleared != 0 || to(Register::Bank(BankRegister::Status)).is_some_and(|data| data & 3 != 0);
        let causes = [cycle.rst, own != 0, sent.freeze, sent.unfreeze, clears];
        collisions.record(&self.ubox_frz_lat, causes, ubox.latch().frozen().into());
        let control = |bit: u32| to(Register::GlobalCtl).is_some_and(|data| data >> bit & 1 != 0);
        let new = |messages: u32| messages & !status != 0;
        let causes = [cycle.rst, new(cycle.messages.status_bits()), new(own), control(31), control(29)];
        collisions.record(&self.frz_bcast, causes, sent.freeze.into());
    }
}
