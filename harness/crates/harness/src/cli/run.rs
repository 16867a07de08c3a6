//! `run`: runs the regression of PMUs and writes the results.

use super::args;
use super::failed;
use super::progress::Terminal;
use super::screen::{self, say};
use super::status::Status;
use crate::regression::{NamePatterns, Shard, Stop};
use crate::results::{github, remarks, table, PmuResults, Results, Verdict};
use crate::run::kept::newest_results;
use crate::run::{run as run_pmus, FinishedRun, Repeat, RunSettings};
use crate::Error;
use pmu_support::display_path;
use std::path::Path;
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &args::Run, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let mut settings = settings(arguments)?;
    if let Some(file) = &arguments.failed {
        let newest = || newest_results(workspace.build_dir());
        settings = failed::select(&file.clone().unwrap_or_else(newest), settings)?;
    }
    let start = Instant::now();
    let FinishedRun { results, folder } = run_pmus(&workspace, &settings, &Terminal::new(), stop)?;
    report(&results, &folder);
    super::notice(&format!("finished in {}", duration(start.elapsed())));
    if is_set("GITHUB_ACTIONS") {
        github(&results).iter().for_each(|command| say!("{command}"));
    }
    Ok(status(&results))
}

fn settings(arguments: &args::Run) -> Result<RunSettings, Error> {
    let default = RunSettings::default();
    Ok(RunSettings {
        pmus: arguments.pmus.clone(),
        rtl: arguments.rtl.selection()?,
        board: arguments.dut.clone(),
        cycles: arguments.cycles,
        seed: arguments.seeds.as_ref().map_or(arguments.seed, |seeds| *seeds.start()),
        repeat: match (&arguments.seeds, arguments.time) {
            (Some(seeds), _) => Repeat::Through(*seeds.end()),
            (None, Some(time)) => Repeat::For(time),
            (None, None) => Repeat::Never,
        },
        only: NamePatterns::parse(&arguments.only).map_err(|error| Error::Input(format!("--only: {error}")))?,
        shard: arguments.shard.unwrap_or(Shard::ALL),
        jobs: arguments.jobs.map_or(default.jobs, usize::from),
        waves: if arguments.no_waves { 0 } else { arguments.waves },
        code_coverage: arguments.code_coverage,
        enforce: arguments.enforce,
        code_quality: is_set("GITLAB_CI"),
        out: arguments.out.clone(),
    })
}

/// Whether a CI system has set a variable.
fn is_set(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|found| found == "true")
}

/// A time with two units at most, such as `3 min 20 s`.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// Returns the exit status of a verdict.
pub(super) fn status(results: &Results) -> Status {
    match results.verdict {
        Verdict::Pass | Verdict::PassWithKnownDivergences => Status::Pass,
        Verdict::Fail => Status::Diverged,
    }
}

/// Number of lint warnings of a PMU that are printed.
const MAX_WARNINGS: usize = 5;

/// Prints the lint warnings of a PMU that failed: one of them may be the cause.
fn report_lint(pmu: &PmuResults) {
    let all = &pmu.lint_warnings;
    if all.is_empty() {
        return;
    }
    let plural = if all.len() == 1 { "" } else { "s" };
    say!("{}: {} lint warning{plural} about this RTL:", pmu.pmu, all.len());
    all.iter().take(MAX_WARNINGS).for_each(|warning| say!("{warning}"));
    if all.len() > MAX_WARNINGS {
        say!("and {} more, all in results.json", all.len() - MAX_WARNINGS);
    }
}

/// Prints lint warnings, the first divergence of each PMU in full, a line for each bucket, and the table.
pub(super) fn report(results: &Results, out: &Path) {
    results.pmus.iter().for_each(report_lint);
    for (pmu, bucket) in results.pmus.iter().filter_map(|pmu| Some((pmu, pmu.buckets.first()?))) {
        if let Some(divergence) = pmu.first_divergence(bucket) {
            say!("{}: {divergence}{}", pmu.pmu, bucket.cause(&pmu.manual));
        }
    }
    for (pmu, bucket) in results.pmus.iter().flat_map(|pmu| pmu.buckets.iter().map(move |bucket| (pmu, bucket))) {
        say!("{}: {}", pmu.pmu, bucket.summary());
        bucket.trigger_lines().for_each(|line| say!("{}:   {line}", pmu.pmu));
    }
    for pmu in results.pmus.iter().filter(|pmu| pmu.values_from_dut > 0) {
        say!("{}: the golden model takes {} values from the DUT", pmu.pmu, pmu.values_from_dut);
    }
    for (pmu, why) in results.pmus.iter().filter_map(|pmu| Some((&pmu.pmu, pmu.unspecified()?))) {
        say!("{pmu}: {why}");
    }
    say!("{}", table(results, screen::width()));
    remarks(results).iter().for_each(|note| say!("{note}"));
    if results.verdict == Verdict::PassWithKnownDivergences {
        say!("verdict: {}", results.verdict);
    }
    say!("results: {}", display_path(&out.join("results.json")));
}
