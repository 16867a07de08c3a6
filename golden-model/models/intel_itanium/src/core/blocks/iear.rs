//! The instruction event address register (EAR, 3.3.8).

use super::monitor::{bit, bits, is_enabled, Psr};
use super::Write;
use crate::core::registers::Register;

/// A miss of instruction cache or ITLB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Miss {
    /// A miss of the ITLB rather than of the cache.
    pub tlb: bool,
    /// Fetch address, bits 63:5.
    pub line: u64,
    /// Latency in cycles, 16 bits.
    pub latency: u64,
    /// The miss hit in the request address buffer.
    pub rab: bool,
    /// TLB: 1 hit in the L2 ITLB, 2 hit in the VHPT, 3 fault.
    pub kind: u64,
    /// Range-only tag of channel 0.
    pub tag: bool,
}

/// PMC37, PMD34 and PMD35.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InstructionEar {
    pub pmc37: u64,
    pub pmd34: u64,
    pub pmd35: u64,
}

const PMC37: u64 = 0x3FFF;
const PMD34: u64 = !0x1C;
const PMD35: u64 = 0x1FFF;

impl InstructionEar {
    /// Whether its monitor is privileged.
    pub fn pm(&self) -> bool {
        bit(self.pmc37, 4)
    }

    /// Updates the state at the end of a cycle. Returns whether the miss is captured.
    pub fn step(&mut self, frozen: bool, psr: Psr, miss: Option<Miss>, write: Option<Write>) -> bool {
        let captured = miss.filter(|miss| !frozen && Self::is_on(self.pmc37, psr) && Self::selects(self.pmc37, miss));
        if let Some(miss) = captured {
            let (stat, latency) = match miss.tlb {
                true => (miss.kind, 0),
                false => (1, miss.latency & 0xFFF | u64::from(miss.latency >= 4096) << 12),
            };
            self.pmd34 = miss.line << 5 | stat;
            self.pmd35 = latency;
        }
        match write {
            Some(Write { register: Register::Pmc(37), data }) => self.pmc37 = data & PMC37,
            Some(Write { register: Register::Pmd(34), data }) => self.pmd34 = data & PMD34,
            Some(Write { register: Register::Pmd(35), data }) => self.pmd35 = data & PMD35,
            _ => {}
        }
        captured.is_some()
    }
    /// Whether a configuration enables the EAR, regardless of a freeze.
    pub fn is_on(pmc37: u64, psr: Psr) -> bool {
        is_enabled(bits(pmc37, 3, 0), bit(pmc37, 4), psr)
    }

    /// Whether a configuration selects a miss (Tables 3-14, 3-15 and 3-17).
    pub fn selects(pmc37: u64, miss: &Miss) -> bool {
        if bit(pmc37, 13) {
            return miss.tag && !miss.tlb && cache_selects(bits(pmc37, 12, 5), miss);
        }
        let kinds = bits(pmc37, 7, 5);
        miss.tag && !bit(pmc37, 12) && miss.tlb && miss.kind > 0 && bit(kinds, miss.kind as u32 - 1)
    }
}

/// Whether a cache miss matches a threshold code (Table 3-15, IPF-A68).
fn cache_selects(code: u64, miss: &Miss) -> bool {
    let at_least = |cycles| miss.latency >= cycles;
    match code {
        0b0100_0000..=0b0111_1111 => at_least(1),
        0b1111_1111 => at_least(4),
        0b1111_1110 => at_least(8),
        0b1111_1100 => at_least(16),
        0b1111_1000 => at_least(32),
        0b1111_0000 => at_least(128),
        0b1110_0000 => at_least(256),
        0b1100_0000 => at_least(1024),
        0b1000_0000 => at_least(4096),
        0 => miss.rab,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ON: Psr = Psr { up: true, pp: false, sp: false, is: false, cpl: 2 };

    fn ear(umask: u64, ct1: bool) -> InstructionEar {
        InstructionEar { pmc37: 0xF | umask << 5 | u64::from(ct1) << 13, ..Default::default() }
    }

    fn capture(ear: &mut InstructionEar, miss: Miss) -> bool {
        ear.step(false, ON, Some(Miss { tag: true, ..miss }), None)
    }

    #[test]
    fn cache_mode_captures_from_the_threshold_up() {
        let codes =
            [(0xFF, 4), (0xFE, 8), (0xFC, 16), (0xF8, 32), (0xF0, 128), (0xE0, 256), (0xC0, 1024), (0x80, 4096)];
        for (code, least) in codes.into_iter().chain([(0x40, 1), (0x7F, 1)]) {
            let mut ear = ear(code, true);
            assert!(!capture(&mut ear, Miss { latency: least - 1, rab: true, ..Miss::default() }), "{code:#x}");
            assert!(capture(&mut ear, Miss { latency: least, line: 3, ..Miss::default() }), "{code:#x}");
            assert_eq!((ear.pmd34, ear.pmd35), (0x61, least));
        }
        let mut wrapped = ear(0xFF, true);
        assert!(capture(&mut wrapped, Miss { latency: 0x1005, ..Miss::default() }));
        assert_eq!(wrapped.pmd35, 0x1005);
        let mut unlisted = ear(0x3F, true);
        assert!(!capture(&mut unlisted, Miss { latency: 0xFFFF, rab: true, ..Miss::default() }));
    }

    #[test]
    fn tlb_mode_captures_the_selected_kinds() {
        for (kinds, kind) in (0..8).flat_map(|kinds| (1..4).map(move |kind| (kinds, kind))) {
            let mut ear = ear(kinds, false);
            let taken = capture(&mut ear, Miss { tlb: true, kind, latency: 77, line: 1, ..Miss::default() });
            assert_eq!(taken, kinds >> (kind - 1) & 1 == 1);
            assert_eq!((ear.pmd34, ear.pmd35), if taken { (0x20 | kind, 0) } else { (0, 0) });
        }
    }

    #[test]
    fn write_takes_priority_over_capture_in_its_register_only() {
        let mut ear = ear(0x40, true);
        let miss = Miss { latency: 9, line: 5, tag: true, ..Miss::default() };
        let write = Write { register: Register::Pmd(34), data: u64::MAX };
        assert!(ear.step(false, ON, Some(miss), Some(write)));
        assert_eq!((ear.pmd34, ear.pmd35), (PMD34, 9));
    }
}
