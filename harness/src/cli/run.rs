//! `run`: a regression over PMUs, with its documents.

use super::args::{Rtl, Run};
use super::red::FollowUp;
use super::{build, code_coverage, oracles, Failure, Status};
use crate::build::{BuiltModel, Variant, Workspace};
use crate::coverage::Points;
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::generate::Profile;
use crate::oracles::{OraclePlan, OracleRules};
use crate::program::{Program, ReadBack};
use crate::regression::{find_with_collisions, leave_out, programs_folder, Plan, Shard, Stop};
use crate::results::{
    github, notes, remove_old, rtl_hash, table, write_all, write_code_quality, JudgedRtl, LeftOut, PmuResults, Results,
    Verdict, SCHEMA_VERSION, SHARD,
};
use crate::thresholds::Thresholds;
use golden_model::Pmu;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;

/// Random programs in lockstep for each experiment without the model, and experiments at least: each check a few times.
const PROGRAMS_PER_EXPERIMENT: u64 = 16;
const EXPERIMENTS: u64 = 28;

/// A PMU with everything that its run needs, read before anything runs so that bad input is found at once.
struct Prepared {
    pmu: Pmu,
    points: Points,
    profile: Profile,
    rules: OracleRules,
    directed: Vec<Program>,
    left_out: Vec<LeftOut>,
    built: BuiltModel,
}

pub(super) fn run(arguments: &Run, stop: &Stop) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let thresholds = Thresholds::read(workspace.root())?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.build_dir().join("sim"));
    remove_old(&out)?;
    let pmus = build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())?;
    let tool = build::tools(&workspace)?;
    eprintln!("using {}", tool.verilator);
    let prepared = pmus.into_iter().map(|pmu| prepare(&workspace, pmu, arguments)).collect::<Result<Vec<_>, _>>()?;
    let bar = progress_bar(&prepared, arguments);
    let mut results = Vec::new();
    for one in &prepared {
        let mut pmu = run_one(&workspace, one, arguments, &out, &bar, stop)?;
        pmu.set_figures(&thresholds, arguments.enforce);
        results.push(pmu);
    }
    bar.finish_and_clear();
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

/// The status that a verdict amounts to.
pub(super) fn status(results: &Results) -> Status {
    match results.verdict {
        Verdict::Pass => Status::Pass,
        Verdict::Fail => Status::Diverged,
    }
}

fn prepare(workspace: &Workspace, pmu: Pmu, arguments: &Run) -> Result<Prepared, Failure> {
    let id = &pmu.description.id;
    let points = Points::new(&pmu)?;
    let profile = Profile::read(&workspace.root().join("testbenches").join(id).join("stimulus.toml"), &pmu)?;
    let rules = OracleRules::read(&workspace.root().join("testbenches").join(id).join("oracles.toml"), &pmu)?;
    let folder = programs_folder(workspace.root(), id);
    let directed = find_with_collisions(&folder, &pmu)?;
    if directed.is_empty() {
        return Err(Failure::Input(format!("{}: there is no directed program", folder.display())));
    }
    let built = build::model(workspace, &pmu, &arguments.rtl, Variant::Fast)?;
    let (mut directed, left_out) = leave_out(&pmu, directed, &built.held);
    if built.compared.contains(&false) {
        let read_back = ReadBack::new(&pmu);
        directed.iter_mut().for_each(|program| read_back.apply(program, &built.compared));
    }
    Ok(Prepared { pmu, points, profile, rules, directed, left_out, built })
}

