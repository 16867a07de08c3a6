//! Merges programs and metamorphic checks of several runs.

use super::super::programs::position;
use crate::bucket::Bucket;
use crate::divergence::Divergence;
use crate::metamorphic::claims;
use crate::metamorphic::MetamorphicResult;
use crate::name;
use crate::programs::{ProgramKind, ProgramResult};
use crate::shards::ShardSet;

/// Joins results check by check; each keeps its first violation.
pub(super) fn join_metamorphic(left: &[MetamorphicResult], right: &[MetamorphicResult]) -> Vec<MetamorphicResult> {
    let mut all = left.to_vec();
    for metamorphic in right {
        let Some(known) = all.iter_mut().find(|known| known.name == metamorphic.name) else {
            all.push(metamorphic.clone());
            continue;
        };
        known.tried += metamorphic.tried;
        known.experiments += metamorphic.experiments;
        known.cycles += metamorphic.cycles;
        known.values += metamorphic.values;
        let found = known.violation.take().into_iter().chain(metamorphic.violation.clone());
        known.violation = found
            .min_by(|one, other| (position(&one.program), one.cycle).cmp(&(position(&other.program), other.cycle)));
    }
    let place = |metamorphic: &MetamorphicResult| claims().position(|(name, _)| name == metamorphic.name);
    all.sort_by_cached_key(|metamorphic| (place(metamorphic), metamorphic.name.clone()));
    all
}

/// Joins programs. A directed program that ran several times is one entry with all cycles; random programs join by seed.
pub(super) fn join_programs(left: &[ProgramResult], right: &[ProgramResult]) -> Vec<ProgramResult> {
    let mut all = left.to_vec();
    for program in right {
        let same = |known: &&mut ProgramResult| {
            let is_one_seed = program.kind == ProgramKind::Random;
            (known.kind, &known.name) == (program.kind, &program.name)
                && (is_one_seed || known.stimulus_hash == program.stimulus_hash)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.add(program),
            None => all.push(program.clone()),
        }
    }
    all.sort_by_cached_key(|program| {
        let is_random = program.kind == ProgramKind::Random;
        let seed = name::seed(&program.name).filter(|_| is_random);
        (is_random, seed, program.name.clone(), program.stimulus_hash.clone())
    });
    all
}

impl ProgramResult {
    /// Adds another run of a directed program, or other random programs of the same seed.
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.cycles += other.cycles;
        self.expectations += other.expectations;
        self.unseen += other.unseen;
        if self.kind == ProgramKind::Random {
            self.stimulus_hash = sum(&self.stimulus_hash, &other.stimulus_hash);
        }
        self.verdict = self.verdict.max(other.verdict);
        self.divergence = match (self.divergence.take(), other.divergence.clone()) {
            (Some(left), Some(right)) => Some(earlier(left, right)),
            (left, right) => left.or(right),
        };
    }
}

/// Sum of two stimulus hashes, which are sums themselves.
fn sum(left: &str, right: &str) -> String {
    let value = |text: &str| u128::from_str_radix(text, 16).unwrap_or_default();
    format!("{:032x}", value(left).wrapping_add(value(right)))
}

/// The first of two divergences, so that the order of runs does not matter.
fn earlier(left: Divergence, right: Divergence) -> Divergence {
    let is_first = {
        let key = |of: &'_ Divergence| (of.cycle, of.to_string(), of.repro.clone());
        (position(&left.program), key(&left)) <= (position(&right.program), key(&right))
    };
    if is_first {
        left
    } else {
        right
    }
}

/// Keeps only the first random program that diverges: another shard cannot detect that its own is not the first.
pub(super) fn drop_later(buckets: Vec<Bucket>, part: &ShardSet, programs: &[ProgramResult]) -> Vec<Bucket> {
    let first = programs.iter().filter_map(|program| name::seed_and_index(&program.divergence.as_ref()?.program));
    let Some((_, first)) = first.filter(|(seed, _)| *seed == part.seed).min() else {
        return buckets;
    };
    let counts = |program: &String| {
        name::seed_and_index(program).is_none_or(|(seed, index)| seed != part.seed || index <= first)
    };
    let mut kept = buckets;
    for bucket in &mut kept {
        bucket.retain(counts);
    }
    kept.retain(|bucket| bucket.count > 0);
    kept
}
