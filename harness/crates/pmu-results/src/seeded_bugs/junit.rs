//! JUnit document of campaigns: one suite for each PMU, one case for each bug and one for the RTL without a bug.

use super::report::{BugResult, SeededBugReport};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

/// Formats the document.
///
/// # Errors
/// When it cannot be serialized as XML.
pub fn junit(reports: &[SeededBugReport]) -> Result<String, SerializeError> {
    let mut document = Report::new("pmu-cosim seeded-bugs");
    for report in reports {
        let mut suite = TestSuite::new(&report.pmu);
        let healthy = report.without_bug.as_ref().map(|divergence| (divergence.headline(), divergence.to_string()));
        suite.add_test_case(case(&report.pmu, "the RTL without a bug", healthy));
        suite.add_test_cases(report.bugs.iter().map(|bug| of_bug(&report.pmu, bug)));
        document.add_test_suite(suite);
    }
    document.to_string()
}

fn of_bug(pmu: &str, bug: &BugResult) -> TestCase {
    let shown = || bug.caught.as_ref().map(|caught| caught.divergence.to_string()).unwrap_or_default();
    let failure = (!bug.faults.is_empty()).then(|| (bug.faults.join("; "), shown()));
    case(pmu, &bug.name, failure)
}

/// A case that passed, or that failed with a message and a description.
fn case(pmu: &str, name: &str, failure: Option<(String, String)>) -> TestCase {
    let status = match failure {
        None => TestCaseStatus::success(),
        Some((message, description)) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(message);
            status.set_type("zoo");
            status.set_description(description);
            status
        }
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(format!("pmu-cosim.zoo.{pmu}"));
    case
}
