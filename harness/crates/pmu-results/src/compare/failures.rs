//! Failures of both runs: buckets, violated metamorphic checks and other faults, and the programs that fail.

use super::states::{ProgramStates, State};
use crate::document::PmuResults;
use serde::Serialize;

/// The check of a failure that is a violated metamorphic check.
const METAMORPHIC: &str = "metamorphic check";

/// One failure of a PMU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The check that failed, such as `state` or `metamorphic check`.
    pub check: String,
    /// The register with its field, the metamorphic check, or the bin.
    pub name: String,
    /// The first divergence or violation, in one line; empty if the name says all.
    pub first: String,
    /// Programs that fail for it; none if no single program does.
    pub programs: Vec<String>,
}

impl Failure {
    fn without_program(check: &str, name: &str, first: String) -> Self {
        Self { check: check.to_owned(), name: name.to_owned(), first, programs: Vec::new() }
    }

    /// Whether both are the same failure: the same signature, check or bin.
    fn is_alike(&self, other: &Self) -> bool {
        (&self.check, &self.name) == (&other.check, &other.name)
    }

    /// All failures of a PMU.
    fn all(pmu: &PmuResults) -> Vec<Self> {
        let buckets = pmu.buckets.iter().map(|bucket| Self {
            check: bucket.signature.check.to_string(),
            name: bucket.signature.place(),
            first: bucket.first.clone(),
            programs: bucket.programs.clone(),
        });
        let violated = pmu.metamorphic.iter().filter_map(|check| {
            let violation = check.violation.as_ref()?;
            let first = format!("{}, {}", violation.program, violation.headline());
            Some(Self::without_program(METAMORPHIC, &check.name, first))
        });
        buckets.chain(violated).chain(faults(pmu)).collect()
    }
}

/// Failures that no program and no metamorphic check has.
fn faults(pmu: &PmuResults) -> Vec<Failure> {
    let named = |check: &'static str| move |name: &String| Failure::without_program(check, name, String::new());
    let mut faults: Vec<Failure> = Vec::new();
    faults.extend(pmu.coverage.contradicted().map(|bin| &bin.name).map(named("hit of an impossible bin")));
    faults.extend(pmu.collisions.contradicting.iter().map(named("impossible collision")));
    if let Some(code) = &pmu.code_coverage {
        faults.extend(code.wrong_exclusions.iter().map(named("wrong exclusion")));
        faults.extend(code.diverged.iter().map(named("divergence while code coverage was measured")));
    }
    if pmu.values_from_dut > 0 {
        let first = format!("{} values", pmu.values_from_dut);
        faults.push(Failure::without_program("independence check", "values_from_dut", first));
    }
    if pmu.unspecified().is_some() {
        faults.push(Failure::without_program("specification", "no requirements", String::new()));
    }
    if pmu.is_all_skipped() {
        faults.push(Failure::without_program("programs", "every directed program is skipped", String::new()));
    }
    faults
}

/// Failures and failing programs of a PMU that are not the same in both runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FailureChanges {
    /// Failures of B that A does not have.
    pub new: Vec<Failure>,
    /// Failures of B that A does not have, but A ran none of their programs.
    pub new_not_run_in_a: Vec<Failure>,
    /// Failures of A that B does not have.
    pub gone: Vec<Failure>,
    /// Failures of A that B does not have, but B ran none of their programs.
    pub not_run_in_b: Vec<Failure>,
    /// Programs that fail in B and passed in A.
    pub programs_failing_now: Vec<String>,
    /// Programs that fail in B and did not run in A, or of which A does not say whether they ran.
    pub programs_failing_not_run_in_a: Vec<String>,
    /// Programs that failed in A and pass in B.
    pub programs_passing_now: Vec<String>,
    /// Programs that failed in A and did not run in B, or of which B does not say whether they ran.
    pub programs_failed_not_run_in_b: Vec<String>,
    /// Directed programs that ran only in A.
    pub programs_only_in_a: Vec<String>,
    /// Directed programs that ran only in B.
    pub programs_only_in_b: Vec<String>,
    /// Metamorphic checks that made experiments only in A.
    pub checks_only_in_a: Vec<String>,
    /// Metamorphic checks that made experiments only in B.
    pub checks_only_in_b: Vec<String>,
}

impl FailureChanges {
    pub(super) fn new(a: &PmuResults, b: &PmuResults) -> Self {
        let (in_a, in_b) = (Failure::all(a), Failure::all(b));
        let (states_a, states_b) = (ProgramStates::new(a), ProgramStates::new(b));
        let (new, new_not_run_in_a) = split(missing(&in_b, &in_a), a, &states_a);
        let (gone, not_run_in_b) = split(missing(&in_a, &in_b), b, &states_b);
        let (programs_failing_now, programs_failing_not_run_in_a) = failed_only(&states_b, &states_a);
        let (programs_passing_now, programs_failed_not_run_in_b) = failed_only(&states_a, &states_b);
        let ran_only = |one: &ProgramStates, other: &ProgramStates| {
            one.directed().filter(|program| other.of(program) == State::NotRun).map(str::to_owned).collect()
        };
        Self {
            new,
            new_not_run_in_a,
            gone,
            not_run_in_b,
            programs_failing_now,
            programs_failing_not_run_in_a,
            programs_passing_now,
            programs_failed_not_run_in_b,
            programs_only_in_a: ran_only(&states_a, &states_b),
            programs_only_in_b: ran_only(&states_b, &states_a),
            checks_only_in_a: checked_only(a, b),
            checks_only_in_b: checked_only(b, a),
        }
    }

    /// Failures of B that A does not have, whether A ran their programs or not.
    pub fn all_new(&self) -> impl Iterator<Item = &Failure> {
        self.new.iter().chain(&self.new_not_run_in_a)
    }

    /// Whether B has a new failure, or a program that passed in A fails.
    pub fn is_worse(&self) -> bool {
        self.all_new().next().is_some() || !self.programs_failing_now.is_empty()
    }
}

/// The failures of `these` that `those` do not have.
fn missing(these: &[Failure], those: &[Failure]) -> Vec<Failure> {
    these.iter().filter(|one| !those.iter().any(|other| one.is_alike(other))).cloned().collect()
}

/// Splits failures that a run does not have: it ran what shows them, or it did not.
fn split(failures: Vec<Failure>, run: &PmuResults, states: &ProgramStates) -> (Vec<Failure>, Vec<Failure>) {
    let did_run = |program: &String| matches!(states.of(program), State::Passed | State::Failed);
    failures.into_iter().partition(|failure| match failure.check.as_str() {
        METAMORPHIC => made_experiments(run, &failure.name),
        _ => failure.programs.is_empty() || failure.programs.iter().any(did_run),
    })
}

fn made_experiments(run: &PmuResults, check: &str) -> bool {
    run.metamorphic.iter().any(|one| one.name == check && (one.experiments > 0 || one.violation.is_some()))
}

/// Metamorphic checks that made experiments in `one` and none in `other`.
fn checked_only(one: &PmuResults, other: &PmuResults) -> Vec<String> {
    let names = one.metamorphic.iter().map(|check| &check.name);
    names.filter(|name| made_experiments(one, name) && !made_experiments(other, name)).cloned().collect()
}

/// The programs that failed in `one` and not in `other`: those that passed there, and those that did not run.
fn failed_only(one: &ProgramStates, other: &ProgramStates) -> (Vec<String>, Vec<String>) {
    let names = one.failed().filter(|program| other.of(program) != State::Failed);
    names.map(str::to_owned).partition(|program| other.of(program) == State::Passed)
}
