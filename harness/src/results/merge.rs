//! Results of several runs as those of one.

use super::{
    CodeCoverage, Coverage, Divergence, OracleResult, PmuResults, ProgramKind, ProgramResult, Results, Verdict,
    SCHEMA_VERSION,
};
use crate::regression::{events, requirements};
use golden_model::{CountedRows, Description, Pmu};
use std::collections::BTreeSet;

/// What stands between two commands, tools or commits that differ.
const AND: &str = "; ";

/// The results of all these runs, in whatever order they are given. Verdicts are those of the figures as they are in the
/// documents; the caller judges anew.
///
/// # Errors
/// When runs are not of the same description and RTL, or have run the same random programs.
pub fn merge(runs: &[Results]) -> Result<Results, String> {
    let mut runs = runs.iter();
    let first = runs.next().ok_or_else(|| "there is nothing to merge".to_owned())?.clone();
    runs.try_fold(first, |merged, run| join(&merged, run))
}

fn join(left: &Results, right: &Results) -> Result<Results, String> {
    let mut pmus = Vec::new();
    for id in Pmu::ids() {
        let of = |run: &Results| run.pmus.iter().find(|pmu| pmu.pmu == id).cloned();
        pmus.extend(match (of(left), of(right)) {
            (Some(left), Some(right)) => Some(join_pmu(id, &left, &right)?),
            (one, other) => one.or(other),
        });
    }
    let strangers = left.pmus.iter().chain(&right.pmus).find(|pmu| !Pmu::ids().any(|id| id == pmu.pmu));
    if let Some(stranger) = strangers {
        return Err(format!("{}: there is no such PMU here; merge where it is known", stranger.pmu));
    }
    let tool = super::Tool {
        pmu_cosim: both(&left.tool.pmu_cosim, &right.tool.pmu_cosim),
        verilator: both(&left.tool.verilator, &right.tool.verilator),
        cxx: both(&left.tool.cxx, &right.tool.cxx),
    };
    let commit = |run: &Results| run.commit.clone();
    Ok(Results {
        schema_version: SCHEMA_VERSION,
        tool,
        commit: commit(left).zip(commit(right)).map(|(left, right)| both(&left, &right)),
        modified: left.modified.zip(right.modified).map(|(left, right)| left || right),
        rtl_hash: super::rtl_hash(&pmus),
        finished_at: left.finished_at.max(right.finished_at),
        command: both(&left.command, &right.command),
        verdict: Verdict::Fail,
        pmus,
    })
}

fn join_pmu(id: &str, left: &PmuResults, right: &PmuResults) -> Result<PmuResults, String> {
    same(id, "RTL", "run on one RTL", &left.rtl_hash, &right.rtl_hash)?;
    same(id, "description", "run with one description", &left.description_hash, &right.description_hash)?;
    let pmu = Pmu::find(id).ok_or_else(|| format!("{id}: there is no such PMU"))?;
    let here = &pmu.description.digest;
    same(id, "description", "merge in the checkout of the runs", &left.description_hash, here)?;
    if let Some(seed) = left.seeds.iter().find(|seed| right.seeds.contains(seed)) {
        let again = format!("{id}: two of the runs have seed {seed}, so the same random programs would count twice");
        return Err(format!("{again}; run one of them with another --seed"));
    }
    let programs = join_programs(&left.programs, &right.programs);
    let counted = counted(&pmu.description, left).and_then(|mut counted| {
        counted.merge(&self::counted(&pmu.description, right)?);
        Some(counted)
    });
    let counted = counted.ok_or_else(|| format!("{id}: the counters in `events` are not those of the description"))?;
    let mut seeds = [left.seeds.as_slice(), &right.seeds].concat();
    seeds.sort_unstable();
    let seconds = |one: &PmuResults| one.cycles as f64 / one.cycles_per_second.max(1e-9);
    let cycles = left.cycles + right.cycles;
    let mut joined = PmuResults {
        pmu: id.to_owned(),
        verdict: Verdict::Fail,
        rtl: left.rtl.clone().min(right.rtl.clone()),
        rtl_hash: left.rtl_hash.clone(),
        description_hash: left.description_hash.clone(),
        cycles,
        comparisons: left.comparisons + right.comparisons,
        expectations: left.expectations + right.expectations,
        divergences: programs.iter().filter(|program| program.divergence.is_some()).count() as u64,
        values_from_dut: left.values_from_dut + right.values_from_dut,
        not_compared: union(&left.not_compared, &right.not_compared),
        left_out: union(&left.left_out, &right.left_out),
        requirements: requirements(&pmu.description, &programs),
        events: events(&pmu.description, &counted),
        collisions: left.collisions.join(&right.collisions),
        mutation: larger(&left.mutation, &right.mutation, |one| (one.mutants, one.killed)),
        zoo: larger(&left.zoo, &right.zoo, |one| (one.ran, one.caught)),
        oracles: join_oracles(&left.oracles, &right.oracles),
        buckets: super::bucket::join(&left.buckets, &right.buckets),
        coverage: Coverage::default(),
        code_coverage: join_code(left, right).map_err(|what| format!("{id}: {what}"))?,
        figures: left.figures.clone(),
        seeds,
        cycles_per_second: cycles as f64 / (seconds(left) + seconds(right)).max(1e-9),
        command: both(&left.command, &right.command),
        programs,
    };
    joined.set_coverage(left.coverage.join(&right.coverage).map_err(|what| format!("{id}: {what}"))?);
    Ok(joined)
}

