//! Records which causes act on which state in a cycle. It does not change the state; [`RBox::step`] does.

use super::registers::Register;
use super::state::{Cycle, CycleEffects, RBox};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    low: CollisionSite<7>,
    high: CollisionSite<6>,
    ov: CollisionSite<6>,
    frozen: CollisionSite<6>,
    ovf: CollisionSite<6>,
    pmi: CollisionSite<5>,
    /// `eot_acc`, `outb_acc` and `et_acc`.
    sums: [CollisionSite<6>; 3],
    iperf: CollisionSite<2>,
}

/// Causes that act on more than one field.
#[derive(Clone, Copy)]
struct SharedCauses {
    rst: bool,
    clear: bool,
    frozen: bool,
    freeze: bool,
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        let sum = |name| table.site(name, ["reset", "clear", "write", "frozen", "freeze", "add"]);
        Self {
            low: table.site("cnt", ["reset", "clear", "write", "control", "frozen", "freeze", "event"]),
            high: table.site("cnt_msb", ["reset", "clear", "control", "write", "frozen", "carry"]),
            ov: table.site("ov", ["reset", "control", "write", "clear", "frozen", "overflow"]),
            frozen: table.site("frozen", ["reset", "dbx_frz", "freeze", "overflow", "dbx_unfrz", "unfreeze"]),
            ovf: table.site("ovf", ["reset", "clear", "write", "control", "dbx_frz", "overflow"]),
            pmi: table.site("pmi", ["reset", "clear", "disable", "dbx_frz", "overflow"]),
            sums: ["eot_acc", "outb_acc", "et_acc"].map(sum),
            iperf: table.site("IPERF", ["reset", "write"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(
        &self,
        rbox: &RBox,
        rst: bool,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let common = SharedCauses { rst, clear: cycle.clears(), frozen: rbox.frozen, freeze: cycle.freeze };
        self.counters(rbox, common, cycle, effects, collisions);
        self.ports(rbox, common, cycle, collisions);
        self.freezing(rbox, common, cycle, effects, collisions);
    }

    fn counters(
        &self,
        rbox: &RBox,
        common: SharedCauses,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        for (number, counter) in rbox.counters.iter().enumerate() {
            let event = effects.reached >> number & 1 == 1;
            let (write, control) = (cycle.writes(Register::Count(number)), cycle.writes(Register::Control(number)));
            collisions.record(&self.low, [rst, clear, write, control, frozen, freeze, event], counter.low().into());
            let carry = event && counter.low() == u32::MAX;
            collisions.record(&self.high, [rst, clear, control, write, frozen, carry], counter.count >> 32);
            let overflow = event && counter.is_full();
            collisions.record(
                &self.ov,
                [rst, control, write, clear, frozen, overflow],
                counter.has_overflowed().into(),
            );
        }
    }

    fn ports(&self, rbox: &RBox, common: SharedCauses, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        for (number, port) in rbox.ports.iter().enumerate() {
            let traffic = &cycle.traffic[number];
            for k in 0..2 {
                let iperf = &port.iperf[k];
                let write = cycle.writes(Register::Iperf(number, k));
                let acts = |write: bool, add: bool| [rst, clear, write, frozen, freeze, add];
                let [eot, outb] = iperf.adds(traffic);
                collisions.record(&self.sums[0], acts(write, eot), iperf.eot_acc.into());
                collisions.record(&self.sums[1], acts(write, outb), iperf.outb_acc.into());
                let arb = cycle.writes(Register::Arb(number));
                collisions.record(&self.sums[2], acts(arb, port.qlx.adds(k, traffic)), port.qlx.et_acc[k].into());
                collisions.record(&self.iperf, [rst, write], iperf.select.into());
            }
        }
    }

    fn freezing(
        &self,
        rbox: &RBox,
        common: SharedCauses,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        let triggered = effects.triggering != 0;
        let (freeze_by_write, unfreeze_by_write) = (cycle.commands_freeze(), cycle.commands_unfreeze());
        collisions.record(
            &self.frozen,
            [rst, freeze, freeze_by_write, triggered, cycle.unfreeze, unfreeze_by_write],
            frozen.into(),
        );
        // Counters whose next event would freeze the box.
        let near_overflow =
            || rbox.counters.iter().enumerate().filter(|(_, counter)| counter.is_full() && counter.freezes());
        let write = near_overflow().any(|(number, _)| cycle.writes(Register::Count(number)));
        let control = near_overflow().any(|(number, _)| cycle.writes(Register::Control(number)));
        let overflow = !frozen && near_overflow().any(|(number, _)| effects.reached >> number & 1 == 1);
        collisions.record(&self.ovf, [rst, clear, write, control, freeze, overflow], rbox.ovf.into());
        let interrupts = overflow && rbox.interrupts();
        collisions.record(&self.pmi, [rst, clear, cycle.disables(), freeze, interrupts], rbox.pmi.into());
    }
}
