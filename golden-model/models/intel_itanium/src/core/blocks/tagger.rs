//! The taggers: selection of instructions and memory operations for the monitors (3.3.5 to 3.3.7).

use super::monitor::{bit, bits, Psr};
use super::Write;
use crate::core::registers::Register;

/// Opcode matchers, address ranges and data qualification of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tagger {
    /// For each opcode matcher mask and slot types, then match value: PMC32 to PMC35.
    pub opcode: [u64; 4],
    pub pmc36: u64,
    pub pmc38: u64,
    pub pmc41: u64,
    pub ibr: [u64; 8],
    pub dbr: [u64; 8],
    /// Whether the upper limit of a fine range belongs to it (IPF-R142).
    pub upper_limit_included: bool,
}

const MATCHER: u64 = 0x030F_01FF_FFFF_FFFF;
const ENCODING: u64 = 0x1FF_FFFF_FFFF;
const PMC38: u64 = 0x3FFF;
const PMC41: u64 = 0x1_FFFF_FFFF_FFFF;
const TOP_BYTE: u64 = 0xFF << 56;

impl Default for Tagger {
    fn default() -> Self {
        Self {
            opcode: [MATCHER, ENCODING, MATCHER, ENCODING],
            pmc36: 0,
            pmc38: 0xDB6,
            pmc41: 0x2078_FEFE_FEFE,
            ibr: [0; 8],
            dbr: [0; 8],
            upper_limit_included: false,
        }
    }
}

impl Tagger {
    /// Updates the registers at the end of a cycle.
    pub fn step(&mut self, write: Option<Write>) {
        let Some(Write { register, data }) = write else { return };
        match register {
            Register::Pmc(number @ 32..=35) => {
                let mask = if number % 2 == 0 { MATCHER } else { ENCODING };
                self.opcode[usize::from(number) - 32] = data & mask;
            }
            Register::Pmc(36) => self.pmc36 = data & 0xF,
            Register::Pmc(38) => self.pmc38 = data & PMC38,
            Register::Pmc(41) => self.pmc41 = data & PMC41,
            Register::Ibr(number) => self.ibr[usize::from(number)] = data,
            Register::Dbr(number) => self.dbr[usize::from(number)] = data,
            _ => {}
        }
    }

    /// Returns the range-only and the combined tags of an instruction, channel i in bit i.
    ///
    /// `ip` contains bits 63:4 of the IP, `itype` the slot type.
    pub fn instruction(&self, psr: Psr, ip: u64, itype: u64, encoding: u64) -> (u64, u64) {
        let address = ip << 4;
        let matches = [0, 1].map(|matcher| self.matches(matcher, itype, encoding));
        let (mut ranges, mut tags) = (0, 0);
        for channel in 0..4 {
            let range = self.in_range(channel, psr, address);
            let opcode = psr.is || bit(self.pmc36, channel as u32) || matches[channel % 2];
            ranges |= u64::from(range) << channel;
            tags |= u64::from(range && opcode) << channel;
        }
        (ranges, tags)
    }

    /// Returns the address matches and the data qualification of an operation with these tags.
    ///
    /// Bit i of the matches is that of pair i of DBRs.
    pub fn data(&self, va: u64, tags: u64) -> (u64, bool) {
        let matches = (0..4).filter(|&pair| {
            let compared = self.dbr[2 * pair + 1] | TOP_BYTE;
            (va ^ self.dbr[2 * pair]) & compared == 0
        });
        let matches = matches.fold(0, |set, pair| set | 1 << pair);
        let enabled = bits(self.pmc41, 48, 45);
        let term = |pair: u32| match bits(self.pmc41, 4 + 8 * pair, 3 + 8 * pair) {
            0 => bit(tags & matches, pair),
            1 => bit(tags, pair),
            2 => bit(matches, pair),
            _ => true,
        };
        let qualified = enabled == 0 || (0..4).any(|pair| bit(enabled, pair) && term(pair));
        (matches, qualified)
    }

    /// Whether an opcode matcher accepts an instruction (3.3.6.2).
    fn matches(&self, matcher: usize, itype: u64, encoding: u64) -> bool {
        let (control, value) = (self.opcode[2 * matcher], self.opcode[2 * matcher + 1]);
        let [b, f, i, m] = [48, 49, 50, 51].map(|at| bit(control, at));
        let slot = match itype {
            0 => m,
            1 => i,
            2 => f,
            3 => b,
            4 => m && i,
            _ => false,
        };
        slot && (encoding ^ value) & !control & ENCODING == 0
    }

