//! Result of a campaign with seeded bugs.

use super::class::BugClass;
use super::kind::HigherOrderKind;
use crate::divergence::Divergence;
use crate::metamorphic::Violation;
use serde::{Deserialize, Serialize};

/// `build/zoo/<pmu>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeededBugReport {
    /// Id of the PMU.
    pub pmu: String,
    /// SHA-256 over the RTL without a bug; empty in documents of older versions.
    #[serde(default)]
    pub rtl_hash: String,
    /// Number of bugs in the list, including those that did not run.
    #[serde(default)]
    pub listed: u64,
    /// Verdict over all bugs of this run.
    pub verdict: SeededBugVerdict,
    /// Seed of the random programs.
    pub seed: u64,
    /// Programs that ran on the RTL without a bug.
    pub programs_without_bug: u64,
    /// Cycles of these programs.
    #[serde(rename = "clocks_without_bug")]
    pub cycles_without_bug: u64,
    /// The first divergence on the RTL without a bug. It must be null, otherwise the campaign is invalid.
    pub without_bug: Option<Divergence>,
    /// The first violation of a metamorphic check on the RTL without a bug, in one line. It must be null too.
    pub violation_without_bug: Option<String>,
    /// Bugs that ran.
    pub bugs: Vec<BugResult>,
    /// The classes without a bug.
    pub absent: Vec<NotApplicableClass>,
}

/// Verdict of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeededBugVerdict {
    /// Every bug was caught as its entry demands.
    Pass,
    /// At least one bug was not.
    Fail,
    /// The RTL diverges without a bug, or no bug ran.
    Invalid,
}

/// Result of one bug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BugResult {
    /// Its name.
    pub name: String,
    /// Class of the bug.
    pub class: BugClass,
    /// Kind of a bug of higher order; null for any other.
    #[serde(default)]
    pub kind: Option<HigherOrderKind>,
    /// The changed file below `rtl/`, and its line.
    #[serde(rename = "place")]
    pub location: String,
    /// Requirements that the bug violates.
    pub breaks: Vec<String>,
    /// The check that must catch it; null if only random programs must.
    pub caught_by: Option<Check>,
    /// Limit of cycles of that program until it is caught.
    pub within: Option<u64>,
    /// Limit of cycles of random programs until it is caught, at each seed.
    pub random_within: Option<u64>,
    /// The metamorphic check that must also detect it.
    #[serde(rename = "oracle")]
    pub metamorphic: Option<String>,
    /// Detection by that program.
    pub caught: Option<Detection>,
    /// Detection by random programs of the first seed, if they ran.
    pub random: Option<Detection>,
    /// Random programs of each seed; empty for a bug without a kind.
    #[serde(default)]
    pub seeds: Vec<RandomSearch>,
    /// Violation of that metamorphic check.
    pub violation: Option<Violation>,
    /// Reasons for which the bug is not caught as its entry demands; empty if it is.
    pub faults: Vec<String>,
    /// If it is not caught as demanded: all directed programs that catch it, the fastest first.
    pub elsewhere: Vec<OtherDetection>,
}

/// Detection of a bug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detection {
    /// Cycles up to and including the diverging one.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    /// The divergence.
    pub divergence: Divergence,
}

/// Search for a bug by the random programs of one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomSearch {
    /// The seed.
    pub seed: u64,
    /// Cycles up to and including the diverging one; null if no program diverges.
    #[serde(rename = "clocks")]
    pub cycles: Option<u64>,
}

/// A check: a directed program, and the value that its first divergence must name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The directed program, such as `wrap/overflow`.
    pub program: String,
    /// The register, field, state word or output in which DUT and model differ.
    pub value: String,
}

/// A class without a bug on this PMU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotApplicableClass {
    /// The class.
    pub class: BugClass,
    /// The property of the PMU that makes it impossible.
    pub because: String,
}

/// Another program that catches a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherDetection {
    /// The program.
    pub program: String,
    /// Its cycles up to and including the diverging one.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    /// The values that its first divergence names.
    pub values: Vec<String>,
}

impl SeededBugReport {
    /// A report without bugs.
    pub fn new(pmu: &str, seed: u64, programs: u64, cycles: u64, listed: u64, absent: Vec<NotApplicableClass>) -> Self {
        Self {
            pmu: pmu.to_owned(),
            rtl_hash: String::new(),
            listed,
            verdict: SeededBugVerdict::Invalid,
            seed,
            programs_without_bug: programs,
            cycles_without_bug: cycles,
            without_bug: None,
            violation_without_bug: None,
            bugs: Vec::new(),
            absent,
        }
    }

