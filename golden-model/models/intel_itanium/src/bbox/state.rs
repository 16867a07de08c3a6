//! State of a B-Box and its update in a cycle, in the order of the specification.

use super::accumulator::Accumulator;
use super::commands::{self, Command, Commands};
use super::counters::Counters;
use super::events::Occurred;
use super::imt::{self, Entries, Imt};
use super::iob::{self, Control, Iob, PacketIn, PacketOut, Snoops};
use super::queues::{Queues, Selected, SUM0, SUM1};
use super::registers::{
    counter_at, Ctl0, Ctl1, Ctl2, Ctl3, ARB_CNT0, ARB_CNT1, BZ_CNT, COUNTERS, CTL0, CTL1, CTL2, CTL3, IMT_CNT, IOB_CNT,
};
use golden_model_common::counter_set::CounterSet;
use golden_model_core::description::Description;

/// A response forward packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResponseForward {
    pub requestor_local: bool,
    pub responder_local: bool,
}

/// Inputs of a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    /// The freeze and unfreeze pulses of the D-Box.
    pub freeze: bool,
    pub unfreeze: bool,
    pub rfp: Option<ResponseForward>,
    pub imt: Entries,
    /// Queues with an insertion and with a removal, one bit each, numbered as in arbq_sel.
    pub inserted: u64,
    pub removed: u64,
    pub packet_in: Option<PacketIn>,
    pub packet_out: Option<PacketOut>,
    pub snoops: Snoops,
    pub command: Option<Command>,
    /// The id that the Z-Box acknowledges.
    pub ack: Option<u64>,
    pub nsl_success: bool,
    pub nsl_reject: bool,
    /// A hazard between tracker and IMT.
    pub hazard: bool,
    /// NSL events 0 to 3, one bit each.
    pub nsl_events: u64,
    /// Offset and data of a write.
    pub write: Option<(u32, u64)>,
}

/// What the events and the writes of a cycle do to the counters.
#[derive(Clone, Debug)]
pub struct CycleEffects {
    /// Counters whose event occurs, one bit each.
    pub occurring: CounterSet,
    /// Counters that count.
    pub counted: CounterSet,
    /// The counters at the end of the cycle, without the effect of the reset bit.
    pub counters: Counters,
    /// A counter overflows, whether or not its overflow bit is set.
    pub overflows: bool,
    /// A new overflow freezes the box.
    pub triggers: bool,
    /// An event caused this overflow, not a write.
    pub is_natural: bool,
}

/// Options that the user selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// IBBOX-A05: a freeze that a write causes does not interrupt.
    pub only_natural_interrupts: bool,
    /// IBBOX-A06: bit 12 of the class masks is NCB, not bit 11.
    pub ncb_is_bit_12: bool,
}

impl Options {
    /// The selected options of a description.
    pub fn of(description: &Description) -> Self {
        Self {
            only_natural_interrupts: description.chooses("IBBOX-A05", "natural-only"),
            ncb_is_bit_12: description.chooses("IBBOX-A06", "bit-12"),
        }
    }
}

/// The PMU of a B-Box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BBox {
    pub ctl0: Ctl0,
    pub ctl1: Ctl1,
    pub ctl2: Ctl2,
    pub ctl3: Ctl3,
    pub counters: Counters,
    pub imt: Imt,
    pub iob: Iob,
    pub commands: Commands,
    pub queues: Queues,
    /// Value of `ovf` in this cycle.
    pub request: bool,
    /// Value of `ovf_any` in this cycle, under DBOX-A02=any-overflow.
    pub any_overflow: bool,
    /// Value of `pmi` in this cycle.
    pub interrupt: bool,
    options: Options,
}

impl BBox {
    /// The state after reset.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Returns the value that software reads at an offset.
    pub fn read(&self, offset: u32) -> u64 {
        match offset {
            CTL0 => self.ctl0.0,
            CTL1 => self.ctl1.0,
            CTL2 => self.ctl2.0,
            CTL3 => self.ctl3.0,
            IOB_CNT => self.iob.read(),
            BZ_CNT => self.commands.read(),
            ARB_CNT0 => self.queues.read0(Selected::of(self.ctl2.arbq_sel0())),
            ARB_CNT1 => self.queues.read1(),
            IMT_CNT => self.imt.read(),
            _ => counter_at(offset).map_or(0, |counter| self.counters.read(counter)),
        }
    }

    /// Returns the control registers that the IOB uses.
    pub fn control(&self) -> Control {
        let ncb_bit = if self.options.ncb_is_bit_12 { 12 } else { 11 };
        Control { ctl0: self.ctl0, ctl2: self.ctl2, ctl3: self.ctl3, ncb_bit }
    }

    /// Whether a live transaction of the IOB begins; this is the value of `iob_tag_match`.
    pub fn begins(&self, cycle: &Cycle) -> bool {
        cycle.packet_in.is_some_and(|packet| self.iob.begins(&packet, self.control()))
    }

    /// Whether a live transaction of the IOB ends.
    pub fn ends(&self, cycle: &Cycle) -> bool {
        cycle.packet_out.is_some_and(|packet| self.iob.ends(&packet, self.control()))
    }

    /// Returns the data of a write to a register, if it is written.
    pub fn written(cycle: &Cycle, offset: u32) -> Option<u64> {
        cycle.write.filter(|(at, _)| *at == offset).map(|(_, data)| data)
    }