fn same(id: &str, what: &str, remedy: &str, left: &str, right: &str) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{id}: the {what} is not the same, {left} and {right}; {remedy}")),
    }
}

/// The code coverage of both, or of the one that has measured it.
fn join_code(left: &PmuResults, right: &PmuResults) -> Result<Option<CodeCoverage>, String> {
    match (&left.code_coverage, &right.code_coverage) {
        (Some(left), Some(right)) => left.join(right).map(Some),
        (one, other) => Ok(one.as_ref().or(other.as_ref()).cloned()),
    }
}

/// Each check once, with its first violation by the name of the program.
fn join_oracles(left: &[OracleResult], right: &[OracleResult]) -> Vec<OracleResult> {
    let mut all = left.to_vec();
    for oracle in right {
        let Some(known) = all.iter_mut().find(|known| known.name == oracle.name) else {
            all.push(oracle.clone());
            continue;
        };
        known.tried += oracle.tried;
        known.experiments += oracle.experiments;
        known.cycles += oracle.cycles;
        known.values += oracle.values;
        let found = known.violation.take().into_iter().chain(oracle.violation.clone());
        known.violation = found.min_by_key(|violation| (violation.program.clone(), violation.cycle));
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// A directed program that ran several times is one entry, with the clocks of all; random programs are apart by seed.
fn join_programs(left: &[ProgramResult], right: &[ProgramResult]) -> Vec<ProgramResult> {
    let mut all = left.to_vec();
    for program in right {
        let same = |known: &&mut ProgramResult| {
            (known.kind, &known.name, &known.stimulus_hash) == (program.kind, &program.name, &program.stimulus_hash)
        };
        let Some(known) = all.iter_mut().find(same) else {
            all.push(program.clone());
            continue;
        };
        known.count += program.count;
        known.cycles += program.cycles;
        known.expectations += program.expectations;
        known.unseen += program.unseen;
        if program.verdict == Verdict::Fail {
            known.verdict = Verdict::Fail;
        }
        known.divergence = match (known.divergence.take(), program.divergence.clone()) {
            (Some(left), Some(right)) => Some(earlier(left, right)),
            (left, right) => left.or(right),
        };
    }
    let seed = |name: &str| name.rsplit_once('-').and_then(|(_, seed)| seed.parse::<u64>().ok());
    all.sort_by_cached_key(|program| {
        let is_random = program.kind == ProgramKind::Random;
        (is_random, seed(&program.name).filter(|_| is_random), program.name.clone(), program.stimulus_hash.clone())
    });
    all
}

/// Of two divergences of one program the first, so that the order of runs does not matter.
fn earlier(left: Divergence, right: Divergence) -> Divergence {
    let key = |of: &Divergence| (of.cycle, of.to_string(), of.repro.clone());
    if key(&right) < key(&left) {
        right
    } else {
        left
    }
}

/// What the counters of a document counted; nothing if they are not the description's.
fn counted(description: &Description, of: &PmuResults) -> Option<CountedRows> {
    let (counters, rows) = (description.counters(), &description.events.rows);
    let mut counted = CountedRows::new(counters.len(), rows.len());
    if of.events.by_counter.len() != counters.len() {
        return None;
    }
    for (number, (counter, entry)) in counters.iter().zip(&of.events.by_counter).enumerate() {
        for (row, label) in rows.iter().map(|row| row.label()).enumerate() {
            match description.may_count(counter, &rows[row]) {
                Some(true) if !entry.missing.contains(&label) => counted.mark(number, row),
                Some(false) if !entry.not_refused.contains(&label) => counted.mark_refused(number, row),
                _ => {}
            }
        }
    }
    Some(counted)
}

/// Of two campaigns on one RTL the larger, and of two as large the worse, so that the order of runs does not matter.
fn larger<T: Clone>(left: &Option<T>, right: &Option<T>, size: impl Fn(&T) -> (u64, u64)) -> Option<T> {
    let key = |one: &&T| (size(one).0, std::cmp::Reverse(size(one).1));
    left.iter().chain(right).max_by_key(key).cloned()
}

/// Both texts, each once.
fn both(left: &str, right: &str) -> String {
    let all: BTreeSet<&str> = left.split(AND).chain(right.split(AND)).collect();
    all.into_iter().collect::<Vec<_>>().join(AND)
}

fn union<T: Ord + Clone>(left: &[T], right: &[T]) -> Vec<T> {
    left.iter().chain(right).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}
