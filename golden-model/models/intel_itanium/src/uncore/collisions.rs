//! Records which causes act on the state between the boxes in a cycle. It does not change the state; the other modules do.
//!
//! The freeze state of a box and the counts of its counters are also in the tables of the boxes verified alone, with the
//! same causes. They are merged from the collisions that the boxes record.

use super::FrozenBoxes;
use crate::{dbox, qear};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable, SubBlockField};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ov_box: CollisionSite<5>,
    frz: CollisionSite<5>,
    unfrz: CollisionSite<5>,
    ubox_int: CollisionSite<5>,
    inprog: CollisionSite<7>,
    /// Fields inside a box of each kind: B-Boxes, Z-Boxes, R-Box.
    inside: [Vec<SubBlockField>; 3],
}

/// Causes and state of the D-Box in a cycle.
#[derive(Clone, Copy)]
pub(super) struct DBoxCauses {
    pub rst: bool,
    /// Requests of the boxes to the D-Box, the R-Box last.
    pub requested: [dbox::Requests; 5],
    pub acting: dbox::Acting,
    /// DBX_CSR_MISC.
    pub misc: u64,
    /// Pulses that it sends.
    pub freeze: bool,
    pub unfreeze: bool,
    pub interrupt: bool,
}

impl CollisionSites {
    /// Finds the fields of the top and of a box of each kind by name.
    ///
    /// # Panics
    /// If the fields of the tables differ.
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

    /// Records the collisions in the D-Box.
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

    /// Records the collisions in the event address register of a core.
    pub fn at_core(&self, core: qear::Acting, dbox: &DBoxCauses, collisions: &mut CollisionCoverage) {
        let qear::Acting { open, write, response: answer, frozen, request, .. } = core;
        let causes = [dbox.rst, write, answer, frozen, request, dbox.freeze, dbox.unfreeze];
        collisions.record(&self.inprog, causes, open.into());
    }

    /// Merges the collisions that a box recorded. `kind` is 0 for a B-Box, 1 for a Z-Box, 2 for the R-Box.
    pub fn in_box(&self, kind: usize, of: &CollisionCoverage, collisions: &mut CollisionCoverage) {
        self.inside[kind].iter().for_each(|inside| collisions.merge_sub_block(inside, of));
    }
}
