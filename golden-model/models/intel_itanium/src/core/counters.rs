//! The twelve counters of a thread (3.3.2).
//!
//! Counters 4 to 9 are duplicated and also count in the background. Counters 10 to 15 are banked.

use super::events::Rules;
use super::internal::Activity;
use super::lanes::LaneEvents;
use super::registers::Register;
use crate::core::blocks::monitor::{bit, bits, is_enabled, Psr};
use crate::core::blocks::Write;

/// Number of counters of a thread.
pub(super) const COUNTERS: usize = 12;

/// Number of the first counter.
pub(super) const FIRST: usize = 4;

/// Number of duplicated counters: counters 4 to 9.
const DUPLICATED: usize = 6;

const PMC: u64 = 0x7F7F_FF7F;
/// The maximum count plus 1.
const TOP: u64 = 1 << 47;

/// Registers of the counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    pub pmc: [u64; COUNTERS],
    pub counts: [u64; COUNTERS],
    /// Hidden overflow flags, a bit for each counter.
    pub flags: u64,
}

/// Inputs of the counters of a thread in a cycle.
#[derive(Clone, Copy)]
pub(super) struct CounterInputs<'s> {
    pub thread: usize,
    pub frozen: bool,
    pub psr: Psr,
    /// The thread owns the pipeline in this cycle and in the next.
    pub foreground: bool,
    /// `.all` applies to banked counters (IPF-A28), and no thread switch is ahead.
    pub banked_all: bool,
    pub activity: &'s Activity,
    pub lane_events: &'s LaneEvents,
    pub rules: &'s [Rules; 256],
}

/// Increment that a counter requests in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CounterRequest {
    /// Event code and effective unit mask.
    pub code: u8,
    pub umask: u64,
    /// The amount to add.
    pub increment: u64,
    /// The amount to add if the code were not restricted to counters 4 to 9.
    pub refused: u64,
}

/// Overflows of a cycle, one bit for each counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Overflow {
    pub all: u64,
    /// Overflows of counters with `oi`.
    pub interrupting: u64,
    /// Overflows of counters with `ev`.
    pub notifying: u64,
}

impl Overflow {
    fn without(self, at: usize) -> Self {
        let others = !(1 << at);
        let Self { all, interrupting, notifying } = self;
        Self { all: all & others, interrupting: interrupting & others, notifying: notifying & others }
    }
}

impl Counters {
    /// Returns the increment that each counter requests.
    #[inline]
    pub fn requests(&self, inputs: CounterInputs) -> [CounterRequest; COUNTERS] {
        let mut requests = [CounterRequest::default(); COUNTERS];
        if !inputs.frozen {
            for at in (0..COUNTERS).filter(|&at| receives_events(at, self.pmc[at], inputs)) {
                requests[at] = self.requests_of(at, inputs);
            }
        }
        requests
    }

    #[inline]
    fn requests_of(&self, at: usize, inputs: CounterInputs) -> CounterRequest {
        match is_on(self.pmc[at], inputs.psr) {
            true => self.requests_with(at, self.pmc[at], inputs),
            false => CounterRequest::default(),
        }
    }

    /// Whether an enabled counter with this configuration would be incremented.
    pub fn would_add(&self, at: usize, pmc: u64, inputs: CounterInputs) -> bool {
        self.requests_with(at, pmc, inputs).increment > 0
    }

    /// Returns the increment that an enabled counter with this configuration requests.
    #[inline]
    fn requests_with(&self, at: usize, pmc: u64, inputs: CounterInputs) -> CounterRequest {
        let code = bits(pmc, 15, 8) as u8;
        let rules = &inputs.rules[usize::from(code)];
        let of = |pmc: u64| &inputs.rules[bits(pmc, 15, 8) as usize];
        // Followers of L2D events take unit mask and `.all` from their leader, PMC4 or PMC6.
        let leader =
            rules.l2d.filter(|_| at < DUPLICATED).map(|_| self.pmc[if matches!(at, 0 | 1 | 4) { 0 } else { 2 }]);
        let shared = leader.unwrap_or(pmc);
        let umask = bits(shared, 19, 16);
        let in_set = rules.l1d.is_none_or(|set| of(self.pmc[1]).l1d == Some(set))
            && leader.is_none_or(|leader| of(leader).l2d == rules.l2d);
        let mut requests = CounterRequest { code, umask, ..CounterRequest::default() };
        if !in_set {
            return requests;
        }
        let all = counts_both(at, shared, inputs);
        let value = match rules.internal {
            true => inputs.activity.value(code, umask, inputs.thread, all),
            false => lane_increment(pmc, code, umask, all, rules, inputs),
        };
        let increment = match bits(pmc, 22, 20) {
            0 => value,
            threshold => u64::from(value > threshold),
        };
        match rules.hard && at >= DUPLICATED {
            true => requests.refused = increment,
            false => requests.increment = increment,
        }
        requests
    }