fn run_one(
    workspace: &Workspace,
    one: &Prepared,
    arguments: &Run,
    out: &Path,
    bar: &ProgressBar,
    stop: &Stop,
) -> Result<PmuResults, Failure> {
    let Prepared { pmu, points, profile, rules, directed, left_out, built } = one;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        pmu,
        profile,
        directed,
        left_out,
        seed: arguments.seed,
        random_cycles: arguments.cycles,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        jobs: arguments.jobs.map_or(processors, usize::from),
    };
    let id = &pmu.description.id;
    bar.set_message(id.clone());
    let seed = arguments.seed as u32;
    let device = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(built, seed)?)) };
    let run = plan.run_covering(Some(points), &device, &|cycles| bar.inc(cycles), stop);
    if stop.load(Ordering::Relaxed) && run.is_ok() {
        return Err(Failure::Interrupted);
    }
    let run = run?;
    let mut results = run.results(&plan, &built.compared);
    let oracles = OraclePlan {
        pmu,
        rules,
        profile,
        seed: plan.seed,
        experiments: (plan.random_programs() / PROGRAMS_PER_EXPERIMENT).max(EXPERIMENTS),
        only: None,
        shard: plan.shard,
        jobs: plan.jobs,
    };
    let violations = oracles::run(&oracles, &device, stop)?;
    results.oracles = oracles::results(&oracles, &violations, &out.join("repro"))?;
    results.set_coverage(points.report(&run.hits()));
    results.rtl = judged(&arguments.rtl, id, built);
    results.rtl_hash = built.rtl_hash.clone();
    results.set_measured(workspace.build_dir());
    results.command = command(arguments, std::slice::from_ref(id));
    // Once for the whole: it needs no random programs beyond the first.
    if arguments.code_coverage && plan.shard.is_first() && results.judge() == Verdict::Pass {
        results.code_coverage = Some(code_coverage::measured(workspace, &plan, built, &arguments.rtl, stop)?);
    }
    let red: Vec<_> = run.red().collect();
    let waves = if arguments.no_waves { 0 } else { arguments.waves };
    FollowUp { workspace, pmu, built, rtl: &arguments.rtl, out, seed, waves, stop }.apply(&red, &mut results)?;
    Ok(results)
}

fn progress_bar(prepared: &[Prepared], arguments: &Run) -> ProgressBar {
    let directed = |one: &Prepared| one.directed.iter().map(|program| program.clocks()).sum::<u64>();
    let total: u64 = prepared.iter().map(|one| directed(one) + arguments.cycles).sum();
    let shards = arguments.shard.map_or(1, |shard| u64::from(shard.of()));
    // Drawn on a terminal only.
    let bar = ProgressBar::new(total / shards);
    if let Ok(style) =
        ProgressStyle::with_template("{msg:>12} [{bar:40}] {human_pos}/{human_len} cycles, {per_sec}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// The first divergence in full, a line for each bucket, the table.
pub(super) fn report(results: &Results, out: &Path) {
    if let Some((pmu, first)) = results.divergences().next() {
        println!("{}: {first}", pmu.pmu);
    }
    for (pmu, bucket) in results.pmus.iter().flat_map(|pmu| pmu.buckets.iter().map(move |bucket| (pmu, bucket))) {
        println!("{}: {}", pmu.pmu, bucket.summary());
    }
    for pmu in results.pmus.iter().filter(|pmu| pmu.values_from_dut > 0) {
        println!("{}: the golden model takes {} values from the device", pmu.pmu, pmu.values_from_dut);
    }
    for (pmu, why) in results.pmus.iter().filter_map(|pmu| Some((&pmu.pmu, pmu.unspecified()?))) {
        println!("{pmu}: {why}");
    }
    println!("{}", table(results));
    notes(results).iter().for_each(|note| println!("{note}"));
    println!("results: {}", build::shown(&out.join("results.json")));
}

/// The command that repeats a run.
fn command(arguments: &Run, pmus: &[String]) -> String {
    let pmus: String = pmus.iter().map(|pmu| format!(" --pmu {pmu}")).collect();
    let shard = arguments.shard.filter(|shard| shard.is_part());
    format!(
        "target/release/pmu-cosim run{pmus} --cycles {} --seed {}{}{}{}",
        arguments.cycles,
        arguments.seed,
        if arguments.code_coverage { " --code-coverage" } else { "" },
        build::rtl_options(&arguments.rtl),
        shard.map_or(String::new(), |shard| format!("{SHARD}{shard}"))
    )
}

/// The RTL as the command names it.
fn judged(rtl: &Rtl, id: &str, built: &BuiltModel) -> JudgedRtl {
    JudgedRtl {
        folder: rtl.folder.as_ref().map_or_else(|| format!("rtl/{id}"), |folder| folder.display().to_string()),
        top: built.top.clone(),
        ports: rtl.map.as_ref().map(|map| map.display().to_string()),
    }
}

/// Commit of the checkout and whether it is modified, where git knows.
fn checkout(root: &Path) -> (Option<String>, Option<bool>) {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"]);
    let modified = git(&["status", "--porcelain"]).map(|changes| !changes.is_empty());
    (commit, modified)
}
