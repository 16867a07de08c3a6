//! Records which causes act on which state of a C-Box in a cycle; changes no state of the model.

use super::ports::Inputs;
use super::registers::Register;
use super::state::{stored, CBox};
use crate::common::{ActiveCauses, BoxCtl, BoxSites, Broadcasts, StartState};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The fields of a C-Box's collision table: those of every box, and its filters.
#[derive(Clone)]
pub(crate) struct CollisionSites {
    boxes: BoxSites,
    filter: CollisionSite<4>,
    filter1: CollisionSite<4>,
}

/// Reset, broadcasts, write and strap in one cycle.
#[derive(Clone, Copy)]
pub(crate) struct Cycle {
    pub rst: bool,
    /// The strap `cbox_ovf`.
    pub reports: bool,
    pub broadcasts: Broadcasts,
    pub written: Option<(Register, u64)>,
}

impl Cycle {
    /// The data of a write to this register, if there is one.
    fn to(&self, register: Register) -> Option<u64> {
        self.written.filter(|(written, _)| *written == register).map(|(_, data)| data)
    }

    /// Whether the cycle has a cause that can coincide with another.
    #[inline]
    pub fn is_rare(&self) -> bool {
        self.rst || self.written.is_some() || self.broadcasts.freeze || self.broadcasts.unfreeze
    }
}

impl CollisionSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let filter = ["reset", "write", "rst_ctrl", "rst_ctrs"];
        Self {
            boxes: BoxSites::new(table),
            filter: table.site("FILTER", filter),
            filter1: table.site("FILTER1", filter),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(&self, cbox: &CBox, inputs: &impl Inputs, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let Cycle { rst, reports, broadcasts, written } = cycle;
        let box_ctl = cycle.to(Register::BoxCtl).map(BoxCtl);
        let [rst_ctrl, rst_ctrs] =
            [BoxCtl::resets_controls, BoxCtl::resets_counters].map(|asks| box_ctl.is_some_and(asks));
        let of = |register: Register| [rst, cycle.to(register).is_some(), rst_ctrl, rst_ctrs];
        collisions.record(&self.filter, of(Register::Filter), cbox.filters().state());
        collisions.record(&self.filter1, of(Register::Filter1), cbox.filters().opc());

        let written = written.and_then(|(register, data)| Some((register.of_bank()?, data)));
        let before = StartState {
            bank: cbox.bank(),
            freeze: cbox.freeze(),
            stored: stored(reports),
            status_bit: 0,
            source: cbox.source(reports),
        };
        let acts = ActiveCauses { rst, broadcasts, box_ctl, written };
        self.boxes.record(&before, acts, |counter| cbox.raw(counter, inputs), collisions);
    }
}
