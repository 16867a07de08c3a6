//! The events of a C-Box: selection by ev_sel and umask, and the increment in a cycle.

use super::filter::Filters;
use super::ports::{Inputs, Pin, ENTRIES};
use super::tor::Match;
use crate::common::{Control, CounterSet};

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// An ev_sel that is not listed.
    Nothing,
    /// 0x00.
    Clockticks,
    /// Occurs if one of these lanes of an input is 1; `thread` is the input with the thread
    /// id, if the event has one.
    Lanes { input: Pin, lanes: u8, thread: Option<Pin> },
    /// 0x13: the only event with lanes both with and without a thread.
    IngressInserts,
    /// 0x11.
    IngressOccupancy,
    /// 0x34.
    Lookup,
    /// 0x35.
    TorInserts,
    /// 0x36.
    TorOccupancy,
    /// 0x37.
    Victims,
    /// 0x1F: the occupancy of the event that counter 0 selects.
    Counter0Occupancy,
}

/// The counters that may count an event (2.3.5); empty for an ev_sel that is not listed.
pub(super) fn counters(ev_sel: u8) -> CounterSet {
    match ev_sel {
        0x00 => 0b1111,
        0x02 | 0x04 | 0x05 | 0x07 | 0x12 | 0x13 | 0x31..=0x35 | 0x37 | 0x39 => 0b0011,
        0x1B..=0x1E => 0b1100,
        0x11 | 0x36 => 0b0001,
        0x1F => 0b1110,
        _ => 0,
    }
}

impl Event {
    /// Decodes a control register.
    pub fn new(control: Control) -> Self {
        let lanes = |input: Pin, documented: u8, thread: Option<Pin>| Event::Lanes {
            input,
            lanes: control.umask() & documented,
            thread,
        };
        match control.ev_sel() {
            0x00 => Event::Clockticks,
            0x02 => lanes(Pin::ETxrInserts, 0b0111_1111, None),
            0x04 => lanes(Pin::ETxrAds, 0b0000_0111, None),
            0x05 => lanes(Pin::ERingBounces, 0b0001_1110, None),
            // The only event with a lane and without a umask.
            0x07 => Event::Lanes { input: Pin::ERingSrcThrtl, lanes: 1, thread: None },
            0x11 => Event::IngressOccupancy,
            0x12 => lanes(Pin::ERxrExtStarved, 0b0000_1111, None),
            0x13 => Event::IngressInserts,
            0x1B => lanes(Pin::ERingAd, 0xFF, None),
            0x1C => lanes(Pin::ERingAk, 0xFF, None),
            0x1D => lanes(Pin::ERingBl, 0xFF, None),
            0x1E => lanes(Pin::ERingIv, 0xFF, None),
            0x1F => Event::Counter0Occupancy,
            0x31 => lanes(Pin::EIpqRetry, 0b0001_0111, None),
            0x32 => lanes(Pin::EIrqRetry, 0b0011_1111, Some(Pin::TIrqRetry)),
            0x33 => lanes(Pin::EIsmqRetry, 0b1011_1011, Some(Pin::TIsmqRetry)),
            0x34 => Event::Lookup,
            0x35 => Event::TorInserts,
            0x36 => Event::TorOccupancy,
            0x37 => Event::Victims,
            0x39 => lanes(Pin::EMisc, 0b0000_1111, Some(Pin::TMisc)),
            _ => Event::Nothing,
        }
    }

    /// Whether COUNTER0_OCCUPANCY can count this event of counter 0.
    #[inline]
    pub fn is_occupancy(self) -> bool {
        matches!(self, Event::IngressOccupancy | Event::TorOccupancy)
    }
}

/// A counter's selection and everything that qualifies it.
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// The counter's event.
    pub event: Event,
    /// The counter's control register.
    pub control: Control,
    /// The filters of the box.
    pub filters: Filters,
}

