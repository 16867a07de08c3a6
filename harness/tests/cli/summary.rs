//! `summary`: results as Markdown for a CI job.

use crate::failing_run::FailingRun;
use crate::support::{pmu_cosim, run};

#[test]
fn summary_has_verdict_figures_and_divergences() {
    let failed = FailingRun::new(&["--no-waves"], &[]);
    let file = failed.out("results.json");
    let output = run(&mut pmu_cosim(&["summary", file.to_str().expect("a path")]));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.starts_with("## pmu-cosim: FAIL\n"), "{}", output.out);
    let divergences = &failed.results["pmus"][0]["divergences"];
    let row = output.out.lines().find(|line| line.starts_with("| `k8` | FAIL |")).expect("a row");
    assert_eq!(row.split(" | ").nth(3), Some(divergences.to_string().as_str()), "{row}");
    let bucket = failed.bucket();
    for key in ["first", "command"] {
        assert!(output.out.contains(bucket[key].as_str().expect("a text")), "{key}: {}", output.out);
    }
    let place = format!("{}:{}`", bucket["file"].as_str().expect("a file"), bucket["line"]);
    assert!(output.out.contains(&place), "{place}: {}", output.out);
}
