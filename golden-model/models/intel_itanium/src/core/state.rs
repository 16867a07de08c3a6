//! State of one thread: all of its registers, and their update in a cycle.

use super::counters::{CounterRequest, Counters, Overflow, COUNTERS, FIRST};
use super::internal::Pulses;
use super::options::Options;
use super::registers::Register;
use crate::core::blocks::dear::{self, DataEar};
use crate::core::blocks::iear::{self, InstructionEar};
use crate::core::blocks::monitor::{bit, Psr};
use crate::core::blocks::tagger::Tagger;
use crate::core::blocks::trace::{Branch, Inputs, Trace};
use crate::core::blocks::Write;

/// Registers and hidden state of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thread {
    pub pmc0: u64,
    pub pmc43: u64,
    pub pmv: u64,
    /// The interrupt request in this cycle.
    pub irq: bool,
    /// The notifications in this cycle, one bit for each counter.
    pub notify: u64,
    pub counters: Counters,
    pub tagger: Tagger,
    pub iear: InstructionEar,
    pub dear: DataEar,
    pub trace: Trace,
    options: Options,
}

impl Thread {
    /// The state after reset.
    pub fn new(options: Options) -> Self {
        Self {
            pmc0: 0,
            pmc43: 0,
            pmv: 0x1_0000,
            irq: false,
            notify: 0,
            counters: Counters::default(),
            tagger: Tagger { upper_limit_included: options.upper_limit_included, ..Tagger::default() },
            iear: InstructionEar::default(),
            dear: DataEar::default(),
            trace: Trace::default(),
            options,
        }
    }
}

const PMC0: u64 = 0xFFF1;
const PMC43: u64 = 0x3F_FFFF;
const PMV: u64 = 0x1_00FF;

/// Transactions and status of a thread in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Transactions {
    pub psr: Psr,
    pub foreground: bool,
    pub instruction_miss: Option<iear::Miss>,
    pub data: dear::LoadTransactions,
    pub branch: Option<Branch>,
    pub retired: Option<u64>,
    pub flush: bool,
    /// Bits 14:4 of the offset of an interruption.
    pub interruption: Option<u64>,
}

impl Thread {
    pub fn frozen(&self) -> bool {
        bit(self.pmc0, 0)
    }

    /// Returns the value of a register as read at privilege level 0.
    pub fn stored(&self, register: Register) -> u64 {
        match register {
            Register::Pmc(0) => self.pmc0,
            Register::Pmc(number @ 4..=15) => self.counters.pmc[usize::from(number) - FIRST],
            Register::Pmc(number @ 32..=35) => self.tagger.opcode[usize::from(number) - 32],
            Register::Pmc(36) => self.tagger.pmc36,
            Register::Pmc(37) => self.iear.pmc37,
            Register::Pmc(38) => self.tagger.pmc38,
            Register::Pmc(39) => self.trace.pmc39,
            Register::Pmc(40) => self.dear.pmc40,
            Register::Pmc(41) => self.tagger.pmc41,
            Register::Pmc(42) => self.trace.pmc42,
            Register::Pmc(43) => self.pmc43,
            Register::Pmd(number @ 4..=15) => self.counters.read(usize::from(number) - FIRST),
            Register::Pmd(_) if !self.frozen() && !self.options.readable_while_running => 0,
            Register::Pmd(32) => self.dear.pmd32,
            Register::Pmd(33) => self.dear.pmd33,
            Register::Pmd(34) => self.iear.pmd34,
            Register::Pmd(35) => self.iear.pmd35,
            Register::Pmd(36) => self.dear.pmd36,
            Register::Pmd(38) => self.trace.buffer.index,
            Register::Pmd(39) => self.trace.extension(),
            Register::Pmd(number @ 48..=63) => self.trace.buffer.entries[usize::from(number) - 48],
            Register::Ibr(number) => self.tagger.ibr[usize::from(number)],
            Register::Dbr(number) => self.tagger.dbr[usize::from(number)],
            Register::Pmv => self.pmv,
            Register::Pmc(_) | Register::Pmd(_) => 0,
        }
    }

    /// Whether the monitor of a PMD is privileged (IPF-A11).
    pub fn pm(&self, register: Register) -> bool {
        match register {
            Register::Pmd(number @ 4..=15) => bit(self.counters.pmc[usize::from(number) - FIRST], 6),
            Register::Pmd(32 | 33 | 36) => self.dear.pm(),
            Register::Pmd(34 | 35) => self.iear.pm(),
            Register::Pmd(38 | 39 | 48..=63) => self.trace.pm(),
            _ => false,
        }
    }

    /// Updates the blocks other than the counters at the end of a cycle. Returns their events.
    pub fn step_blocks(&mut self, transactions: &Transactions, write: Option<Write>) -> Pulses {
        let (frozen, psr) = (self.frozen(), transactions.psr);
        let matches = |offset: u64| (offset ^ self.pmc43) & 0x7FF & !(self.pmc43 >> 11) == 0;
        let inputs = Inputs {
            frozen,
            psr,
            foreground: transactions.foreground,
            branch: transactions.branch,
            retired: transactions.retired,
            flush: transactions.flush,
        };
        let pulses = Pulses {
            iva: transactions.interruption.is_some_and(matches),
            etb: self.trace.step(&inputs, write),
            iear: self.iear.step(frozen, psr, transactions.instruction_miss, write),
            dear: self.dear.step(frozen, psr, &transactions.data, write),
        };
        self.tagger.step(write);
        pulses
    }

    /// Updates the counters and the remaining registers at the end of a cycle.
    ///
    /// These include the state that follows an overflow.
    pub fn step_counters(&mut self, requests: &[CounterRequest; COUNTERS], overflow: Overflow, write: Option<Write>) {
        let Overflow { all, interrupting, notifying } = self.counters.step(requests, overflow, write);
        self.irq = interrupting != 0 && !bit(self.pmv, 16);
        self.notify = notifying;
        match write {
            Some(Write { register: Register::Pmc(0), data }) => self.pmc0 = data & PMC0,
            Some(Write { register: Register::Pmc(43), data }) => self.pmc43 = data & PMC43,
            Some(Write { register: Register::Pmv, data }) => self.pmv = data & PMV,
            _ => {}
        }
        // An overflow in the cycle of a write is not lost (IPF-A17).
        self.pmc0 |= all << FIRST | u64::from(interrupting != 0);
    }
}
