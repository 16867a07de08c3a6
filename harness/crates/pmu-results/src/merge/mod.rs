//! Merges the results of several runs, or of several shards of one run.

mod programs;

use super::campaigns::Campaigns;
use super::code_coverage::CodeCoverage;
use super::document::{PmuResults, Results, RunRecord, SelectedOption, Tool};
use super::findings::{Findings, ProgramFindings, TestedRtl};
use super::known;
use super::shards::ShardSet;
use super::thresholds::Thresholds;
use super::verdict::Verdict;
use crate::events::events;
use crate::programs::requirements;
use golden_model_core::{Choices, ChosenOption, Description, EventCoverage, Pmu};
use programs::{drop_later, join_metamorphic, join_programs};
use std::collections::BTreeSet;

/// Separator of commands, tools or commits that differ.
const AND: &str = "; ";

/// Merges the results of runs in any order and compares the figures with thresholds. If `enforced`, a figure of a complete run
/// below its threshold is a failure. A run of which a shard is missing fails.
///
/// All shards of a run have the same result as the run without shards, with one exception: a run stops at the first random
/// program that diverges, and each shard at its own first one. Then more random programs ran, with their cycles and
/// coverage, but the reported divergence is the same.
///
/// # Errors
/// When runs differ in description or RTL, when they ran the same random programs, or when shards are not of one run.
pub fn merge(runs: &[Results], thresholds: &Thresholds, enforced: bool) -> Result<Results, String> {
    let mut rest = runs.iter();
    let first = rest.next().ok_or_else(|| "there is nothing to merge".to_owned())?.clone();
    let mut merged = rest.try_fold(first, |merged, run| join(&merged, run))?;
    let of_shards =
        |id: &str| runs.iter().flat_map(|run| &run.pmus).any(|one| one.pmu == id && one.shard_set.is_some());
    let evaluated = |pmu: PmuResults| match pmu.shard_set {
        Some(_) => PmuResults { verdict: Verdict::Fail, ..pmu.with_figures(thresholds, false) },
        None => {
            let was_part = of_shards(&pmu.pmu);
            complete(pmu, was_part).with_figures(thresholds, enforced)
        }
    };
    merged.pmus = merged.pmus.into_iter().map(evaluated).collect();
    merged.verdict = merged.judge();
    if merged.pmus.iter().any(|pmu| pmu.shard_set.is_some()) {
        // Even if all shards that are present pass.
        merged.verdict = Verdict::Fail;
    } else {
        merged.command = of_complete_run(&merged.command);
    }
    Ok(merged)
}

/// Results of a complete run. A run measures code coverage only if nothing diverges; the shard that measured it could not see
/// the other shards.
fn complete(mut pmu: PmuResults, was_part: bool) -> PmuResults {
    pmu.command = of_complete_run(&pmu.command);
    let code_coverage = pmu.code_coverage.take();
    let keeps = !was_part || pmu.judge() != Verdict::Fail;
    pmu.with_code_coverage(code_coverage.filter(|_| keeps))
}

/// The option at the end of a command that runs one shard.
pub const SHARD: &str = " --shard ";

/// The command of a run, from those of its shards.
fn of_complete_run(commands: &str) -> String {
    let whole = |command: &'_ str| command.rsplit_once(SHARD).map_or(command.to_owned(), |(whole, _)| whole.to_owned());
    let all: BTreeSet<String> = commands.split(AND).map(whole).collect();
    all.into_iter().collect::<Vec<_>>().join(AND)
}

/// Checks that shards were run by one version from one state of the sources.
fn same_version(left: &Results, right: &Results) -> Result<(), String> {
    let is_part = |run: &Results, id: &str| run.pmus.iter().any(|pmu| pmu.pmu == id && pmu.shard_set.is_some());
    if !left.pmus.iter().any(|pmu| is_part(left, &pmu.pmu) && is_part(right, &pmu.pmu)) {
        return Ok(());
    }
    let unknown = || "no commit".to_owned();
    let version =
        |run: &Results| format!("pmu-cosim {} of {}", run.tool.pmu_cosim, run.commit.clone().unwrap_or_else(unknown));
    match (version(left), version(right)) {
        (left, right) if left == right => Ok(()),
        (left, right) => Err(format!("shards of different versions, {left} and {right}; run all shards with one")),
    }
}

