//! `junit.xml` for CI systems: one suite for each PMU, one case for each directed program and each seed of random programs.

use super::document::{PmuResults, Results, SelectedOption};
use super::known::KnownDivergence;
use super::metamorphic::MetamorphicResult;
use super::programs::{ProgramResult, SkippedProgram};
use super::verdict::Verdict;
use chrono::DateTime;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// Formats the document.
pub(super) fn document(results: &Results) -> Result<String, SerializeError> {
    let mut report = Report::new("pmu-cosim");
    for pmu in &results.pmus {
        let mut suite = TestSuite::new(&pmu.pmu);
        suite.add_property(("rtl_hash", pmu.rtl_hash.as_str()));
        suite.add_property(("rtl", pmu.rtl.folder.as_str()));
        suite.add_property(("top", pmu.rtl.top.as_str()));
        if let Some(ports) = &pmu.rtl.ports {
            suite.add_property(("ports", ports.as_str()));
        }
        if !pmu.not_compared.is_empty() {
            suite.add_property(("not_compared", pmu.not_compared.join(", ").as_str()));
        }
        for SelectedOption { choice, option, .. } in &pmu.choices {
            suite.add_property((format!("choice {choice}").as_str(), option.as_str()));
        }
        if let Some(part) = &pmu.shard_set {
            suite.add_property(("part", part.note().as_str()));
        }
        suite.add_property(("verdict", pmu.verdict.name()));
        suite.add_property(("command", pmu.command.as_str()));
        suite.add_test_cases(pmu.programs.iter().map(|program| case(pmu, program)));
        suite.add_test_cases(pmu.skipped.iter().map(|program| skipped(pmu, program)));
        suite.add_test_cases(pmu.known_divergences.iter().map(|known| known_divergence(pmu, known)));
        suite.add_test_case(independence(pmu));
        suite.add_test_cases(pmu.metamorphic.iter().map(|result| metamorphic_case(pmu, result)));
        suite.add_test_cases(coverage(pmu));
        suite.add_test_cases(pmu.unspecified().map(|why| failed(pmu, "requirements are specified", why)));
        // A single shard passes; merged results with missing shards fail.
        let incomplete = pmu.shard_set.as_ref().filter(|_| pmu.verdict != pmu.judge());
        suite.add_test_cases(incomplete.map(|part| failed(pmu, "all shards are there", part.note())));
        set_times(&mut suite, pmu);
        report.add_test_suite(suite);
    }
    report.timestamp = report.test_suites.iter().filter_map(|suite| suite.timestamp).min();
    report.set_time(report.test_suites.iter().filter_map(|suite| suite.time).sum());
    report.to_string()
}

/// Sets the time at which a suite began, and its total. Cases that only evaluate figures take no time.
fn set_times(suite: &mut TestSuite, pmu: &PmuResults) {
    let total = suite.test_cases.iter_mut().map(|case| *case.time.get_or_insert(Duration::ZERO)).sum();
    suite.set_time(total);
    let began_at = pmu.times.began_at.and_then(|seconds| DateTime::from_timestamp(seconds.try_into().ok()?, 0));
    suite.timestamp = began_at.map(Into::into);
}

/// The time of a case; none if the results do not have it.
fn time(seconds: Option<&f64>) -> Option<Duration> {
    Duration::try_from_secs_f64(*seconds?).ok()
}

fn case(pmu: &PmuResults, program: &ProgramResult) -> TestCase {
    let status = match &program.divergence {
        None if program.verdict == Verdict::PassWithKnownDivergences => {
            let mut status = TestCaseStatus::skipped();
            status.set_type("known divergence");
            status
                .set_message("pass with known divergences: their values were not compared after the first difference");
            status
        }
        None => TestCaseStatus::success(),
        Some(divergence) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let command = divergence.command.as_deref().unwrap_or(&pmu.command);
            let agreement = divergence.agreement().map_or(String::new(), |text| format!("; {text}"));
            status.set_message(format!("{}{agreement}; reproduce: {command}", divergence.headline()));
            status.set_type("divergence");
            status.set_description(divergence.to_string());
            status
        }
    };
    let mut case = TestCase::new(&program.name, status);
    case.time = time(pmu.times.programs.get(&program.name));
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}

fn skipped(pmu: &PmuResults, skipped: &SkippedProgram) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    let reason = if skipped.is_option { "it is for another option" } else { "the RTL lacks what it needs" };
    status.set_message(format!("skipped, because {reason}: {}", skipped.needs));
    let mut case = TestCase::new(&skipped.program, status);
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}

/// A known divergence that occurred is a skipped case, because its values were not compared. One that a complete run disproves
/// is a failure.
fn known_divergence(pmu: &PmuResults, known: &KnownDivergence) -> TestCase {
    let name = format!("known divergence {}", known.title());
    if pmu.obsolete().any(|obsolete| obsolete == known) {
        return failed(pmu, &name, known.obsolete());
    }
    let mut status = TestCaseStatus::skipped();
    status.set_type("known divergence");
    status.set_message(known.line());
    let mut case = TestCase::new(name, status);
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}

fn independence(pmu: &PmuResults) -> TestCase {
    let status = match pmu.values_from_dut {
        0 => TestCaseStatus::success(),
        taken => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("the model takes {taken} values from the DUT"));
            status
        }
    };
    let mut case = TestCase::new("model takes no value from the DUT", status);
    case.time = time(Some(&pmu.times.independence));
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}

fn metamorphic_case(pmu: &PmuResults, result: &MetamorphicResult) -> TestCase {
    let status = match result.headline() {
        None => TestCaseStatus::success(),
        Some(headline) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(format!("{headline}; reproduce: {}", pmu.command));
            status.set_type("violation");
            status
        }
    };
    let mut case = TestCase::new(format!("oracle {}", result.name), status);
    case.time = time(pmu.times.metamorphic.get(&result.name));
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}

/// Failures of a run without a diverging program: figures below an enforced threshold, impossible bins that were hit.
fn coverage(pmu: &PmuResults) -> Vec<TestCase> {
    let case = |name: String, failure: Option<String>| {
        let status = match failure {
            None => TestCaseStatus::success(),
            Some(message) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(message);
                status
            }
        };
        let mut case = TestCase::new(name, status);
        case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
        case
    };
    let figures = pmu.figures.each.iter().filter(|_| pmu.figures.enforced).map(|figure| {
        let (what, wanted) = (figure.figure, figure.threshold);
        let below = || format!("{what} {}/{} is below {wanted}", figure.covered, figure.total);
        case(format!("{what} reaches its threshold"), (!figure.reached).then(below))
    });
    let contradicted = pmu.coverage.contradicted().map(|bin| {
        case(
            "impossible bins are not hit".to_owned(),
            Some(format!("{} was hit though marked as impossible", bin.name)),
        )
    });
    figures.chain(contradicted).collect()
}

fn failed(pmu: &PmuResults, name: &str, why: String) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(why);
    let mut case = TestCase::new(name, status);
    case.set_classname(format!("pmu-cosim.{}", pmu.pmu));
    case
}
