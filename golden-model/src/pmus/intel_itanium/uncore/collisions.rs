//! Which causes act on the state between the boxes in a clock. It only looks; what happens is in the other modules.
//!
//! Whether a box is frozen and what its counters count is in the tables of the boxes alone too, with the same causes: there it is taken from
//! what they have noted.

use super::ports::Requests;
use super::FrozenBoxes;
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable, SubBlockField};
use crate::pmus::intel_itanium::{dbox, qear};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ov_box: CollisionSite<5>,
    frz: CollisionSite<5>,
    unfrz: CollisionSite<5>,
    ubox_int: CollisionSite<5>,
    inprog: CollisionSite<7>,
    /// Those that are inside a box of each kind: B-Boxes, Z-Boxes, R-Box.
    inside: [Vec<SubBlockField>; 3],
}

/// The D-Box in a clock.
#[derive(Clone, Copy)]
pub(super) struct DBoxCauses {
    pub rst: bool,
    /// What the boxes ask of it, the R-Box last.
    pub requested: [Requests; 5],
    pub acting: dbox::Acting,
    /// DBX_CSR_MISC.
    pub misc: u64,
    /// What it sends.
    pub freeze: bool,
    pub unfreeze: bool,
    pub interrupt: bool,
}

impl CollisionSites {
    /// The fields by name, of the whole and of a box of each kind.
    ///
    /// # Panics
    /// When the tables have others.
    pub fn new(table: &CollisionTable, [bbox, zbox, rbox]: [&FrozenBoxes; 3]) -> Self {
        let inside = |of: &FrozenBoxes, fields: &[(&str, &str)]| {
            let fields = fields.iter();
            fields.map(|(field, of_field)| table.inside(field, of.block.table(), of_field)).collect()
        };
        Self {
            ov_box: table.site("ov_box", ["reset", "overflow", "write", "freeze", "unfreeze"]),
            frz: table.site("frz", ["reset", "box", "rbox", "freeze", "unfreeze"]),
            unfrz: table.site("unfrz", ["reset", "unfreeze", "freeze", "box", "rbox"]),
            ubox_int: table.site("ubox_int", ["reset", "box", "rbox", "silent", "freeze"]),
            inprog: table.site("inprog", ["reset", "write", "answer", "frozen", "request", "freeze", "unfreeze"]),
            inside: [
                inside(bbox, &[("bbox_frz", "frz"), ("bbox_frozen", "frz"), ("bbox_cnt", "cnt")]),
                inside(zbox, &[("zbox_frz", "frz"), ("zbox_cnt", "CNT")]),
                inside(rbox, &[("rbox_frz", "frozen"), ("rbox_cnt", "cnt")]),
            ],
        }
    }

    /// Notes what collides in the D-Box.
    pub fn at_dbox(&self, dbox: &DBoxCauses, collisions: &mut CollisionCoverage) {
        let DBoxCauses { rst, requested, acting, misc, freeze: frz, unfreeze: unfrz, interrupt } = *dbox;
        let dbox::Acting { recorded, forwards, write, freeze, unfreeze } = acting;
        for bit in 8..14 {
            collisions.record(&self.ov_box, [rst, recorded >> bit & 1 == 1, write, frz, unfrz], misc >> bit & 1);
        }
        let [boxes @ .., rbox] = requested;
        let (by_box, by_rbox) = (forwards && boxes.iter().any(|one| one.overflow), forwards && rbox.overflow);
        collisions.record(&self.frz, [rst, by_box, by_rbox, freeze, unfreeze], frz.into());
        collisions.record(&self.unfrz, [rst, unfreeze, freeze, by_box, by_rbox], unfrz.into());
        let silent = rbox.overflow && !rbox.interrupt;
        let causes = [rst, boxes.iter().any(|one| one.interrupt), rbox.interrupt, silent, freeze];
        collisions.record(&self.ubox_int, causes, interrupt.into());
    }

    /// Notes what collides in the event address register of a core.
    pub fn at_core(&self, core: qear::Acting, dbox: &DBoxCauses, collisions: &mut CollisionCoverage) {
        let qear::Acting { open, write, response: answer, frozen, request, .. } = core;
        let causes = [dbox.rst, write, answer, frozen, request, dbox.freeze, dbox.unfreeze];
        collisions.record(&self.inprog, causes, open.into());
    }

    /// Takes over what a box has noted. `kind` is 0 of a B-Box, 1 of a Z-Box, 2 of the R-Box.
    pub fn in_box(&self, kind: usize, of: &CollisionCoverage, collisions: &mut CollisionCoverage) {
        self.inside[kind].iter().for_each(|inside| collisions.merge_sub_block(inside, of));
    }
}
