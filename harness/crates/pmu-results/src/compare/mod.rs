//! Comparison of two runs: what is worse, better or not comparable in run B, relative to run A.

mod change;
mod circumstances;
mod effort;
mod failures;
mod figures;
mod states;
mod summary;
mod text;

#[cfg(test)]
mod tests;

pub use change::Change;
pub use circumstances::Circumstance;
pub use effort::Effort;
pub use failures::{Failure, FailureChanges};
pub use figures::{FigureChange, Share};

pub(crate) use effort::speed;

use crate::document::{PmuResults, Results};
use crate::verdict::Verdict;
use circumstances::{circumstances, commit};
use serde::Serialize;

/// The comparison of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The runs.
    pub runs: Change<ComparedRun>,
    /// Whether B has a new failure, a worse verdict or lost coverage.
    pub is_worse: bool,
    /// Whether everything was compared and nothing differs, apart from circumstances, cycles and speed.
    pub is_same: bool,
    /// Circumstances that differ.
    pub circumstances: Vec<Circumstance>,
    /// The verdicts of the runs.
    pub verdict: Change<Verdict>,
    /// The PMUs that differ, or of which a part was not compared.
    pub pmus: Vec<PmuComparison>,
    /// The PMUs that do not differ.
    pub same: Vec<String>,
    /// PMUs that only A ran.
    pub only_in_a: Vec<UnpairedPmu>,
    /// PMUs that only B ran.
    pub only_in_b: Vec<UnpairedPmu>,
    /// Cycles and speed over the PMUs of both runs; information only.
    pub effort: Effort,
    /// All of it in one line.
    pub summary: String,
}

/// A run that is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRun {
    /// Its name, as in messages.
    pub name: String,
    /// Time at which it ended, in seconds since 1970.
    pub finished_at: u64,
    /// Commit of the checkout.
    pub commit: String,
}

/// A PMU that only one of the runs has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnpairedPmu {
    /// Id of the PMU.
    pub pmu: String,
    /// Its verdict in that run.
    pub verdict: Verdict,
}

/// The comparison of one PMU.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PmuComparison {
    /// Id of the PMU.
    pub pmu: String,
    /// Its verdicts.
    pub verdict: Change<Verdict>,
    /// Failures and failing programs.
    pub failures: FailureChanges,
    /// Figures that differ.
    pub figures: Vec<FigureChange>,
    /// What was not compared, with the reason.
    pub not_compared: Vec<String>,
    /// Cycles and speed; information only.
    pub effort: Effort,
}

/// Two runs without a PMU in common.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the runs have no PMU in common, so there is nothing to compare: one has {a}, the other {b}")]
pub struct NothingInCommon {
    a: String,
    b: String,
}

impl Comparison {
    /// Compares two runs, each with its name in messages.
    ///
    /// # Errors
    /// If the runs have no PMU in common.
    pub fn new((name_a, a): (&str, &Results), (name_b, b): (&str, &Results)) -> Result<Self, NothingInCommon> {
        let in_b = |pmu: &PmuResults| b.pmus.iter().find(|other| other.pmu == pmu.pmu);
        let both: Vec<_> = a.pmus.iter().filter_map(|pmu| Some(Change { a: pmu, b: in_b(pmu)? })).collect();
        if both.is_empty() {
            return Err(NothingInCommon { a: ids(a), b: ids(b) });
        }
        let (same, pmus): (Vec<_>, Vec<_>) = both.iter().map(PmuComparison::new).partition(PmuComparison::is_same);
        let only_in = |one: &Results, other: &Results| -> Vec<UnpairedPmu> {
            let is_in = |pmu: &&PmuResults| other.pmus.iter().any(|known| known.pmu == pmu.pmu);
            let unpaired = |pmu: &PmuResults| UnpairedPmu { pmu: pmu.pmu.clone(), verdict: pmu.verdict };
            one.pmus.iter().filter(|pmu| !is_in(pmu)).map(unpaired).collect()
        };
        let (only_in_a, only_in_b) = (only_in(a, b), only_in(b, a));
        let verdict = Change { a: a.verdict, b: b.verdict };
        let run = |name: &str, run: &Results| ComparedRun {
            name: name.to_owned(),
            finished_at: run.finished_at,
            commit: commit(run),
        };
        let mut comparison = Self {
            runs: Change { a: run(name_a, a), b: run(name_b, b) },
            is_worse: is_worse(&verdict)
                || pmus.iter().any(PmuComparison::is_worse)
                || only_in_b.iter().any(|pmu| pmu.verdict == Verdict::Fail),
            is_same: false,
            circumstances: circumstances(a, b, &both),
            verdict,
            pmus,
            same: same.into_iter().map(|pmu| pmu.pmu).collect(),
            only_in_a,
            only_in_b,
            effort: Effort::new(&both),
            summary: String::new(),
        };
        let is_complete = comparison.only_in_a.is_empty() && comparison.only_in_b.is_empty();
        comparison.is_same = comparison.pmus.is_empty() && is_complete && !comparison.verdict.is_change();
        comparison.summary = summary::line(&comparison);
        Ok(comparison)
    }
}

/// The ids of the PMUs of a run.
fn ids(run: &Results) -> String {
    match run.pmus.is_empty() {
        true => "none".to_owned(),
        false => run.pmus.iter().map(|pmu| pmu.pmu.as_str()).collect::<Vec<_>>().join(", "),
    }
}

/// Whether a verdict became worse.
fn is_worse(verdict: &Change<Verdict>) -> bool {
    verdict.b > verdict.a
}

impl PmuComparison {
    fn new(pmus: &Change<&PmuResults>) -> Self {
        let selection = pmus.map(|pmu| (&pmu.only, pmu.shard_set.as_ref().map(|set| (set.shards, &set.here))));
        let is_selection_same = !selection.is_change();
        let figures = figures::figures(pmus, is_selection_same);
        let mut not_compared = Vec::new();
        if !is_selection_same {
            not_compared.push("coverage, because the runs do not have the same selection of programs".to_owned());
        }
        for figure in figures.iter().filter(|figure| figure.is_measured_once()) {
            let run = if figure.change.a.is_none() { "A" } else { "B" };
            not_compared.push(format!("{}, because {run} did not measure it", figure.figure));
        }
        Self {
            pmu: pmus.a.pmu.clone(),
            verdict: pmus.map(|pmu| pmu.verdict),
            failures: FailureChanges::new(pmus.a, pmus.b),
            figures,
            not_compared,
            effort: Effort::new(std::slice::from_ref(pmus)),
        }
    }

    /// Whether B is worse than A in this PMU.
    pub fn is_worse(&self) -> bool {
        is_worse(&self.verdict) || self.failures.is_worse() || self.figures.iter().any(|figure| figure.is_lower)
    }

    /// Whether everything was compared and nothing differs.
    fn is_same(&self) -> bool {
        !self.verdict.is_change()
            && self.failures == FailureChanges::default()
            && self.figures.is_empty()
            && self.not_compared.is_empty()
    }
}