    /// Returns the counter whose register is written.
    pub fn counter_written(cycle: &Cycle) -> Option<usize> {
        cycle.write.and_then(|(offset, _)| counter_at(offset))
    }

    /// Whether a write selects other Z-Box commands.
    pub fn selects_other_commands(&self, cycle: &Cycle) -> bool {
        Self::written(cycle, CTL2).is_some_and(|data| Ctl2::written(data).z_op() != self.ctl2.z_op())
    }

    /// Returns what the events and the writes of a cycle do to the counters.
    pub fn effects(&self, cycle: &Cycle) -> CycleEffects {
        let occurred = Occurred::of(self, cycle);
        let occurs = |counter: usize| CounterSet::from(occurred.has(self.ctl1.code(counter))) << counter;
        let occurring = (0..COUNTERS).map(occurs).fold(0, |set, one| set | one);
        let written = Self::counter_written(cycle);
        let counted = occurring & self.counters.running(self.ctl0) & !written.map_or(0, |counter| 1 << counter);
        let mut counters = self.counters.clone();
        let overflows = counters.count(counted);
        if let (Some(counter), Some((_, data))) = (written, cycle.write) {
            counters.write(counter, data);
        }
        let aov = Self::written(cycle, CTL0).map_or(self.ctl0, Ctl0::written).aov();
        let requested = self.counters.overflowed & self.ctl0.aov();
        let triggering = counters.overflowed & aov & !requested;
        let by_event = counted & !self.counters.overflowed;
        let (triggers, is_natural) = (triggering != 0, triggering & by_event != 0);
        CycleEffects { occurring, counted, counters, overflows, triggers, is_natural }
    }

    /// Updates the state at the end of a cycle with these effects.
    pub fn step(&mut self, cycle: &Cycle, effects: CycleEffects) {
        let now = self.ctl0;
        // 1 and 2: events and counters.
        self.counters = effects.counters;
        // 3: accumulators add the live counts of this cycle, which are then updated.
        self.accumulate();
        self.follow(cycle);
        // 4: writes.
        if let Some((offset, data)) = cycle.write {
            self.write(offset, data);
        }
        // 5: the reset bit at the start of the cycle.
        if now.reset() {
            self.clear();
        }
        // 6: freeze.
        let manual = Self::written(cycle, CTL0).map(|data| Ctl0::written(data).frz());
        let frz = if effects.triggers || cycle.freeze || manual == Some(true) {
            true
        } else {
            now.frz() && !cycle.unfreeze && manual.is_none()
        };
        self.ctl0 = self.ctl0.with_frz(frz);
        self.request = effects.triggers;
        self.any_overflow = effects.triggers || effects.overflows;
        self.interrupt = effects.triggers && (effects.is_natural || !self.options.only_natural_interrupts);
    }

    fn accumulate(&mut self) {
        if self.ctl0.frz() || self.ctl0.reset() {
            return;
        }
        if self.ctl0.imt_en() {
            self.imt.sum.add(self.imt.live, imt::SUM);
        }
        if self.ctl0.bz_en() {
            let live = self.commands.live();
            self.commands.sum.add(live, commands::SUM);
        }
        if self.ctl0.iob_en() {
            let live = self.iob.operand(self.ctl2);
            self.iob.sum.add(live, iob::SUM);
        }
        if self.ctl0.arb_en() {
            let live = self.queues.live(Selected::of(self.ctl2.arbq_sel0()));
            let conflicts = self.queues.live(Selected::AnyConflict);
            self.queues.sums[0].add(live, SUM0);
            self.queues.sums[1].add(conflicts, SUM1);
        }
    }

    fn follow(&mut self, cycle: &Cycle) {
        let (begins, ends) = (self.begins(cycle), self.ends(cycle));
        self.iob.follow(begins, ends, cycle.snoops);
        self.imt.follow(cycle.imt);
        self.queues.follow(cycle.inserted, cycle.removed);
        let forgets = self.selects_other_commands(cycle);
        // Commands that begin in the cycle of such a write are not recorded (IBBOX-A12).
        self.commands.follow(cycle.command.filter(|_| !forgets), cycle.ack, self.ctl2.z_op());
        if forgets {
            self.commands.forget();
        }
    }

    fn write(&mut self, offset: u32, data: u64) {
        match offset {
            CTL0 => self.ctl0 = Ctl0::written(data),
            CTL1 => self.ctl1 = Ctl1::written(data),
            CTL2 => self.ctl2 = Ctl2::written(data),
            CTL3 => {
                self.ctl3 = Ctl3(data);
                self.iob.restart();
            }
            IOB_CNT => self.iob.write(data),
            BZ_CNT => self.commands.sum = Accumulator::loaded(data, commands::SUM),
            ARB_CNT0 => self.queues.write(0, data),
            ARB_CNT1 => self.queues.write(1, data),
            IMT_CNT => self.imt.sum = Accumulator::loaded(data, imt::SUM),
            // Counters were written with the effects of the cycle.
            _ => {}
        }
    }

    /// Clears counts, accumulators and their flags, but not overflow bits or live counts (IBBOX-A08).
    fn clear(&mut self) {
        self.counters.counts = [0; COUNTERS];
        self.imt.sum = Accumulator::default();
        self.iob.sum = Accumulator::default();
        self.commands.sum = Accumulator::default();
        self.queues.sums = Default::default();
    }
}
