//! What a run says about a program.

use crate::document::PmuResults;
use crate::name;
use crate::programs::{ProgramKind, ProgramResult};
use crate::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// State of a program in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Passed,
    Failed,
    NotRun,
    /// A random program of a run of which the results do not say which random programs it contains.
    Unknown,
}

/// The programs of a PMU in a run.
pub(super) struct ProgramStates<'r> {
    failed: BTreeSet<&'r str>,
    directed: BTreeSet<&'r str>,
    /// For each seed the entry of its random programs.
    random: BTreeMap<u64, &'r ProgramResult>,
    /// For each seed the index of the first random program that failed; those after it need not have run.
    first_failed: BTreeMap<u64, u64>,
    /// Patterns of the programs that ran; none for all.
    only: &'r [String],
    is_shard: bool,
}

impl<'r> ProgramStates<'r> {
    pub fn new(pmu: &'r PmuResults) -> Self {
        let of_kind = |kind| pmu.programs.iter().filter(move |program| program.kind == kind);
        let is_failed = |program: &&ProgramResult| program.verdict == Verdict::Fail;
        let in_buckets = pmu.buckets.iter().flat_map(|bucket| bucket.programs.iter().map(String::as_str));
        let directed = of_kind(ProgramKind::Directed).filter(is_failed).map(|program| program.name.as_str());
        let failed: BTreeSet<&str> = in_buckets.chain(directed).collect();
        let mut first_failed = BTreeMap::new();
        for (seed, index) in failed.iter().filter_map(|program| name::seed_and_index(program)) {
            let first: &mut u64 = first_failed.entry(seed).or_insert(index);
            *first = index.min(*first);
        }
        Self {
            failed,
            directed: of_kind(ProgramKind::Directed).map(|program| program.name.as_str()).collect(),
            random: of_kind(ProgramKind::Random).filter_map(|entry| Some((name::seed(&entry.name)?, entry))).collect(),
            first_failed,
            only: &pmu.only,
            is_shard: pmu.shard_set.is_some(),
        }
    }

    /// Names of the programs that failed.
    pub fn failed(&self) -> impl Iterator<Item = &'r str> + '_ {
        self.failed.iter().copied()
    }

    /// Names of the directed programs.
    pub fn directed(&self) -> impl Iterator<Item = &'r str> + '_ {
        self.directed.iter().copied()
    }

    pub fn of(&self, program: &str) -> State {
        if self.failed.contains(program) {
            return State::Failed;
        }
        match name::seed_and_index(program) {
            Some((seed, index)) => self.of_random(program, seed, index),
            None if self.directed.contains(program) => State::Passed,
            None => State::NotRun,
        }
    }

    fn of_random(&self, program: &str, seed: u64, index: u64) -> State {
        let Some(entry) = self.random.get(&seed) else { return State::NotRun };
        match self.first_failed.get(&seed) {
            _ if self.only.iter().any(|pattern| pattern == program) => State::Passed,
            _ if self.is_shard || !self.only.is_empty() => State::Unknown,
            Some(first) if index < *first => State::Passed,
            // Random programs end at the first one that fails.
            Some(_) => State::NotRun,
            None if index < entry.count => State::Passed,
            None => State::NotRun,
        }
    }
}
