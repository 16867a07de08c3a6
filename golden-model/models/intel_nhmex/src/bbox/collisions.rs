//! Records which causes act on which state of the B-Box in a cycle. It does not change the state; [`BBox::cycle`] does.

use super::state::{BBox, Register, COUNTERS, EN, MAX, PMI_EN, STORED};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    cnt: CollisionSite<6>,
    evt_sel: CollisionSite<4>,
    pmi: CollisionSite<7>,
}

/// Inputs of a cycle other than events.
#[derive(Clone, Copy)]
pub(super) struct Cycle {
    pub rst: bool,
    pub freeze: bool,
    pub written: Option<(Register, u64)>,
}

impl Cycle {
    /// Returns the data if this register is written.
    fn to(&self, register: Register) -> Option<u64> {
        self.written.filter(|(written, _)| *written == register).map(|(_, data)| data)
    }
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    ///
    /// # Panics
    /// If the fields of the table differ.
    pub fn new(table: &CollisionTable) -> Self {
        Self {
            cnt: table.site("CNT", ["reset", "write", "freeze", "enable", "select", "increment"]),
            evt_sel: table.site("EVT_SEL", ["reset", "write", "freeze", "overflow"]),
            pmi: table.site("pmi", ["reset", "freeze", "write", "overflow", "silent", "disable", "late"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    ///
    /// `occurs` returns whether an event line of a counter is 1.
    #[inline]
    pub fn record(
        &self,
        bbox: &BBox,
        cycle: Cycle,
        occurs: impl Fn(usize, u64) -> bool,
        collisions: &mut CollisionCoverage,
    ) {
        if !cycle.rst && !cycle.freeze && cycle.written.is_none() {
            return;
        }
        let mut full = [false; COUNTERS];
        for (counter, full) in full.iter_mut().enumerate() {
            let (control, count) = (bbox.read(Register::EvtSel(counter)), bbox.read(Register::Cnt(counter)));
            let (enabled, code) = (control & EN != 0, control >> 1 & 0x1F);
            let new = cycle.to(Register::EvtSel(counter)).map(|data| data & STORED);
            let write = cycle.to(Register::Cnt(counter)).is_some();
            let enable = !enabled && new.is_some_and(|new| new & EN != 0);
            let select = enabled && new.is_some_and(|new| new != control);
            let line = occurs(counter, code);
            let increment = line && (enabled || enable);
            collisions.record(&self.cnt, [cycle.rst, write, cycle.freeze, enable, select, increment], count);
            *full = enabled && line && count == MAX;
            collisions.record(&self.evt_sel, [cycle.rst, new.is_some(), cycle.freeze, *full], code);
        }
        self.pmi(bbox, cycle, full, collisions);
    }

    /// Records the collisions of the PMI, which the counters share. Its causes are those of the only counter about to
    /// overflow, or of any counter if none is.
    fn pmi(&self, bbox: &BBox, cycle: Cycle, full: [bool; COUNTERS], collisions: &mut CollisionCoverage) {
        let mut overflowing = (0..COUNTERS).filter(|&counter| full[counter]);
        let (first, only) = (overflowing.next(), overflowing.next().is_none());
        if !only {
            return;
        }
        let (data, write) = match cycle.written {
            Some((Register::EvtSel(counter), data)) if first.is_none_or(|first| first == counter) => {
                (Some(data), false)
            }
            Some((Register::Cnt(counter), _)) => (None, first.is_none_or(|first| first == counter)),
            _ => (None, false),
        };
        let disable = data.is_some_and(|data| data & (EN | PMI_EN) == 0);
        let late = data.is_some_and(|data| data & PMI_EN != 0);
        let sends = |on: bool| first.is_some_and(|counter| (bbox.read(Register::EvtSel(counter)) & PMI_EN != 0) == on);
        let causes = [cycle.rst, cycle.freeze, write, sends(true), sends(false), disable, late];
        collisions.record(&self.pmi, causes, bbox.pmi().into());
    }
}