/// The union of the shards of both, if one or both are shards of a run.
fn join_parts(left: &PmuResults, right: &PmuResults) -> Result<Option<ShardSet>, String> {
    let both = left.shard_set.as_ref().zip(right.shard_set.as_ref());
    let of_one_run = both.map(|(left, _)| left.seed);
    let twice = left.seeds.iter().find(|&seed| right.seeds.contains(seed) && of_one_run != Some(*seed));
    if let Some(seed) = twice {
        let again = format!("two of the runs have seed {seed}, so the same random programs would count twice");
        return Err(format!("{again}; run one of them with another --seed"));
    }
    match both {
        Some((left, right)) => left.join(right),
        None => Ok(left.shard_set.as_ref().or(right.shard_set.as_ref()).cloned()),
    }
}

fn join(left: &Results, right: &Results) -> Result<Results, String> {
    same_version(left, right)?;
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
    let tool = Tool {
        pmu_cosim: both(&left.tool.pmu_cosim, &right.tool.pmu_cosim),
        verilator: both(&left.tool.verilator, &right.tool.verilator),
        cxx: both(&left.tool.cxx, &right.tool.cxx),
    };
    let commit = |run: &Results| run.commit.clone();
    let run = RunRecord {
        tool,
        commit: commit(left).zip(commit(right)).map(|(left, right)| both(&left, &right)),
        modified: left.modified.zip(right.modified).map(|(left, right)| left || right),
        source_url: left.source_url.clone().filter(|_| left.source_url == right.source_url),
        finished_at: left.finished_at.max(right.finished_at),
        command: both(&left.command, &right.command),
    };
    Ok(Results::new(run, pmus))
}

fn join_pmu(id: &str, left: &PmuResults, right: &PmuResults) -> Result<PmuResults, String> {
    same(id, "RTL", "run on one RTL", &left.rtl_hash, &right.rtl_hash)?;
    same(id, "description", "run with one description", &left.description_hash, &right.description_hash)?;
    let pmu = Pmu::find(id).ok_or_else(|| format!("{id}: there is no such PMU"))?;
    if left.only != right.only {
        return Err(format!("{id}: the runs have different programs; run with the same --only options"));
    }
    if left.choices != right.choices {
        return Err(format!("{id}: the runs have different choices; run with the same --choice options"));
    }
    let Some(known) = known::join(&left.known_divergences, &right.known_divergences) else {
        return Err(format!("{id}: the runs have different known divergences; run with the same --known file"));
    };
    let mut choices = Choices::default();
    for SelectedOption { choice, option, .. } in &left.choices {
        let chosen = ChosenOption { choice: choice.clone(), option: option.clone() };
        choices.add(chosen).map_err(|error| format!("{id}: {error}"))?;
    }
    let pmu = pmu.choosing(&choices).map_err(|error| format!("{id}: {error}"))?;
    let here = &pmu.description.digest;
    same(id, "description", "merge in the checkout of the runs", &left.description_hash, here)?;
    let part = join_parts(left, right).map_err(|what| format!("{id}: {what}"))?;
    let of_one_run = left.shard_set.as_ref().filter(|_| right.shard_set.is_some());
    let programs = join_programs(&left.programs, &right.programs);
    let counted = counted(&pmu.description, left).and_then(|mut counted| {
        counted.merge(&self::counted(&pmu.description, right)?);
        Some(counted)
    });
    let counted = counted.ok_or_else(|| format!("{id}: the counters in `events` are not those of the description"))?;
    let mut seeds = [left.seeds.as_slice(), &right.seeds].concat();
    seeds.sort_unstable();
    seeds.dedup();
    let mut buckets = super::bucket::join(&left.buckets, &right.buckets);
    if let Some(part) = of_one_run {
        buckets = drop_later(buckets, part, &programs);
    }
    let slots = pmu.observation.slots().iter().map(|slot| slot.name.clone());
    let not_compared = slots.filter(|name| left.not_compared.contains(name) || right.not_compared.contains(name));
    let seconds = |one: &PmuResults| one.cycles as f64 / one.cycles_per_second.max(1e-9);
    let cycles = left.cycles + right.cycles;
    let code_coverage = join_code(left, right).map_err(|what| format!("{id}: {what}"))?;
    let results = PmuResults::new(Findings {
        rtl: TestedRtl {
            pmu: id.to_owned(),
            manual: pmu.description.manual.clone(),
            selected: left.rtl.clone().min(right.rtl.clone()),
            rtl_hash: left.rtl_hash.clone(),
            description_hash: left.description_hash.clone(),
            choices: left.choices.clone(),
            lint_warnings: union(&left.lint_warnings, &right.lint_warnings),
            command: both(&left.command, &right.command),
        },
        programs: ProgramFindings {
            shard_set: part,
            only: left.only.clone(),
            cycles,
            comparisons: left.comparisons + right.comparisons,
            // Every shard measures it on the same program.
            values_from_dut: match of_one_run {
                Some(_) => left.values_from_dut.max(right.values_from_dut),
                None => left.values_from_dut + right.values_from_dut,
            },
            not_compared: not_compared.collect(),
            skipped: union(&left.skipped, &right.skipped),
            requirements: requirements(&pmu.description, &programs),
            events: events(&pmu.description, &counted),
            collisions: left.collisions.join(&right.collisions),
            seeds,
            cycles_per_second: cycles as f64 / (seconds(left) + seconds(right)).max(1e-9),
            times: left.times.join(&right.times),
            buckets,
            known,
            programs,
        },
        metamorphic: join_metamorphic(&left.metamorphic, &right.metamorphic),
        coverage: left.coverage.join(&right.coverage).map_err(|what| format!("{id}: {what}"))?,
        situations: left.situations.join(&right.situations).map_err(|what| format!("{id}: {what}"))?,
        campaigns: Campaigns {
            mutation: larger(&left.mutation, &right.mutation, |one| (one.mutants, one.killed)),
            seeded_bugs: larger(&left.seeded_bugs, &right.seeded_bugs, |one| (one.ran, one.caught)),
            proofs: larger(&left.proofs, &right.proofs, |one| (one.theorems, one.proven)),
        },
    });
    Ok(results.with_code_coverage(code_coverage))
}

