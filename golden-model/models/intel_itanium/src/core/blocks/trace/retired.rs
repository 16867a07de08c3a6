//! The IP-EAR: retired IPs, and the delay after a freeze (3.3.10.2).

use super::super::monitor::{bit, bits, is_enabled};
use super::buffer::Entry;
use super::Inputs;

/// State of the IP-EAR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retired {
    /// The delay after a freeze is active.
    pub delay: bool,
    /// Cycles left of the delay, while it is active.
    pub left: u64,
    /// Cycles since the last entry, at most 63.
    pub elapsed: u64,
    /// A flush occurred since the last entry.
    pub flush: bool,
    /// The last retired IP, bits 63:4.
    pub ip: u64,
    /// PMC0.fr in the previous cycle.
    pub frozen: bool,
}

impl Default for Retired {
    fn default() -> Self {
        Self { delay: false, left: 0, elapsed: 63, flush: false, ip: 0, frozen: false }
    }
}

/// Address that a cycle writes.
enum Written {
    Nothing,
    /// An IP.
    Ip(u64),
    /// The IP and the remaining cycles of the delay.
    Early(u64, u64),
}

impl Retired {
    /// Updates the state at the end of a cycle. Returns the entry that it writes.
    pub fn step(&mut self, pmc42: u64, is_on: bool, inputs: &Inputs) -> Option<Entry> {
        let first = inputs.frozen && !self.frozen;
        let ip = inputs.retired.unwrap_or(self.ip);
        let flush = self.flush || inputs.flush;
        let written = match is_on {
            true => self.written(pmc42, first, ip, inputs),
            false => {
                self.delay = false;
                Written::Nothing
            }
        };
        let (address, early) = match written {
            Written::Nothing => (None, false),
            Written::Ip(ip) => (Some(ip), false),
            Written::Early(ip, left) => (Some(ip & !0xFF | left), true),
        };
        let entry = address.map(|address| Entry {
            value: address | self.elapsed << 60,
            extension: self.elapsed >> 4 << 2 | u64::from(flush) << 1 | u64::from(early),
        });
        match entry {
            Some(_) => (self.elapsed, self.flush) = (1, false),
            None => (self.elapsed, self.flush) = ((self.elapsed + 1).min(63), flush),
        }
        self.ip = ip;
        self.frozen = inputs.frozen;
        entry
    }

    fn written(&mut self, pmc42: u64, first: bool, ip: u64, inputs: &Inputs) -> Written {
        let enabled = is_enabled(bits(pmc42, 3, 0), bit(pmc42, 6), inputs.psr);
        let retires = inputs.retired.is_some();
        let captured = |requests: bool| if requests { Written::Ip(ip) } else { Written::Nothing };
        if !inputs.frozen {
            self.delay = false;
            return captured(enabled && retires);
        }
        let continues = enabled && inputs.foreground;
        if !first && !self.delay || first && !continues {
            self.delay = false;
            return Written::Nothing;
        }
        let left = if first { bits(pmc42, 18, 11) } else { self.left };
        self.delay = continues && left > 0;
        if !continues {
            return Written::Early(ip, left);
        }
        if left > 0 {
            self.left = left - 1;
        }
        captured(left == 0 || retires)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::monitor::Psr;
    use super::*;

    fn ear(delay: u64) -> u64 {
        1 | 4 << 8 | delay << 11
    }

    fn inputs(frozen: bool, retired: Option<u64>) -> Inputs {
        let psr = Psr { up: true, ..Psr::default() };
        Inputs { frozen, psr, retired, foreground: true, ..Inputs::default() }
    }

    #[test]
    fn entry_contains_elapsed_cycles_and_address() {
        let mut retired = Retired { elapsed: 0x2A, ..Retired::default() };
        let seen = Inputs { flush: true, ..inputs(false, Some(0x0012_3456_789A_BCDE)) };
        let entry = retired.step(ear(0), true, &seen).expect("an entry");
        assert_eq!((entry.value, entry.extension), (0xA012_3456_789A_BCDE, 0b1010));
        assert_eq!((retired.elapsed, retired.flush), (1, false));
    }

    #[test]
    fn early_end_stores_the_remaining_delay() {
        let mut retired = Retired { elapsed: 0x2A, delay: true, left: 0x17, frozen: true, ..Retired::default() };
        let seen = Inputs { flush: true, foreground: false, ..inputs(true, Some(0x0012_3456_789A_BCDE)) };
        let entry = retired.step(ear(0), true, &seen).expect("an entry");
        assert_eq!((entry.value, entry.extension), (0xA012_3456_789A_BC17, 0b1011));
        assert!(!retired.delay);
    }

    #[test]
    fn delay_of_two_ends_in_the_third_cycle() {
        let mut retired = Retired::default();
        retired.step(ear(2), true, &inputs(false, None));
        let wrote: Vec<bool> =
            [Some(1), None, None, Some(4)].map(|ip| retired.step(ear(2), true, &inputs(true, ip)).is_some()).into();
        assert_eq!(wrote, [true, false, true, false]);
    }
}
