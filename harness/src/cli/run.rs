//! `run`: runs the regression of PMUs and writes the results.

use super::args;
use super::status::Status;
use crate::regression::{Shard, Stop};
use crate::results::{github, remarks, table, write_code_quality, Results, Verdict};
use crate::rtl::Workspace;
use crate::run::commands::display_path;
use crate::run::{run as run_pmus, Monitor, RunSettings};
use crate::Error;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::Path;

pub(super) fn run(arguments: &args::Run, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let settings = settings(arguments, &workspace)?;
    let results = run_pmus(&workspace, &settings, &Terminal::new(), stop)?;
    let is_set = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is_set("GITLAB_CI", "true") {
        write_code_quality(&results, &settings.out)?;
    }
    report(&results, &settings.out);
    if is_set("GITHUB_ACTIONS", "true") {
        github(&results).iter().for_each(|command| println!("{command}"));
    }
    Ok(status(&results))
}

fn settings(arguments: &args::Run, workspace: &Workspace) -> Result<RunSettings, Error> {
    let default = RunSettings::new(workspace);
    Ok(RunSettings {
        pmus: arguments.pmus.clone(),
        rtl: arguments.rtl.selection()?,
        board: arguments.dut.clone(),
        cycles: arguments.cycles,
        seed: arguments.seed,
        shard: arguments.shard.unwrap_or(Shard::ALL),
        jobs: arguments.jobs.map_or(default.jobs, usize::from),
        waves: if arguments.no_waves { 0 } else { arguments.waves },
        code_coverage: arguments.code_coverage,
        enforce: arguments.enforce,
        out: arguments.out.clone().unwrap_or(default.out),
    })
}

/// Returns the exit status of a verdict.
pub(super) fn status(results: &Results) -> Status {
    match results.verdict {
        Verdict::Pass => Status::Pass,
        Verdict::Fail => Status::Diverged,
    }
}

/// Shows notices on standard error, and the progress as a bar.
struct Terminal {
    bar: ProgressBar,
}

impl Terminal {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = "{msg:>12} [{bar:40}] {human_pos}/{human_len} cycles, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar }
    }
}

impl Monitor for Terminal {
    fn notice(&self, text: &str) {
        super::notice(text);
    }

    fn begin(&self, cycles: u64) {
        self.bar.set_length(cycles);
        self.bar.reset();
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    fn advance(&self, pmu: &str, cycles: u64) {
        self.bar.set_message(pmu.to_owned());
        self.bar.inc(cycles);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Prints the first divergence in full, a line for each bucket, and the table.
pub(super) fn report(results: &Results, out: &Path) {
    if let Some((pmu, first)) = results.divergences().next() {
        println!("{}: {first}", pmu.pmu);
    }
    for (pmu, bucket) in results.pmus.iter().flat_map(|pmu| pmu.buckets.iter().map(move |bucket| (pmu, bucket))) {
        println!("{}: {}", pmu.pmu, bucket.summary());
    }
    for pmu in results.pmus.iter().filter(|pmu| pmu.values_from_dut > 0) {
        println!("{}: the golden model takes {} values from the DUT", pmu.pmu, pmu.values_from_dut);
    }
    for (pmu, why) in results.pmus.iter().filter_map(|pmu| Some((&pmu.pmu, pmu.unspecified()?))) {
        println!("{pmu}: {why}");
    }
    println!("{}", table(results));
    remarks(results).iter().for_each(|note| println!("{note}"));
    println!("results: {}", display_path(&out.join("results.json")));
}
