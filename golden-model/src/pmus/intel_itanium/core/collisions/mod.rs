//! Which causes act on which state of a thread in a clock. It only looks; what happens is in [`Thread`].

mod blocks;
mod counters;

use super::counters::{CounterInputs, CounterRequest, COUNTERS};
use super::registers::{Register, SubBlocks};
use super::state::{Thread, Transactions};
use crate::collisions::{CollisionCoverage, CollisionTable};
use crate::pmus::intel_itanium::core::blocks::Write;
use blocks::{DataSites, InstructionSites, TaggerSites, TraceSites};
use counters::CounterSites;

/// The fields of the tables of the parts.
#[derive(Clone)]
pub(super) struct CollisionSites {
    counters: Option<CounterSites>,
    tagger: Option<TaggerSites>,
    iear: Option<InstructionSites>,
    dear: Option<DataSites>,
    trace: Option<TraceSites>,
}

/// A clock of one thread as software and the surroundings make it.
#[derive(Clone, Copy)]
pub(super) struct Cycle<'c> {
    pub rst: bool,
    pub transactions: &'c Transactions,
    pub write: Option<Write>,
}

/// What a clock does to the freeze of a thread, or leaves of it.
#[derive(Clone, Copy)]
struct Freeze {
    /// It is frozen and stays so.
    frozen: bool,
    /// It is frozen, and PMC0 is written with fr = 0.
    thaw: bool,
    /// It is not frozen, and PMC0 is written with fr = 1.
    freeze: bool,
}

impl Cycle<'_> {
    /// The data, if this register is written.
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
    /// The fields of these parts by name.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(table: &CollisionTable, parts: SubBlocks) -> Self {
        Self {
            counters: parts.counters.then(|| CounterSites::new(table)),
            tagger: parts.tagger.then(|| TaggerSites::new(table)),
            iear: parts.iear.then(|| InstructionSites::new(table)),
            dear: parts.dear.then(|| DataSites::new(table)),
            trace: parts.trace.then(|| TraceSites::new(table)),
        }
    }

    /// Notes what meets in the blocks of a thread, given its state at the start of the clock.
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

    /// Notes what meets in the counters of a thread and in what follows an overflow.
    #[inline]
    pub fn counters(
        &self,
        thread: &Thread,
        cycle: Cycle,
        seen: CounterInputs,
        requests: &[CounterRequest; COUNTERS],
        collisions: &mut CollisionCoverage,
    ) {
        if let Some(sites) = &self.counters {
            sites.record(thread, cycle, seen, requests, collisions);
        }
    }
}
