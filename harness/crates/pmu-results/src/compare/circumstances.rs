//! Circumstances in which two runs differ, so that a difference of their results has another cause than the RTL.

use super::change::Change;
use super::text::first;
use crate::document::{PmuResults, Results, SelectedOption};
use crate::known::KnownDivergence;
use crate::programs::{ProgramKind, ProgramResult};
use crate::shards::ShardSet;
use crate::verdict::Verdict;
use pmu_support::ranges;
use serde::Serialize;

/// A circumstance that is not the same in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Circumstance {
    /// Its name, such as `RTL` or `seeds`.
    pub what: String,
    /// Its text in both runs.
    #[serde(flatten)]
    pub change: Change<String>,
    /// The PMUs that it concerns; none for all of the run.
    pub pmus: Vec<String>,
}

/// A circumstance with its text in results.
type Named<T> = (&'static str, fn(&&T) -> String);

/// The circumstances that differ between two runs.
pub(super) fn circumstances(a: &Results, b: &Results, pmus: &[Change<&PmuResults>]) -> Vec<Circumstance> {
    let mut all: Vec<Circumstance> = Vec::new();
    let runs = Change { a, b };
    let of_run: [Named<Results>; 4] = [
        ("commit", |run| commit(run)),
        ("pmu-cosim", |run| run.tool.pmu_cosim.clone()),
        ("Verilator", |run| run.tool.verilator.clone()),
        ("C++ compiler", |run| run.tool.cxx.clone()),
    ];
    for (what, of) in of_run {
        let change = runs.map(of);
        if change.is_change() {
            all.push(Circumstance { what: what.to_owned(), change, pmus: Vec::new() });
        }
    }
    for pmu in pmus {
        for (what, change) in of_pmu(pmu) {
            match all.iter_mut().find(|known| known.what == what && known.change == change) {
                Some(known) => known.pmus.push(pmu.a.pmu.clone()),
                None => all.push(Circumstance { what, change, pmus: vec![pmu.a.pmu.clone()] }),
            }
        }
    }
    all
}

/// The circumstances of one PMU that differ.
fn of_pmu(pmu: &Change<&PmuResults>) -> Vec<(String, Change<String>)> {
    let each: [Named<PmuResults>; 8] = [
        ("RTL", |pmu| rtl(pmu)),
        ("description", |pmu| format!("hash {}", short(&pmu.description_hash))),
        ("choices", |pmu| choices(pmu)),
        ("known divergences", |pmu| known(pmu)),
        ("programs", |pmu| programs(pmu)),
        ("shards", |pmu| pmu.shard_set.as_ref().map_or("all".to_owned(), ShardSet::note)),
        ("seeds", |pmu| match pmu.seeds.is_empty() {
            true => "none".to_owned(),
            false => ranges(&pmu.seeds.iter().copied().collect()),
        }),
        ("thresholds", |pmu| if pmu.figures.enforced { "enforced" } else { "not enforced" }.to_owned()),
    ];
    let each = each.into_iter().map(|(what, of)| (what.to_owned(), pmu.map(of)));
    each.chain(random_programs(pmu)).chain(stimulus(pmu)).filter(|(_, change)| change.is_change()).collect()
}

/// The commit of a run, shortened.
pub(super) fn commit(run: &Results) -> String {
    let commit = run.commit.as_deref().map_or("unknown", short);
    let modified = if run.modified == Some(true) { " with uncommitted changes" } else { "" };
    format!("{commit}{modified}")
}

/// The first digits of a hash.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn rtl(pmu: &PmuResults) -> String {
    let ports = pmu.rtl.ports.as_ref().map(|ports| format!(" with {ports}")).unwrap_or_default();
    format!("{}, top {}{ports}, hash {}", pmu.rtl.folder, pmu.rtl.top, short(&pmu.rtl_hash))
}

fn choices(pmu: &PmuResults) -> String {
    let one = |SelectedOption { choice, option, rtl_option, .. }: &SelectedOption| match rtl_option {
        Some(other) => format!("{choice}={option} (RTL {other})"),
        None => format!("{choice}={option}"),
    };
    let changed = pmu.choices.iter().filter(|one| !one.default || one.rtl_option.is_some());
    let changed: Vec<String> = changed.map(one).collect();
    match changed.is_empty() {
        true => "all defaults".to_owned(),
        false => changed.join(", "),
    }
}

/// The known divergences that occurred.
fn known(pmu: &PmuResults) -> String {
    let used = pmu.known_divergences.iter().filter(|known| known.is_used());
    let used: Vec<String> = used.map(KnownDivergence::title).collect();
    match used.is_empty() {
        true => "none occurred".to_owned(),
        false => used.join("; "),
    }
}

fn programs(pmu: &PmuResults) -> String {
    match pmu.only.is_empty() {
        true => "all".to_owned(),
        false => first(&pmu.only),
    }
}

/// Numbers of random programs, unless a divergence ended them.
fn random_programs(pmu: &Change<&PmuResults>) -> Option<(String, Change<String>)> {
    let random = |pmu: &&PmuResults| {
        let all = pmu.programs.iter().filter(|program| program.kind == ProgramKind::Random);
        let is_ended = all.clone().any(|program| program.verdict == Verdict::Fail);
        (!is_ended).then(|| all.map(|program| program.count).sum::<u64>())
    };
    let number = pmu.map(random);
    let (a, b) = (number.a?, number.b?);
    Some(("random programs".to_owned(), Change { a: a.to_string(), b: b.to_string() }))
}

/// Programs of the same name with other operations. The hash of random programs depends on their number.
fn stimulus(pmu: &Change<&PmuResults>) -> Option<(String, Change<String>)> {
    let find = |program: &ProgramResult| {
        let same = |other: &&ProgramResult| (other.kind, &other.name) == (program.kind, &program.name);
        pmu.b.programs.iter().find(same).filter(|other| program.count == other.count)
    };
    let both = pmu.a.programs.iter().filter_map(|program| Some((program, find(program)?)));
    let changed: Vec<_> = both.filter(|(a, b)| a.stimulus_hash != b.stimulus_hash).collect();
    let (a, b) = changed.first()?;
    let names: Vec<String> = changed.iter().map(|(program, _)| program.name.clone()).collect();
    let change = Change { a: a.stimulus_hash.clone(), b: b.stimulus_hash.clone() };
    Some((format!("operations of {}", first(&names)), change))
}
