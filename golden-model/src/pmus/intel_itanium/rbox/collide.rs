//! Which causes act on which state in a clock. It only looks; what happens is in [`RBox::clock`].

use super::registers::Register;
use super::state::{Clock, CycleEffects, RBox};
use crate::collisions::{CollisionTable, CollisionCoverage, CollisionSite};

/// The fields of the table.
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

/// What acts on much of the state.
#[derive(Clone, Copy)]
struct SharedCauses {
    rst: bool,
    clear: bool,
    frozen: bool,
    freeze: bool,
}

impl CollisionSites {
    /// The fields by name.
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

    /// Notes the collisions of a clock, given the state at its start.
    pub fn note(&self, rbox: &RBox, rst: bool, clock: &Clock, outlook: &CycleEffects, met: &mut CollisionCoverage) {
        let common = SharedCauses { rst, clear: clock.clears(), frozen: rbox.frozen, freeze: clock.freeze };
        self.counters(rbox, common, clock, outlook, met);
        self.ports(rbox, common, clock, met);
        self.freezing(rbox, common, clock, outlook, met);
    }

    fn counters(&self, rbox: &RBox, common: SharedCauses, clock: &Clock, outlook: &CycleEffects, met: &mut CollisionCoverage) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        for (number, counter) in rbox.counters.iter().enumerate() {
            let event = outlook.reached >> number & 1 == 1;
            let (write, control) = (clock.writes(Register::Count(number)), clock.writes(Register::Control(number)));
            met.record(&self.low, [rst, clear, write, control, frozen, freeze, event], counter.low().into());
            let carry = event && counter.low() == u32::MAX;
            met.record(&self.high, [rst, clear, control, write, frozen, carry], counter.count >> 32);
            let overflow = event && counter.is_full();
            met.record(&self.ov, [rst, control, write, clear, frozen, overflow], counter.has_overflowed().into());
        }
    }

    fn ports(&self, rbox: &RBox, common: SharedCauses, clock: &Clock, met: &mut CollisionCoverage) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        for (number, port) in rbox.ports.iter().enumerate() {
            let traffic = &clock.traffic[number];
            for k in 0..2 {
                let iperf = &port.iperf[k];
                let write = clock.writes(Register::Iperf(number, k));
                let acts = |write: bool, add: bool| [rst, clear, write, frozen, freeze, add];
                let [eot, outb] = iperf.adds(traffic);
                met.record(&self.sums[0], acts(write, eot), iperf.eot_acc.into());
                met.record(&self.sums[1], acts(write, outb), iperf.outb_acc.into());
                let arb = clock.writes(Register::Arb(number));
                met.record(&self.sums[2], acts(arb, port.qlx.adds(k, traffic)), port.qlx.et_acc[k].into());
                met.record(&self.iperf, [rst, write], iperf.select.into());
            }
        }
    }

    fn freezing(&self, rbox: &RBox, common: SharedCauses, clock: &Clock, outlook: &CycleEffects, met: &mut CollisionCoverage) {
        let SharedCauses { rst, clear, frozen, freeze } = common;
        let triggered = outlook.triggering != 0;
        let (command, uncommand) = (clock.commands_freeze(), clock.commands_unfreeze());
        met.record(&self.frozen, [rst, freeze, command, triggered, clock.unfreeze, uncommand], frozen.into());
        // Counters whose next event would freeze the box.
        let about = || rbox.counters.iter().enumerate().filter(|(_, counter)| counter.is_full() && counter.freezes());
        let write = about().any(|(number, _)| clock.writes(Register::Count(number)));
        let control = about().any(|(number, _)| clock.writes(Register::Control(number)));
        let overflow = !frozen && about().any(|(number, _)| outlook.reached >> number & 1 == 1);
        met.record(&self.ovf, [rst, clear, write, control, freeze, overflow], rbox.ovf.into());
        let interrupts = overflow && rbox.interrupts();
        met.record(&self.pmi, [rst, clear, clock.disables(), freeze, interrupts], rbox.pmi.into());
    }
}