    /// Returns the range tag of a channel (3.3.5).
    fn in_range(&self, channel: usize, psr: Psr, address: u64) -> bool {
        let mask = self.ibr[2 * channel + 1];
        let first = channel == 0;
        let unused = bit(mask, 63);
        let ignored = bit(self.pmc38, 1 + 3 * channel as u32) || unused || first && bit(self.opcode[0], 57);
        let inverted = first && bit(self.opcode[0], 56);
        ignored || !psr.is && bit(mask, 56 + psr.cpl) && self.address_matches(channel, address) != inverted
    }

    fn address_matches(&self, channel: usize, address: u64) -> bool {
        let (own, mask) = (self.ibr[2 * channel], self.ibr[2 * channel + 1]);
        let agree = |low: u32| {
            let compared = mask & !TOP_BYTE & (u64::MAX << low) | TOP_BYTE;
            (address ^ own) & compared == 0
        };
        if !bit(self.pmc38, 13) {
            return agree(4);
        }
        let low = |value: u64| value & 0xFFFF;
        let below = |limit: u64| low(address) < limit || self.upper_limit_included && low(address) == limit;
        channel < 2 && agree(16) && low(address) > low(own) && below(low(self.ibr[2 * channel + 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_LEVELS: u64 = 0xF << 56;

    fn ranges(tagger: &Tagger, ip: u64) -> u64 {
        tagger.instruction(Psr::default(), ip >> 4, 0, 0).0
    }

    #[test]
    fn everything_is_tagged_after_reset() {
        let tagger = Tagger::default();
        for is in [false, true] {
            let psr = Psr { is, cpl: 3, ..Psr::default() };
            assert_eq!(tagger.instruction(psr, 0x1234, 3, 77), (15, 15));
        }
        assert_eq!(tagger.data(5, 0), (15, true));
    }

    #[test]
    fn bounded_range_excludes_its_limits() {
        let mut tagger = Tagger { pmc38: 0x2DB6 & !2, ..Tagger::default() };
        tagger.opcode[0] = 0;
        tagger.ibr[0] = 0x1000;
        tagger.ibr[1] = ALL_LEVELS | 0x00FF_FFFF_FFFF_0000;
        tagger.ibr[4] = 0x1030;
        let seen = [0xFF0, 0x1000, 0x1010, 0x1020, 0x1030, 0x1_1010].map(|ip| ranges(&tagger, ip) & 1);
        assert_eq!(seen, [0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn inversion_applies_to_the_address_only() {
        let mut tagger = Tagger { pmc38: 0xDB6 & !2, ..Tagger::default() };
        tagger.opcode[0] = MATCHER & !(1 << 57);
        tagger.ibr[1] = 1 << 56 | 0x00FF_FFFF_FFFF_FFFF;
        tagger.ibr[0] = 0x40;
        assert_eq!([0x40, 0x50].map(|ip| ranges(&tagger, ip) & 1), [0, 1]);
        tagger.ibr[1] &= !ALL_LEVELS;
        assert_eq!([0x40, 0x50].map(|ip| ranges(&tagger, ip) & 1), [0, 0]);
    }

    #[test]
    fn instruction_of_type_a_requires_both_slots() {
        let mut tagger = Tagger::default();
        for (slots, taken) in [(0b1100u64, true), (0b0100, false), (0b1000, false), (0b0011, false)] {
            tagger.opcode[0] = ENCODING | slots << 48 | 1 << 57;
            assert_eq!(tagger.instruction(Psr::default(), 0, 4, 0).1 & 1 == 1, taken);
        }
    }

    #[test]
    fn enabled_pairs_are_combined_with_or() {
        let mut tagger = Tagger { pmc41: 0b11 << 45 | 2 << 3 | 1 << 11, ..Tagger::default() };
        tagger.dbr[1] = u64::MAX;
        tagger.dbr[0] = 9;
        let qualified = [(9, 0), (8, 0), (8, 2), (9, 2)].map(|(va, tags)| tagger.data(va, tags).1);
        assert_eq!(qualified, [true, false, true, true]);
    }
}
