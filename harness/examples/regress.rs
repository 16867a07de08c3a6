//! Runs the regression of a PMU: lockstep and metamorphic checks, triage of divergences, shrunk programs and waves.
//!
//! `cargo run --release --example regress`, or with your RTL `cargo run --release --example regress -- k8 my/rtl`.
//! The results are in `build/regress`: `results.json`, `junit.xml`, `report.html`, and in `repro/` the shrunk programs and waves.

use golden_model_all as _;
use harness::results::{table, Verdict};
use harness::rtl::Workspace;
use harness::run::{run, FinishedRun, RunSettings};
use harness::RtlSelection;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let pmu = arguments.next().unwrap_or_else(|| "k8".to_owned());
    let rtl = RtlSelection { folder: arguments.next().map(Into::into), ..RtlSelection::default() };

    let workspace = Workspace::find(Path::new("."))?;
    let out = workspace.build_dir().join("regress");
    let settings = RunSettings { pmus: vec![pmu], rtl, cycles: 200_000, out: Some(out), ..RunSettings::default() };
    let FinishedRun { results, .. } =
        run(&workspace, &settings, &|text: &str| eprintln!("{text}"), &Default::default())?;

    println!("{}", table(&results, None));
    if let Some((pmu, divergence)) = results.divergences().next() {
        println!("{}: {divergence}", pmu.pmu);
    }
    match results.verdict {
        Verdict::Pass | Verdict::PassWithKnownDivergences => Ok(()),
        Verdict::Fail => Err("DUT and golden model differ, or another check failed".into()),
    }
}