    /// Sets the verdict from the results of the bugs.
    pub fn evaluated(mut self) -> Self {
        let is_healthy = self.without_bug.is_none() && self.violation_without_bug.is_none();
        let valid = is_healthy && self.cycles_without_bug > 0 && !self.bugs.is_empty();
        self.verdict = match valid {
            false => SeededBugVerdict::Invalid,
            true if self.bugs.iter().all(|bug| bug.faults.is_empty()) => SeededBugVerdict::Pass,
            true => SeededBugVerdict::Fail,
        };
        self
    }

    /// Failures, one line each.
    pub fn faults(&self) -> Vec<String> {
        let pmu = &self.pmu;
        let invalid = match (&self.without_bug, &self.violation_without_bug) {
            (Some(divergence), _) => Some(format!(
                "{pmu}: the seeded-bug campaign is invalid: without a bug {} diverges in {}; run `make sim PMU={pmu}` first",
                divergence.program,
                divergence.headline()
            )),
            (None, Some(violation)) => Some(format!("{pmu}: the seeded-bug campaign is invalid: without a bug {violation}")),
            _ if self.verdict == SeededBugVerdict::Invalid => Some(format!("{pmu}: the seeded-bug campaign is invalid: no bug ran")),
            _ => None,
        };
        let of_bug = |bug: &BugResult| -> Option<String> {
            let fault = (!bug.faults.is_empty()).then(|| bug.faults.join("; "))?;
            let others: Vec<_> = bug.elsewhere.iter().take(3).map(OtherDetection::line).collect();
            let hint = match others.is_empty() {
                true => "no directed program catches it".to_owned(),
                false => format!("caught by {}", others.join(", by ")),
            };
            Some(format!("{pmu}: {} ({}): {fault}; {hint}", bug.name, bug.location))
        };
        invalid.into_iter().chain(self.bugs.iter().filter_map(of_bug)).collect()
    }
}

impl OtherDetection {
    /// One line that summarizes the check.
    fn line(&self) -> String {
        format!("{} in clock {} ({})", self.program, self.cycles, self.values.join(" "))
    }
}

impl BugResult {
    /// Compares the result with the demands of the bug's entry.
    pub fn evaluate(&mut self) {
        self.faults = self.missed_by_checks();
        self.faults.extend(self.missed_by_random());
    }

    /// Whether its figures can be published: all checks that are named for it catch it. Random programs may still miss a
    /// bug of higher order; its page then says so.
    pub fn is_publishable(&self) -> bool {
        let missed = match self.kind {
            Some(_) => self.missed_by_checks(),
            None => self.faults.clone(),
        };
        missed.is_empty()
    }

    /// Demands on the directed program and on the metamorphic check that the result does not satisfy.
    fn missed_by_checks(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(Check { program, value }) = &self.caught_by {
            match &self.caught {
                None => faults.push(format!("{program} does not catch it")),
                Some(caught) => {
                    if let Some(within) = self.within.filter(|within| caught.cycles > *within) {
                        let after = caught.cycles;
                        faults.push(format!("{program} catches it after {after} cycles, not within {within}"));
                    }
                    if !names(&caught.divergence).any(|name| name == *value) {
                        let found: Vec<_> = caught.divergence.differences.iter().map(|d| d.label()).collect();
                        faults.push(format!("{program} catches it, but names {} and not {value}", found.join(", ")));
                    }
                }
            }
        }
        if let Some(metamorphic) = self.metamorphic.as_ref().filter(|_| self.violation.is_none()) {
            faults.push(format!("the metamorphic check {metamorphic} does not detect it"));
        }
        faults
    }

    /// Demands on random programs that the result does not satisfy.
    fn missed_by_random(&self) -> Option<String> {
        let within = self.random_within?;
        let is_late = |cycles: Option<u64>| cycles.is_none_or(|cycles| cycles > within);
        if self.kind.is_none() {
            let cycles = self.random.as_ref().map(|caught| caught.cycles);
            return is_late(cycles).then(|| format!("random programs do not catch it within {within} cycles"));
        }
        let seeds = self.seeds.iter().filter(|search| is_late(search.cycles)).map(|search| search.seed.to_string());
        let seeds: Vec<_> = seeds.collect();
        let seeds = match seeds.as_slice() {
            [] => return None,
            [seed] => format!("seed {seed}"),
            seeds => format!("seeds {}", seeds.join(", ")),
        };
        Some(format!("random programs of {seeds} do not catch it within {within} cycles"))
    }
}

/// Names of the values in which DUT and model differ, and of their fields.
fn names(divergence: &Divergence) -> impl Iterator<Item = String> + '_ {
    divergence.differences.iter().flat_map(|difference| {
        let fields = difference.fields.iter().map(|field| format!("{}.{}", difference.name, field.name));
        fields.chain([difference.name.clone()])
    })
}
