//! State of the B-Box and its update in a cycle.

/// Number of counters of a B-Box.
pub(super) const COUNTERS: usize = 4;

/// Maximum count; a counter has 48 bits (paragraph 1).
pub(super) const MAX: u64 = (1 << 48) - 1;

/// Fields of a control register (Table 2-20), and its stored bits.
pub(super) const EN: u64 = 1 << 0;
pub(super) const PMI_EN: u64 = 1 << 20;
pub(super) const STORED: u64 = PMI_EN | 0x3E | EN;

/// A register of the B-Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    /// B_MSR_PMON_EVT_SEL of a counter.
    EvtSel(usize),
    /// B_MSR_PMON_CNT of a counter.
    Cnt(usize),
}

impl Register {
    /// Returns the register at an address, which is kind and index, because the page has no MSR numbers.
    pub fn at(addr: u32) -> Option<Self> {
        let counter = addr as usize % COUNTERS;
        match addr as usize / COUNTERS {
            0 => Some(Register::EvtSel(counter)),
            1 => Some(Register::Cnt(counter)),
            _ => None,
        }
    }
}

/// The state of a B-Box.
#[derive(Clone, Default)]
pub(super) struct BBox {
    controls: [u64; COUNTERS],
    counts: [u64; COUNTERS],
    pmi: bool,
}

impl BBox {
    /// Returns the value that software reads.
    #[inline]
    pub fn read(&self, register: Register) -> u64 {
        match register {
            Register::EvtSel(counter) => self.controls[counter],
            Register::Cnt(counter) => self.counts[counter],
        }
    }

    /// Whether the PMI to the U-Box is 1: a counter overflowed in the previous cycle (NHMEX-B-A03).
    #[inline]
    pub fn pmi(&self) -> bool {
        self.pmi
    }

    /// Updates the state at the end of a cycle; `occurs` returns whether an event line of a counter is 1.
    #[inline]
    pub fn step(&mut self, frozen: bool, occurs: impl Fn(usize, u64) -> bool, written: Option<(Register, u64)>) {
        self.pmi = false;
        for counter in 0..COUNTERS {
            let control = self.controls[counter];
            // A write of a counter takes priority over its increment (NHMEX-B-A09).
            let is_written = matches!(written, Some((Register::Cnt(other), _)) if other == counter);
            if control & EN == 0 || frozen || is_written || !occurs(counter, control >> 1 & 0x1F) {
                continue;
            }
            let count = self.counts[counter];
            self.pmi |= count == MAX && control & PMI_EN != 0;
            self.counts[counter] = (count + 1) & MAX;
        }
        match written {
            Some((Register::EvtSel(counter), data)) => self.controls[counter] = data & STORED,
            Some((Register::Cnt(counter), data)) => self.counts[counter] = data & MAX,
            None => {}
        }
    }
}