    /// Returns the overflows of a cycle in which no count is written.
    #[inline]
    pub fn overflows(&self, requests: &[CounterRequest; COUNTERS]) -> Overflow {
        let mut overflow = Overflow::default();
        for (at, request) in requests.iter().enumerate() {
            let carry = u64::from(self.counts[at] + request.increment >= TOP);
            overflow.all |= carry << at;
            overflow.interrupting |= (carry & self.pmc[at] >> 5) << at;
            overflow.notifying |= (carry & self.pmc[at] >> 4) << at;
        }
        overflow
    }

    /// Updates the counters at the end of a cycle. Returns those of the overflows that no write prevents.
    #[inline]
    pub fn step(
        &mut self,
        requests: &[CounterRequest; COUNTERS],
        overflow: Overflow,
        write: Option<Write>,
    ) -> Overflow {
        for (count, request) in self.counts.iter_mut().zip(requests) {
            *count = (*count + request.increment) % TOP;
        }
        let overflow = match write {
            Some(Write { register: Register::Pmd(number @ 4..=15), .. }) => {
                overflow.without(usize::from(number) - FIRST)
            }
            _ => overflow,
        };
        self.flags |= overflow.all;
        match write {
            Some(Write { register: Register::Pmc(number @ 4..=15), data }) => {
                self.pmc[usize::from(number) - FIRST] = data & PMC;
            }
            Some(Write { register: Register::Pmd(number @ 4..=15), data }) => {
                let at = usize::from(number) - FIRST;
                self.counts[at] = data % TOP;
                self.flags = self.flags & !(1 << at) | (data >> 47 & 1) << at;
            }
            _ => {}
        }
        overflow
    }

    /// Whether any counter has both its overflow flag and `oi` set.
    pub fn level(&self) -> bool {
        (0..COUNTERS).any(|at| self.flags >> at & 1 == 1 && bit(self.pmc[at], 5))
    }

    /// Returns a count as software reads it: 47 bits, sign-extended from bit 46.
    pub fn read(&self, at: usize) -> u64 {
        let count = self.counts[at];
        count | if bit(count, 46) { !(TOP - 1) } else { 0 }
    }
}

/// Whether a counter with this configuration receives events in a cycle.
///
/// Counters 10 to 15 do so only while their thread owns the pipeline in this cycle and in the next; IPF-A28 has an exception.
pub(super) fn receives_events(at: usize, pmc: u64, inputs: CounterInputs) -> bool {
    at < DUPLICATED || inputs.foreground || counts_both(at, pmc, inputs)
}

/// Whether a counter with this configuration counts the events of both threads.
#[inline]
fn counts_both(at: usize, pmc: u64, inputs: CounterInputs) -> bool {
    (at < DUPLICATED || inputs.banked_all) && bit(pmc, 26)
}

/// Whether a configuration enables its counter, regardless of a freeze.
#[inline]
pub(crate) fn is_on(pmc: u64, psr: Psr) -> bool {
    bits(pmc, 25, 24) == 2 && is_enabled(bits(pmc, 3, 0), bit(pmc, 6), psr)
}

/// Returns the number of occurrences on the lanes that a counter counts.
#[inline]
fn lane_increment(pmc: u64, code: u8, umask: u64, all: bool, rules: &Rules, inputs: CounterInputs) -> u64 {
    if !inputs.lane_events.has(code) {
        return 0;
    }
    let states = bits(pmc, 30, 27);
    let own = if all { 0b11 } else { 1 << inputs.thread };
    let counts = |event: &&super::lanes::LaneEvent| {
        event.code == code
            && event.umasks >> umask & 1 == 1
            && event.threads & own != 0
            && (!rules.mesi || event.mesi & states != 0)
    };
    inputs.lane_events.all().iter().filter(counts).map(|event| event.amount).sum()
}