fn same(id: &str, what: &str, remedy: &str, left: &str, right: &str) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{id}: the {what} is not the same, {left} and {right}; {remedy}")),
    }
}

/// Joins the code coverage of both, or returns that of the one that measured it.
fn join_code(left: &PmuResults, right: &PmuResults) -> Result<Option<CodeCoverage>, String> {
    match (&left.code_coverage, &right.code_coverage) {
        (Some(left), Some(right)) => left.join(right).map(Some),
        (one, other) => Ok(one.as_ref().or(other.as_ref()).cloned()),
    }
}

/// Event coverage of the counters in a document; none if they are not those of the description.
fn counted(description: &Description, of: &PmuResults) -> Option<EventCoverage> {
    let (counters, rows) = (description.counters(), &description.events.rows);
    let mut counted = EventCoverage::new(counters.len(), rows.len());
    if of.events.by_counter.len() != counters.len() {
        return None;
    }
    for (number, (counter, entry)) in counters.iter().zip(&of.events.by_counter).enumerate() {
        for (row, label) in rows.iter().map(|row| row.label()).enumerate() {
            match description.may_count(counter, &rows[row]) {
                Some(true) if !entry.missing.contains(&label) => counted.record_counted(number, row),
                Some(false) if !entry.not_refused.contains(&label) => counted.record_refused(number, row),
                _ => {}
            }
        }
    }
    Some(counted)
}

/// Of two campaigns on one RTL, the larger; of two equally large ones, the worse. The order of runs does not matter.
fn larger<T: Clone>(left: &Option<T>, right: &Option<T>, size: impl Fn(&T) -> (u64, u64)) -> Option<T> {
    let key = |one: &&T| (size(one).0, std::cmp::Reverse(size(one).1));
    left.iter().chain(right).max_by_key(key).cloned()
}

/// Joins both texts without repetition.
fn both(left: &str, right: &str) -> String {
    let all: BTreeSet<&str> = left.split(AND).chain(right.split(AND)).collect();
    all.into_iter().collect::<Vec<_>>().join(AND)
}

fn union<T: Ord + Clone>(left: &[T], right: &[T]) -> Vec<T> {
    left.iter().chain(right).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::tests::plain;
    use serde_json::json;

    /// Only the first shard measures code coverage. A run without shards would not measure it if another shard fails.
    #[test]
    fn code_coverage_of_a_shard_is_dropped_if_the_complete_run_fails() {
        let results = |was_part: bool, verdict: &str| {
            let mut pmu = plain();
            pmu["code_coverage"] = json!(CodeCoverage::default());
            pmu["programs"] = json!([{
                "name": "p", "kind": "directed", "count": 1, "stimulus_hash": "", "cycles": 1, "expectations": 1,
                "unseen": 0, "verdict": verdict, "covers": [], "divergence": null
            }]);
            complete(serde_json::from_value(pmu).expect("results"), was_part)
        };
        let measured = |was_part: bool, verdict: &str| {
            let pmu = results(was_part, verdict);
            assert_eq!(json!(pmu.verdict), verdict);
            pmu.code_coverage.is_some()
        };
        assert!(measured(true, "pass") && measured(false, "pass") && measured(false, "fail"));
        assert!(!measured(true, "fail"));
    }
}
