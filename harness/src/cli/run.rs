//! `run`: runs the regression of PMUs and writes the results.

use super::args::Run;
use super::pmu_run::PmuRun;
use super::status::{Failure, Status};
use super::{build, code_coverage};
use crate::dut::DutError;
use crate::jobs::{self, Task};
use crate::metamorphic::Experiments;
use crate::regression::{RegressionTask, Stop};
use crate::results::Thresholds;
use crate::results::{
    github, remarks, remove_old, rtl_hash, table, write_all, write_code_quality, PmuResults, Results, Verdict,
    SCHEMA_VERSION, SHARD,
};
use crate::rtl::Workspace;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;

pub(super) fn run(arguments: &Run, stop: &Stop) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let thresholds = Thresholds::read(workspace.root())?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.build_dir().join("sim"));
    remove_old(&out)?;
    let pmus = build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())?;
    if arguments.dut.is_some() && pmus.len() != 1 {
        return Err(Failure::Input("--dut needs exactly one --pmu, the PMU on the board".to_owned()));
    }
    let tool = build::tools_for(&workspace, arguments.dut.as_ref())?;
    if arguments.dut.is_none() {
        eprintln!("using {}", tool.verilator);
    }
    let counts_code = code_coverage::is_measured(&workspace, arguments, &tool)?;
    let prepared = pmus.into_iter().map(|pmu| PmuRun::new(&workspace, pmu, arguments, counts_code));
    let prepared = prepared.collect::<Result<Vec<_>, _>>()?;
    let mut results = run_all(&workspace, &prepared, arguments, &out, stop)?;
    results.iter_mut().for_each(|pmu| pmu.set_figures(&thresholds, arguments.enforce));
    let (commit, modified) = checkout(workspace.root());
    let mut document = Results {
        schema_version: SCHEMA_VERSION,
        tool,
        commit,
        modified,
        rtl_hash: rtl_hash(&results),
        finished_at: std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs()),
        command: command(arguments, &arguments.pmus),
        verdict: Verdict::Fail,
        pmus: results,
    };
    document.verdict = document.judge();
    let is_set = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    if is_set("GITLAB_CI", "true") {
        write_code_quality(&document, &out)?;
    }
    write_all(&document, &out)?;
    report(&document, &out);
    if is_set("GITHUB_ACTIONS", "true") {
        github(&document).iter().for_each(|command| println!("{command}"));
    }
    Ok(status(&document))
}

/// Returns the exit status of a verdict.
pub(super) fn status(results: &Results) -> Status {
    match results.verdict {
        Verdict::Pass => Status::Pass,
        Verdict::Fail => Status::Diverged,
    }
}

/// Runs the tasks of all PMUs in one pool, so that no thread is idle at the end of a PMU.
fn run_all(
    workspace: &Workspace,
    prepared: &[PmuRun],
    arguments: &Run,
    out: &Path,
    stop: &Stop,
) -> Result<Vec<PmuResults>, Failure> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = match arguments.dut {
        // A board runs one program at a time.
        Some(_) => 1,
        None => arguments.jobs.map_or(processors, usize::from),
    };
    let bar = &progress_bar(prepared, arguments);
    let plans: Vec<_> = prepared.iter().map(|one| one.plans(arguments, jobs)).collect();
    let dut_factory: Vec<_> = prepared.iter().map(|one| one.dut_factory(arguments.seed)).collect();
    let finished = |one: &'_ PmuRun| {
        let id = one.pmu.description.id.clone();
        move |cycles| {
            bar.set_message(id.clone());
            bar.inc(cycles);
        }
    };
    let progress: Vec<_> = prepared.iter().map(finished).collect();
    let each = || prepared.iter().zip(&plans).zip(&dut_factory);
    let running = each().zip(&progress).map(|(((one, (plan, metamorphic)), dut), progress)| {
        (RegressionTask::new(plan, Some(&one.points), dut, progress, stop), Experiments::new(metamorphic, dut))
    });
    let running: Vec<_> = running.collect();
    let tasks = running.iter().flat_map(|(programs, experiments)| [programs as &dyn Task<DutError>, experiments]);
    let done = jobs::run(&tasks.collect::<Vec<_>>(), jobs, stop);
    bar.finish_and_clear();
    done?;
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let results = prepared.iter().zip(&plans).zip(running).map(|((one, plans), (programs, experiments))| {
        let done = (programs.finish()?, experiments.finish());
        one.results(workspace, plans, &done, arguments, out, stop)
    });
    results.collect()
}

fn progress_bar(prepared: &[PmuRun], arguments: &Run) -> ProgressBar {
    let directed = |one: &PmuRun| one.directed.iter().map(|program| program.cycles()).sum::<u64>();
    let total: u64 = prepared.iter().map(|one| directed(one) + arguments.cycles).sum();
    let shards = arguments.shard.map_or(1, |shard| u64::from(shard.of()));
    let bar = ProgressBar::new(total / shards);
    if let Ok(style) =
        ProgressStyle::with_template("{msg:>12} [{bar:40}] {human_pos}/{human_len} cycles, {per_sec}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
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
    println!("results: {}", build::display_path(&out.join("results.json")));
}

/// Returns the command that repeats a run.
pub(super) fn command(arguments: &Run, pmus: &[String]) -> String {
    let pmus: String = pmus.iter().map(|pmu| format!(" --pmu {pmu}")).collect();
    let shard = arguments.shard.filter(|shard| shard.is_part());
    format!(
        "target/release/pmu-cosim run{pmus} --cycles {} --seed {}{}{}{}{}",
        arguments.cycles,
        arguments.seed,
        if arguments.code_coverage { " --code-coverage" } else { "" },
        build::rtl_options(&arguments.rtl),
        build::dut_option(arguments.dut.as_ref()),
        shard.map_or(String::new(), |shard| format!("{SHARD}{shard}"))
    )
}

/// Returns the commit of the checkout and whether it is modified, if git is available.
fn checkout(root: &Path) -> (Option<String>, Option<bool>) {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"]);
    let modified = git(&["status", "--porcelain"]).map(|changes| !changes.is_empty());
    (commit, modified)
}
