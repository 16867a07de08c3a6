//! Records which causes act on which state in a cycle. It does not change the state; [`ZBox::step`] does.

use super::counters::{CONTROL, EN};
use super::state::{CounterStep, Cycle, Write, ZBox, COUNTERS};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    wrapping: CollisionSite<11>,
    saturating: CollisionSite<7>,
    flag: CollisionSite<6>,
    frozen: CollisionSite<10>,
    pulse: CollisionSite<7>,
    inc_sel: CollisionSite<4>,
}

/// Causes that act on more than one field.
#[derive(Clone, Copy)]
struct SharedCauses {
    rst: bool,
    clr_all: bool,
    /// Writes of the status register that freeze and unfreeze the box.
    write_frz: bool,
    write_unfrz: bool,
}

/// Whether a write clears the overflow flag of a counter only.
fn clears(cycle: &Cycle, index: usize) -> bool {
    matches!(cycle.write, Some(Write::Status(data)) if data >> index & 1 == 1)
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        let counting = ["reset", "clr_all", "write_high", "write_low", "frozen", "enable"];
        let [reset, clr_all, high, low, frozen, enable] = counting;
        Self {
            wrapping: table.site(
                "CNT",
                [reset, clr_all, high, low, frozen, enable, "freeze", "stop", "unfreeze", "select", "increment"],
            ),
            saturating: table.site("CNT_SAT", [reset, clr_all, high, low, "stopped", "clear", "increment"]),
            flag: table.site("cnt_ov", [reset, clr_all, "write", frozen, "overflow", "clear"]),
            frozen: table.site(
                "frz",
                [
                    reset,
                    clr_all,
                    "write",
                    "flagged",
                    "clear",
                    "overflow",
                    "dbx_frz",
                    "write_frz",
                    "dbx_unfrz",
                    "write_unfrz",
                ],
            ),
            pulse: table.site("ovf", [reset, clr_all, "write", "overflow", "silent", "write_frz", "dbx_frz"]),
            inc_sel: table.site("inc_sel", [reset, "write", low, "increment"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(
        &self,
        zbox: &ZBox,
        rst: bool,
        steps: &[CounterStep; COUNTERS],
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let common = SharedCauses {
            rst,
            clr_all: matches!(cycle.write, Some(Write::ClearAll(_))),
            write_frz: cycle.write.is_some_and(Write::freezes),
            write_unfrz: cycle.write.is_some_and(Write::unfreezes),
        };
        for (index, step) in steps.iter().enumerate() {
            self.counter(zbox, index, common, step, cycle, collisions);
            // State of the box is recorded for a counter only if no other counter would act on it.
            let is_other = |(other, step): (usize, &CounterStep)| other != index && step.is_due;
            if zbox.frozen || !steps.iter().enumerate().any(is_other) {
                self.freezing(zbox, index, common, step, cycle, collisions);
            }
        }
    }

    /// Records the collisions of a counter's count, event selection and overflow flag.
    fn counter(
        &self,
        zbox: &ZBox,
        index: usize,
        common: SharedCauses,
        step: &CounterStep,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let SharedCauses { rst, clr_all, write_frz: stop, .. } = common;
        let (counter, frozen, clear) = (&zbox.counters[index], zbox.frozen, clears(cycle, index));
        let high = matches!(cycle.write, Some(Write::High(of, _)) if of == index);
        let low = matches!(cycle.write, Some(Write::Low(of, _)) if of == index);
        let control = match cycle.write {
            Some(Write::Control(of, data)) if of == index => Some(data & CONTROL),
            _ => None,
        };
        let enable = !counter.is_enabled() && control.is_some_and(|data| data & EN != 0);
        let select = counter.is_enabled() && control.is_some_and(|data| data != counter.control);
        let increment = step.increment > 0 && !counter.is_frozen() && (counter.is_enabled() || enable);
        if counter.wraps() {
            let causes =
                [rst, clr_all, high, low, frozen, enable, cycle.freeze, stop, cycle.unfreeze, select, increment];
            collisions.record(&self.wrapping, causes, counter.count);
        } else if !frozen {
            let causes = [rst, clr_all, high, low, counter.is_stopped(), clear, increment];
            collisions.record(&self.saturating, causes, counter.count);
        }
        collisions.record(&self.inc_sel, [rst, control.is_some(), low, increment], counter.selected() as u64);
        let causes = [rst, clr_all, high || low, frozen, step.is_due, clear];
        collisions.record(&self.flag, causes, counter.overflowed.into());
    }

    /// Records the collisions of the freeze state of the box and of the overflow pulse.
    fn freezing(
        &self,
        zbox: &ZBox,
        index: usize,
        common: SharedCauses,
        step: &CounterStep,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let SharedCauses { rst, clr_all, write_frz, write_unfrz } = common;
        let (counter, clear) = (&zbox.counters[index], clears(cycle, index));
        let write = !clr_all && cycle.write.is_some_and(|write| write.replaces(index));
        let overflow = step.is_due && !zbox.frozen;
        let (freeze, silent) = (overflow && counter.freezes_the_box(), overflow && !counter.freezes_the_box());
        let flagged = counter.overflowed;
        let causes =
            [rst, clr_all, write, flagged, clear, freeze, cycle.freeze, write_frz, cycle.unfreeze, write_unfrz];
        collisions.record(&self.frozen, causes, zbox.frozen.into());
        if !flagged {
            let causes = [rst, clr_all, write, freeze, silent, write_frz, cycle.freeze];
            collisions.record(&self.pulse, causes, zbox.pulse.into());
        }
    }
}
