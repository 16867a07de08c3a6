//! What a campaign found, as data.

use super::class::BugClass;
use crate::divergence::Divergence;
use crate::metamorphic::Violation;
use serde::{Deserialize, Serialize};

/// `build/zoo/<pmu>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeededBugReport {
    /// Id of the PMU.
    pub pmu: String,
    /// SHA-256 over the RTL without any bug; empty in documents of older versions.
    #[serde(default)]
    pub rtl_hash: String,
    /// Number of bugs that there are, whichever ran.
    #[serde(default)]
    pub listed: u64,
    /// Over all bugs of this run.
    pub verdict: SeededBugVerdict,
    /// Seed of the random programs.
    pub seed: u64,
    /// Programs that ran on the RTL without a bug.
    pub programs_without_bug: u64,
    /// Their clocks.
    #[serde(rename = "clocks_without_bug")]
    pub cycles_without_bug: u64,
    /// What they found. There must be nothing, or the zoo proves nothing.
    pub without_bug: Option<Divergence>,
    /// What a check without a model found there, in a line. There must be nothing either.
    pub violation_without_bug: Option<String>,
    /// Each bug that ran.
    pub bugs: Vec<BugResult>,
    /// The classes without a bug.
    pub absent: Vec<NotApplicableClass>,
}

/// How a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeededBugVerdict {
    /// Every bug was caught as its entry says.
    Pass,
    /// One was not.
    Fail,
    /// The RTL diverges without any bug, or no bug ran.
    Invalid,
}

/// One bug and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BugResult {
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub class: BugClass,
    /// The changed file below `rtl/`, and its line.
    #[serde(rename = "place")]
    pub location: String,
    /// Requirements that it violates.
    pub breaks: Vec<String>,
    /// The check that must catch it.
    pub caught_by: Check,
    /// Clocks of that program in which it must.
    pub within: u64,
    /// Clocks of random programs in which they must catch it too.
    pub random_within: Option<u64>,
    /// The check without a model that must find it too.
    #[serde(rename = "oracle")]
    pub metamorphic: Option<String>,
    /// What that program found.
    pub caught: Option<Detection>,
    /// What random programs found, where they were asked.
    pub random: Option<Detection>,
    /// What that check found.
    pub violation: Option<Violation>,
    /// Why the bug is not caught as its entry says; empty if it is.
    pub faults: Vec<String>,
    /// Where it is not: all directed programs that catch it, the fastest first.
    pub elsewhere: Vec<OtherDetection>,
}

/// A bug that was caught.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detection {
    /// Clocks until then, the diverging one included.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    /// The report that it led to.
    pub divergence: Divergence,
}

/// A check: a directed program, and what its first divergence names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The directed program, such as `wrap/overflow`.
    pub program: String,
    /// The register, field, state word or output that device and model differ in.
    pub value: String,
}

/// A class without a bug on this PMU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotApplicableClass {
    /// The class.
    pub class: BugClass,
    /// What of the PMU makes it impossible.
    pub because: String,
}

/// Another program that catches a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherDetection {
    /// The program.
    pub program: String,
    /// Its clocks until then.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    /// The values that its first divergence names.
    pub values: Vec<String>,
}

impl SeededBugReport {
    /// A report without bugs yet.
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

    /// The report with the verdict that its bugs give.
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

    /// What went wrong, a line for each.
    pub fn faults(&self) -> Vec<String> {
        let pmu = &self.pmu;
        let invalid = match (&self.without_bug, &self.violation_without_bug) {
            (Some(divergence), _) => Some(format!(
                "{pmu}: the zoo is invalid: without any bug {} diverges in {}; run `make sim PMU={pmu}` first",
                divergence.program,
                divergence.headline()
            )),
            (None, Some(violation)) => Some(format!("{pmu}: the zoo is invalid: without any bug {violation}")),
            _ if self.verdict == SeededBugVerdict::Invalid => Some(format!("{pmu}: the zoo is invalid: nothing ran")),
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
    /// In a few words.
    fn line(&self) -> String {
        format!("{} in clock {} ({})", self.program, self.cycles, self.values.join(" "))
    }
}

impl BugResult {
    /// Compares what was found with what the entry demands.
    pub fn evaluate(&mut self) {
        let Check { program, value } = &self.caught_by;
        match &self.caught {
            None => self.faults.push(format!("{program} does not catch it")),
            Some(caught) => {
                if caught.cycles > self.within {
                    let after = caught.cycles;
                    self.faults.push(format!("{program} catches it after {after} clocks, not within {}", self.within));
                }
                if !names(&caught.divergence).any(|name| name == *value) {
                    let found: Vec<_> = caught.divergence.differences.iter().map(|d| d.label()).collect();
                    self.faults.push(format!("{program} catches it, but names {} and not {value}", found.join(", ")));
                }
            }
        }
        if let Some(within) = self.random_within {
            if self.random.as_ref().is_none_or(|caught| caught.cycles > within) {
                self.faults.push(format!("random programs do not catch it within {within} clocks"));
            }
        }
        if let Some(metamorphic) = self.metamorphic.as_ref().filter(|_| self.violation.is_none()) {
            self.faults.push(format!("the check {metamorphic} without a model does not find it"));
        }
    }
}

/// The values in which device and model differ, and their fields.
fn names(divergence: &Divergence) -> impl Iterator<Item = String> + '_ {
    divergence.differences.iter().flat_map(|difference| {
        let fields = difference.fields.iter().map(|field| format!("{}.{}", difference.name, field.name));
        fields.chain([difference.name.clone()])
    })
}
