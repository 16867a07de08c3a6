//! Event codes that occur in a cycle (5.5.6, Table 5-22).

use super::iob::{is_counted_in, is_counted_out};
use super::queues::{Queues, Selected};
use super::registers::Transactions;
use super::state::{BBox, Cycle};

/// Set of event codes, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurred(pub u64);

impl Occurred {
    fn put(&mut self, code: u32, occurs: bool) {
        self.0 |= u64::from(occurs) << code;
    }

    /// Whether the event with this code occurs.
    pub fn has(self, code: u64) -> bool {
        self.0 >> code & 1 == 1
    }

    /// Returns the events of a cycle, from its inputs and from the live counts and flags at its start.
    pub fn of(state: &BBox, cycle: &Cycle) -> Self {
        let mut occurred = Self::default();
        occurred.rfp_and_imt(state, cycle);
        occurred.arbiter(state, cycle);
        occurred.iob(state, cycle);
        occurred.snoops(cycle);
        occurred.commands(state, cycle);
        occurred.put(0x25, true);
        occurred.put(0x26, cycle.nsl_success);
        occurred.put(0x27, cycle.hazard);
        occurred.put(0x28, cycle.nsl_reject);
        (0..4).for_each(|event| occurred.put(0x2A + event, cycle.nsl_events >> event & 1 == 1));
        occurred
    }

    fn rfp_and_imt(&mut self, state: &BBox, cycle: &Cycle) {
        if let Some(rfp) = cycle.rfp {
            self.put(u32::from(!rfp.requestor_local) | u32::from(!rfp.responder_local) << 1, true);
        }
        self.put(0x04, state.imt.sum.carry && state.ctl0.imt_en());
        self.put(0x05, cycle.imt.allocated);
        self.put(0x06, cycle.imt.popped);
        self.put(0x07, state.imt.live != 0);
        self.put(0x29, state.imt.is_full());
    }

    fn arbiter(&mut self, state: &BBox, cycle: &Cycle) {
        let (queues, enabled) = (&state.queues, state.ctl0.arb_en());
        let [selected0, selected1] = [state.ctl2.arbq_sel0(), state.ctl2.arbq_sel1()].map(Selected::of);
        self.put(0x08, queues.sums[0].carry && enabled && selected0.overflows());
        self.put(0x09, queues.inserts(selected0, cycle.inserted));
        self.put(0x0A, Queues::removes(selected0, cycle.removed));
        self.put(0x0B, queues.is_not_empty(selected0));
        self.put(0x0C, queues.is_full(selected0, cycle.inserted));
        self.put(0x0D, queues.sums[1].carry && enabled);
        self.put(0x0E, queues.inserts(Selected::AnyConflict, cycle.inserted));
        self.put(0x0F, Queues::removes(Selected::AnyConflict, cycle.removed));
        self.put(0x10, queues.is_not_empty(selected1));
        self.put(0x11, queues.is_full(selected1, cycle.inserted));
    }

    fn iob(&mut self, state: &BBox, cycle: &Cycle) {
        let control = state.control();
        self.put(0x16, state.iob.sum.carry && state.ctl0.iob_en());
        let (begins, ends) = match state.ctl2.transactions() {
            Transactions::Snoops => {
                let sides = state.ctl2.live_sides();
                (cycle.snoops.sent & sides != 0, cycle.snoops.answered & sides != 0)
            }
            _ => (state.begins(cycle), state.ends(cycle)),
        };
        self.put(0x17, begins);
        self.put(0x18, ends);
        self.put(0x19, cycle.packet_in.is_some_and(|packet| is_counted_in(&packet, control)));
        self.put(0x1A, cycle.packet_out.is_some_and(|packet| is_counted_out(&packet, control)));
    }

    fn snoops(&mut self, cycle: &Cycle) {
        for (code, sides) in [(0x1B, cycle.snoops.sent), (0x1E, cycle.snoops.answered)] {
            self.put(code, sides != 0);
            self.put(code + 1, sides & 1 != 0);
            self.put(code + 2, sides & 2 != 0);
        }
    }

    fn commands(&mut self, state: &BBox, cycle: &Cycle) {
        let (commands, enabled) = (&state.commands, state.ctl0.bz_en());
        self.put(0x21, commands.sum.carry && enabled);
        self.put(0x22, commands.is_acknowledged(cycle.ack) && enabled);
        self.put(0x23, cycle.ack.is_some());
        self.put(0x24, state.ctl2.reaches_watermark(commands.live()) && enabled);
    }
}
