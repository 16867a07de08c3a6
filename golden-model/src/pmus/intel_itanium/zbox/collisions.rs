//! Records which causes act on which state in a cycle. It does not change the state; [`ZBox::step`] does.

use super::state::{CounterStep, Cycle, Write, ZBox, COUNTERS};
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

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

/// Pending effects of a counter, without the causes that may suppress them.
#[derive(Clone, Copy, Default)]
struct PendingEffects {
    /// It is enabled and its next increment overflows; the box may be frozen.
    overflow: bool,
    /// It overflows in a box that is not frozen, and the overflow freezes the box.
    freeze: bool,
    /// It overflows in a box that is not frozen, and the overflow does not freeze the box.
    silent: bool,
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
        let pending: [PendingEffects; COUNTERS] = std::array::from_fn(|index| {
            let counter = &zbox.counters[index];
            let overflow = counter.runs() && counter.plus(steps[index].increment).overflows;
            let here = overflow && !zbox.frozen;
            let freezes = counter.freezes_the_box();
            PendingEffects { overflow, freeze: here && freezes, silent: here && !freezes }
        });
        let clr_all = matches!(cycle.write, Some(Write::ClearAll(_)));
        for index in 0..COUNTERS {
            self.counter(zbox, rst, index, steps[index].increment > 0, cycle, collisions);
            let (counter, effects) = (&zbox.counters[index], pending[index]);
            let clear = matches!(cycle.write, Some(Write::Status(data)) if data >> index & 1 == 1);
            let write = !clr_all && cycle.write.is_some_and(|write| write.replaces(index));
            let causes = [rst, clr_all, write, zbox.frozen, effects.overflow, clear];
            collisions.record(&self.flag, causes, counter.overflowed.into());
            // State of the box is recorded for a counter only if no other counter would act on it.
            let alone = (0..COUNTERS).all(|other| other == index || !pending[other].freeze && !pending[other].silent);
            if alone {
                self.common(zbox, [rst, clr_all, write, counter.overflowed, clear], effects, cycle, collisions);
            }
        }
    }

    /// Records the collisions of a counter's count and event selection.
    fn counter(
        &self,
        zbox: &ZBox,
        rst: bool,
        index: usize,
        occurs: bool,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let counter = &zbox.counters[index];
        let clr_all = matches!(cycle.write, Some(Write::ClearAll(_)));
        let high = matches!(cycle.write, Some(Write::High(of, _)) if of == index);
        let low = matches!(cycle.write, Some(Write::Low(of, _)) if of == index);
        let control = match cycle.write {
            Some(Write::Control(of, data)) if of == index => Some(data & 0x3FF),
            _ => None,
        };
        let enable = !counter.is_enabled() && control.is_some_and(|data| data & 1 == 1);
        let select = counter.is_enabled() && control.is_some_and(|data| data != counter.control);
        let stop = cycle.write.is_some_and(Write::freezes);
        let clear = matches!(cycle.write, Some(Write::Status(data)) if data >> index & 1 == 1);
        let increment = occurs && !counter.is_frozen() && (counter.is_enabled() || enable);
        if counter.wraps() {
            let causes =
                [rst, clr_all, high, low, zbox.frozen, enable, cycle.freeze, stop, cycle.unfreeze, select, increment];
            collisions.record(&self.wrapping, causes, counter.count);
        } else if !zbox.frozen {
            let causes = [rst, clr_all, high, low, counter.is_stopped(), clear, increment];
            collisions.record(&self.saturating, causes, counter.count);
        }
        collisions.record(&self.inc_sel, [rst, control.is_some(), low, increment], counter.control >> 4);
    }

    /// Records the collisions of the freeze state of the box and of the overflow pulse.
    fn common(
        &self,
        zbox: &ZBox,
        causes: [bool; 5],
        pending: PendingEffects,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let [rst, clr_all, write, flagged, clear] = causes;
        let (write_frz, write_unfrz) =
            (cycle.write.is_some_and(Write::freezes), cycle.write.is_some_and(Write::unfreezes));
        let causes =
            [rst, clr_all, write, flagged, clear, pending.freeze, cycle.freeze, write_frz, cycle.unfreeze, write_unfrz];
        collisions.record(&self.frozen, causes, zbox.frozen.into());
        if !flagged {
            let causes = [rst, clr_all, write, pending.freeze, pending.silent, write_frz, cycle.freeze];
            collisions.record(&self.pulse, causes, zbox.pulse.into());
        }
    }
}