impl Selection {
    /// The increment of a cycle, `raw` of IVT 5.0, for every event that does not
    /// depend on another counter.
    #[inline]
    pub fn raw(&self, inputs: &impl Inputs) -> u32 {
        match self.event {
            Event::Nothing | Event::Counter0Occupancy => 0,
            Event::Clockticks => self.unassociated().into(),
            Event::Lanes { input, lanes, thread } => {
                (inputs.pin(input) & u64::from(lanes) != 0 && self.passes(inputs, thread)).into()
            }
            Event::IngressInserts => self.ingress_inserts(inputs).into(),
            Event::IngressOccupancy => self.ingress_occupancy(inputs),
            Event::Lookup => self.lookup(inputs).into(),
            Event::TorInserts => {
                let matching = || Match::new(self.control, self.filters);
                (inputs.is_set(Pin::TorInsV) && matching().hits(inputs.pin(Pin::TorIns))).into()
            }
            Event::TorOccupancy => Match::new(self.control, self.filters).occupancy(inputs),
            Event::Victims => self.victim(inputs).into(),
        }
    }

    fn umask(&self) -> u64 {
        self.control.umask().into()
    }

    /// The result of the thread filter for requests without a thread.
    fn unassociated(&self) -> bool {
        self.filters.unassociated_ok(self.control.tid_en())
    }

    /// The result of the thread filter for a thread id.
    fn tid_ok(&self, thread: u64) -> bool {
        self.filters.tid_ok(self.control.tid_en(), thread)
    }

    /// The result of the thread filter for a request whose thread id, if it has one, is at an input.
    fn passes(&self, inputs: &impl Inputs, thread: Option<Pin>) -> bool {
        match thread {
            Some(thread) => self.tid_ok(inputs.pin(thread)),
            None => self.unassociated(),
        }
    }

    /// CBOX-R24: IRQ allocations have a thread, IPQ and VFIFO allocations do not.
    fn ingress_inserts(&self, inputs: &impl Inputs) -> bool {
        let lanes = inputs.pin(Pin::ERxrInserts) & self.umask();
        (lanes & 0b0_0011 != 0 && self.passes(inputs, Some(Pin::TIrqIns)))
            || (lanes & 0b1_0100 != 0 && self.passes(inputs, None))
    }

    /// CBOX-R22: the sum of the selected queues.
    fn ingress_occupancy(&self, inputs: &impl Inputs) -> u32 {
        let selected = |bit: u32| self.umask() >> bit & 1 != 0;
        let valid = inputs.pin(Pin::IrqV);
        let mut sum = 0;
        if selected(0) {
            sum += self.entries(inputs, valid);
        }
        if selected(1) {
            sum += self.entries(inputs, valid & inputs.pin(Pin::IrqRej));
        }
        for (bit, occupancy) in [(2, Pin::IpqOcc), (4, Pin::VfifoOcc)] {
            if selected(bit) && self.unassociated() {
                sum += inputs.pin(occupancy) as u32;
            }
        }
        sum
    }

    /// The number of entries in a set that pass the thread filter (CBOX-R57).
    fn entries(&self, inputs: &impl Inputs, set: u64) -> u32 {
        if !self.control.tid_en() {
            return set.count_ones();
        }
        let passing = |&entry: &usize| set >> entry & 1 != 0 && self.tid_ok(inputs.irq_tid(entry));
        (0..ENTRIES).filter(passing).count() as u32
    }

    /// CBOX-R35: `lk_hit`.
    fn lookup(&self, inputs: &impl Inputs) -> bool {
        let umask = self.umask();
        let kinds = umask >> 1 & 0xF;
        let by_node = umask >> 6 & 1 != 0;
        umask & 1 != 0
            && inputs.is_set(Pin::LkV)
            && self.filters.state() & inputs.pin(Pin::LkState) != 0
            && (kinds & inputs.pin(Pin::LkKind) != 0 || by_node && kinds == 0)
            && (!by_node || self.filters.nid_hit(inputs.pin(Pin::LkNid)))
            && self.tid_ok(inputs.pin(Pin::TLk))
    }

    /// CBOX-R38: `vic_hit`.
    fn victim(&self, inputs: &impl Inputs) -> bool {
        let umask = self.umask();
        let flags = umask & 0xF;
        let by_node = umask >> 6 & 1 != 0;
        inputs.is_set(Pin::VicV)
            && (flags & inputs.pin(Pin::VicFlags) != 0 || by_node && flags == 0)
            && (!by_node || self.filters.nid_hit(inputs.pin(Pin::VicNid)))
            && self.unassociated()
    }
}
