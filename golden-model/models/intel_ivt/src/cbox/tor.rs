//! Matching of requests in the table of outstanding requests (TOR).

use super::filter::Filters;
use super::ports::{Inputs, Pin};
use crate::common::Control;

/// Bits of a request's attributes.
const OPC: u64 = 0x1FF;
const IRQ: u64 = 1 << 9;
const MISS: u64 = 1 << 10;
const EVICT: u64 = 1 << 11;
const WB: u64 = 1 << 12;
const LOCAL: u64 = 1 << 13;
const REMOTE: u64 = 1 << 14;
const NID_SHIFT: u32 = 15;
const TID_SHIFT: u32 = 19;
const TID: u64 = 0x1F << TID_SHIFT;
const ISOC: u64 = 1 << 24;
const NC: u64 = 1 << 25;

/// Attributes that must have given values.
#[derive(Clone, Copy, Default)]
struct Pattern {
    bits: u64,
    value: u64,
}

impl Pattern {
    /// A pattern that no request matches.
    const NEVER: Self = Self { bits: 0, value: 1 };

    /// Requires further attributes.
    fn demand(&mut self, bits: u64, value: u64) {
        self.bits |= bits;
        self.value |= value;
    }

    /// Requires that attributes are 1.
    fn demand_set(&mut self, bits: u64) {
        self.demand(bits, bits);
    }

    #[inline]
    fn fits(self, request: u64) -> bool {
        request & self.bits == self.value
    }
}

/// `tor_hit` for one counter: umask, tid_en and filters, decoded once for many requests.
pub(super) struct Match {
    /// The attributes that every counted request has.
    qualifiers: Pattern,
    /// The nodes whose requests count, 16 bits.
    nodes: u64,
    /// The alternatives: any request; one of these attributes; the opcode.
    any: bool,
    kinds: u64,
    opcode: Pattern,
}

impl Match {
    /// Decodes a control register and the filters.
    pub fn new(control: Control, filters: Filters) -> Self {
        let umask = |bit: u32| control.umask() >> bit & 1 != 0;
        let mut qualifiers = Pattern::default();
        for (bit, attribute) in [(1, MISS), (5, LOCAL), (7, REMOTE)] {
            if umask(bit) {
                qualifiers.demand_set(attribute);
            }
        }
        if control.tid_en() {
            qualifiers.demand(TID, filters.tid() << TID_SHIFT);
        }
        let kind = |bit: u32, attribute: u64| if umask(bit) { attribute } else { 0 };
        Self {
            qualifiers,
            nodes: if umask(6) { filters.nid() } else { u64::MAX },
            any: umask(3),
            kinds: kind(2, EVICT) | kind(4, WB),
            opcode: if umask(0) { opcode(filters) } else { Pattern::NEVER },
        }
    }

    /// Whether the counter counts a request with these attributes.
    ///
    /// The code is free of branches, because requests have no pattern that branch prediction could use.
    #[inline]
    pub fn hits(&self, request: u64) -> bool {
        let alternatives = self.any | (request & self.kinds != 0) | self.opcode.fits(request);
        let node = request >> NID_SHIFT & 0xF;
        alternatives & self.qualifiers.fits(request) & (self.nodes >> node & 1 != 0)
    }

    /// The number of valid entries that the counter counts.
    #[inline]
    pub fn occupancy(&self, inputs: &impl Inputs) -> u32 {
        let mut rest = inputs.pin(Pin::TorV);
        let mut sum = 0;
        while rest != 0 {
            sum += u32::from(self.hits(inputs.tor_entry(rest.trailing_zeros() as usize)));
            rest &= rest - 1;
        }
        sum
    }
}

/// The opcode match, which only requests from the IRQ can have (CBOX-R46).
fn opcode(filters: Filters) -> Pattern {
    let mut pattern = Pattern::default();
    pattern.demand(OPC, filters.opc());
    pattern.demand_set(IRQ);
    if filters.isoc() {
        pattern.demand_set(ISOC);
    }
    if filters.nc() {
        pattern.demand_set(NC);
    }
    pattern
}
