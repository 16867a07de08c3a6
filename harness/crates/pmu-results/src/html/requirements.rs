//! Requirements in the order of a reader: failed, not reached, covered.

use crate::document::PmuResults;
use crate::programs::RequirementResult;
use crate::verdict::Verdict;
use serde::Serialize;
use std::collections::BTreeSet;

/// A requirement with its state.
#[derive(Serialize)]
pub(super) struct Requirement<'r> {
    state: State,
    of: &'r RequirementResult,
    /// Failing programs that name it.
    failing: Vec<&'r str>,
    /// Other programs that name it, without those of collisions.
    written: Vec<&'r str>,
    /// Other programs that name it and were generated from the table of collisions.
    made: Vec<&'r str>,
}

/// State of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum State {
    /// A program that names it fails.
    #[serde(rename = "failed")]
    Failed,
    /// No failing program names it, and no passing one proves it.
    #[serde(rename = "not reached")]
    NotReached,
    /// Programs that name it pass.
    #[serde(rename = "covered")]
    Covered,
}

/// The requirements of a PMU, failed ones first.
pub(super) fn requirements(pmu: &PmuResults) -> Vec<Requirement<'_>> {
    let failed = pmu.programs.iter().filter(|program| program.verdict == Verdict::Fail);
    let failed: BTreeSet<&str> = failed.map(|program| program.name.as_str()).collect();
    let mut all: Vec<_> = pmu.requirements.each.iter().map(|one| Requirement::new(one, &failed)).collect();
    all.sort_by_key(|requirement| requirement.state);
    all
}

impl<'r> Requirement<'r> {
    fn new(of: &'r RequirementResult, failed: &BTreeSet<&str>) -> Self {
        let names = of.programs.iter().map(String::as_str);
        let (failing, passing): (Vec<_>, Vec<_>) = names.partition(|name| failed.contains(name));
        let (made, written) = passing.into_iter().partition(|name| name.starts_with("collision/"));
        let state = match () {
            () if !failing.is_empty() => State::Failed,
            () if of.covered => State::Covered,
            () => State::NotReached,
        };
        Self { state, of, failing, written, made }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requirement_of_a_failing_program_is_failed_and_one_without_proof_is_not_reached() {
        let result = |covered: bool, programs: &[&str]| -> RequirementResult {
            let result = json!({ "id": "R", "covered": covered, "programs": programs, "bins": [] });
            serde_json::from_value(result).expect("a requirement")
        };
        let state = |covered: bool, programs: &[&str]| {
            Requirement::new(&result(covered, programs), &BTreeSet::from(["broken"])).state
        };
        assert_eq!(state(false, &["a", "broken"]), State::Failed);
        assert_eq!((state(false, &["a"]), state(false, &[])), (State::NotReached, State::NotReached));
        assert_eq!(state(true, &["a"]), State::Covered);
        assert!(State::Failed < State::NotReached && State::NotReached < State::Covered, "failed ones come first");
        let both = result(false, &["a", "collision/b", "broken"]);
        let both = Requirement::new(&both, &BTreeSet::from(["broken"]));
        assert_eq!((both.failing, both.written, both.made), (vec!["broken"], vec!["a"], vec!["collision/b"]));
    }
}
