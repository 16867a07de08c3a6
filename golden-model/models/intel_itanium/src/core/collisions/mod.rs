//! Records which causes act on which state of a thread in a cycle. It does not change the state; [`Thread`] does.

mod blocks;
mod counters;

use super::counters::{CounterInputs, Overflow};
use super::registers::{Register, SubBlocks};
use super::state::{Thread, Transactions};
use crate::core::blocks::monitor::bit;
use crate::core::blocks::Write;
use blocks::{DataSites, InstructionSites, TaggerSites, TraceSites};
use counters::CounterSites;
use golden_model_core::collisions::{CollisionCoverage, CollisionTable};

/// The collision sites of the blocks that a PMU has.
#[derive(Clone)]
pub(super) struct CollisionSites {
    counters: Option<CounterSites>,
    tagger: Option<TaggerSites>,
    iear: Option<InstructionSites>,
    dear: Option<DataSites>,
    trace: Option<TraceSites>,
}

/// Inputs of one thread in a cycle.
#[derive(Clone, Copy)]
pub(super) struct Cycle<'c> {
    pub rst: bool,
    pub transactions: &'c Transactions,
    pub write: Option<Write>,
}

/// Freeze state of a thread and writes of it in a cycle.
#[derive(Clone, Copy)]
pub(crate) struct Freeze {
    /// The thread is frozen and remains frozen.
    pub frozen: bool,
    /// The thread is frozen, and PMC0 is written with fr = 0.
    pub thaw: bool,
    /// The thread is not frozen, and PMC0 is written with fr = 1.
    pub freeze: bool,
}

impl Freeze {
    /// The causes for a thread, given the data of a write to PMC0.
    pub fn of(is_frozen: bool, pmc0: Option<u64>) -> Self {
        let written = pmc0.map(|data| bit(data, 0));
        let thaw = is_frozen && written == Some(false);
        Self { frozen: is_frozen && !thaw, thaw, freeze: !is_frozen && written == Some(true) }
    }
}

impl Cycle<'_> {
    /// Returns the data if this register is written.
    fn to(&self, register: Register) -> Option<u64> {
        Write::to(self.write, register)
    }

    fn writes(&self, register: Register) -> bool {
        self.to(register).is_some()
    }

    fn freeze(&self, thread: &Thread) -> Freeze {
        Freeze::of(thread.frozen(), self.to(Register::Pmc(0)))
    }
}

impl CollisionSites {
    /// Finds the fields of these blocks by name.
    ///
    /// # Panics
    /// If the fields of the table differ.
    pub fn new(table: &CollisionTable, blocks: SubBlocks) -> Self {
        Self {
            counters: blocks.counters.then(|| CounterSites::new(table)),
            tagger: blocks.tagger.then(|| TaggerSites::new(table)),
            iear: blocks.iear.then(|| InstructionSites::new(table)),
            dear: blocks.dear.then(|| DataSites::new(table)),
            trace: blocks.trace.then(|| TraceSites::new(table)),
        }
    }

    /// Records the collisions in the blocks of a thread other than the counters.
    ///
    /// `thread` is the state at the start of the cycle.
    #[inline]
    pub fn blocks(&self, thread: &Thread, cycle: Cycle, collisions: &mut CollisionCoverage) {
        if let Some(sites) = &self.tagger {
            sites.record(thread, cycle, collisions);
        }
        if let Some(sites) = &self.iear {
            sites.record(thread, cycle, collisions);
        }
        if let Some(sites) = &self.dear {
            sites.record(thread, cycle, collisions);
        }
        if let Some(sites) = &self.trace {
            sites.record(thread, cycle, collisions);
        }
    }

    /// Records collisions in the counters of a thread and in the state that follows an overflow.
    #[inline]
    pub fn counters(
        &self,
        thread: &Thread,
        cycle: Cycle,
        inputs: CounterInputs,
        overflow: Overflow,
        collisions: &mut CollisionCoverage,
    ) {
        if let Some(sites) = &self.counters {
            sites.record(thread, cycle, inputs, overflow, collisions);
        }
    }
}
