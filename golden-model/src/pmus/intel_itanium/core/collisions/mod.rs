//! Records which causes act on which state of a thread in a cycle. It does not change the state; [`Thread`] does.

mod blocks;
mod counters;

use super::counters::{CounterInputs, CounterRequest, COUNTERS};
use super::registers::{Register, SubBlocks};
use super::state::{Thread, Transactions};
use crate::collisions::{CollisionCoverage, CollisionTable};
use crate::pmus::intel_itanium::core::blocks::Write;
use blocks::{DataSites, InstructionSites, TaggerSites, TraceSites};
use counters::CounterSites;

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
struct Freeze {
    /// The thread is frozen and remains frozen.
    frozen: bool,
    /// The thread is frozen, and PMC0 is written with fr = 0.
    thaw: bool,
    /// The thread is not frozen, and PMC0 is written with fr = 1.
    freeze: bool,
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
        let written = self.to(Register::Pmc(0)).map(|data| data & 1 == 1);
        let is_frozen = thread.frozen();
        let thaw = is_frozen && written == Some(false);
        Freeze { frozen: is_frozen && !thaw, thaw, freeze: !is_frozen && written == Some(true) }
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
        requests: &[CounterRequest; COUNTERS],
        collisions: &mut CollisionCoverage,
    ) {
        if let Some(sites) = &self.counters {
            sites.record(thread, cycle, inputs, requests, collisions);
        }
    }
}
