//! The IOB: matching of packets, and counts of live transactions and snoops.

use super::accumulator::Accumulator;
use super::registers::{Ctl0, Ctl2, Ctl3, Transactions};

/// Width of the accumulator in bits, and mask of the live counts.
pub const SUM: u32 = 11;
const LIVE: u64 = (1 << 10) - 1;

/// Message classes on the link that the model evaluates (Table 5-64).
const HOM0: u64 = 0;
const NDR: u64 = 2;
const DRS: u64 = 14;

/// A packet from the QPI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PacketIn {
    pub class: u64,
    pub op: u64,
    /// Whether its RHNID, and whether its RSNID, is that of this socket.
    pub rhnid_local: bool,
    pub rsnid_local: bool,
}

/// A packet that leaves the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PacketOut {
    pub class: u64,
    pub op: u64,
    pub dnid_local: bool,
    pub rhnid_local: bool,
    /// Values of `iob_tag_match` and `iob_tag_age` when its transaction began.
    pub tag_match: bool,
    pub tag_age: bool,
}

/// Snoops of a cycle: bit 0 local agents, bit 1 remote agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snoops {
    pub sent: u64,
    pub answered: u64,
}

/// The three control registers that the IOB uses.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    pub ctl0: Ctl0,
    pub ctl2: Ctl2,
    pub ctl3: Ctl3,
    /// The bit of class NCB in CTL3 (IBBOX-A06).
    pub ncb_bit: u32,
}

impl Control {
    /// Returns the bit of a message class in CTL3 (Table 5-15).
    fn class_bit(self, class: u64) -> Option<u32> {
        match class {
            0..=4 => Some(class as u32),
            12 => Some(self.ncb_bit),
            14 => Some(14),
            _ => None,
        }
    }
}

fn passes(sides: u64, local: bool) -> bool {
    sides >> u32::from(!local) & 1 == 1
}

impl PacketIn {
    /// Whether its class and opcode match.
    pub fn matches(&self, control: Control) -> bool {
        let Control { ctl0, ctl3, .. } = control;
        let write_data = self.class == DRS && matches!(self.op, 4..=8 | 10 | 11);
        let ack_conflict = self.class == HOM0 && self.op == 15;
        let masked = write_data && !ctl0.wrdata_en() || ack_conflict && !ctl0.ackcnflt_en();
        !masked && control.class_bit(self.class).is_some_and(|bit| ctl3.accepts_in(bit, self.op))
    }

    /// Whether it comes from this socket.
    pub fn is_local(&self, ctl2: Ctl2) -> bool {
        if ctl2.iob_id_in() {
            self.rsnid_local
        } else {
            self.rhnid_local
        }
    }
}

impl PacketOut {
    /// Whether its class and opcode match.
    pub fn matches(&self, control: Control) -> bool {
        control.class_bit(self.class).is_some_and(|bit| control.ctl3.accepts_out(bit, self.op))
    }

    /// Whether it goes to this socket.
    pub fn is_local(&self, ctl2: Ctl2) -> bool {
        if ctl2.iob_id_out() {
            self.rhnid_local
        } else {
            self.dnid_local
        }
    }

    /// Whether it completes a transaction (IBBOX-A14).
    pub fn completes(&self) -> bool {
        self.class == NDR && matches!(self.op, 0 | 8 | 10..=12) || self.class == DRS && self.op == 2
    }
}

/// Whether event 0x19 counts an input packet.
pub fn is_counted_in(packet: &PacketIn, control: Control) -> bool {
    packet.matches(control) && passes(control.ctl2.sides(), packet.is_local(control.ctl2))
}

/// Whether event 0x1A counts an output packet.
pub fn is_counted_out(packet: &PacketOut, control: Control) -> bool {
    packet.matches(control) && passes(control.ctl2.sides(), packet.is_local(control.ctl2))
}

/// State of the IOB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Iob {
    /// Number of live transactions.
    pub live: u64,
    /// Number of snoops in flight, to local and to remote agents.
    pub snoops: [u64; 2],
    /// Age of transactions that begin in this cycle.
    pub age: bool,
    pub sum: Accumulator,
}

impl Iob {
    /// Returns the value of the register.
    pub fn read(&self) -> u64 {
        let [local, remote] = self.snoops;
        remote << 31 | local << 21 | self.live << 11 | self.sum.sum
    }

    /// Whether a packet begins a transaction that is counted as live.
    pub fn begins(&self, packet: &PacketIn, control: Control) -> bool {
        let follows = matches!(control.ctl2.transactions(), Transactions::Packets | Transactions::Completions);
        follows && packet.matches(control) && passes(control.ctl2.live_sides(), packet.is_local(control.ctl2))
    }

    /// Whether a packet ends such a transaction.
    pub fn ends(&self, packet: &PacketOut, control: Control) -> bool {
        let own = packet.tag_age == self.age;
        own && match control.ctl2.transactions() {
            Transactions::Packets => {
                let passes = passes(control.ctl2.live_sides(), packet.is_local(control.ctl2));
                passes && packet.matches(control)
            }
            Transactions::Completions => packet.completes() && packet.tag_match,
            Transactions::Snoops | Transactions::Nothing => false,
        }
    }

    /// Returns the live count that the accumulator adds.
    pub fn operand(&self, ctl2: Ctl2) -> u64 {
        let [local, remote] = self.snoops;
        match ctl2.transactions() {
            Transactions::Packets | Transactions::Completions => self.live,
            Transactions::Snoops => match ctl2.live_sides() {
                1 => local,
                2 => remote,
                _ => local + remote,
            },
            Transactions::Nothing => 0,
        }
    }

    /// Updates the live counts at the end of a cycle.
    pub fn follow(&mut self, begins: bool, ends: bool, snoops: Snoops) {
        self.live = self.live.wrapping_add(begins.into()).wrapping_sub(ends.into()) & LIVE;
        for (side, live) in self.snoops.iter_mut().enumerate() {
            *live = live.wrapping_add(snoops.sent >> side & 1).wrapping_sub(snoops.answered >> side & 1) & LIVE;
        }
    }

    /// Applies a write of the register.
    pub fn write(&mut self, data: u64) {
        self.live = data >> 11 & LIVE;
        self.sum = Accumulator::of(data & ((1 << SUM) - 1));
        self.age = !self.age;
    }

    /// Applies a write of CTL3.
    pub fn restart(&mut self) {
        self.live = 0;
        self.age = !self.age;
    }
}
