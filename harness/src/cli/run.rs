//! `run`: a regression over PMUs, with its documents.

use super::args::{Rtl, Run};
use super::{build, Failure, Status};
use crate::build::{BuiltModel, Variant, Workspace};
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::generate::Profile;
use crate::program::{Program, ReadBack};
use crate::regression::{find_with_collisions, leave_out, programs_folder, Plan, Stop};
use crate::results::{
    notes, remove_old, table, write_all, write_whole, JudgedRtl, LeftOut, PmuResults, Results, Verdict, SCHEMA_VERSION,
};
use golden_model::Pmu;
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A PMU with everything that its run needs, read before anything runs so that bad input is found at once.
struct Prepared {
    pmu: Pmu,
    profile: Profile,
    directed: Vec<Program>,
    left_out: Vec<LeftOut>,
    built: BuiltModel,
}

pub(super) fn run(arguments: &Run, stop: &Stop) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let out = arguments.out.clone().unwrap_or_else(|| workspace.build_dir().join("sim"));
    remove_old(&out)?;
    let pmus = build::pmus(&arguments.pmus, arguments.rtl.folder.as_ref())?;
    let tool = build::tools(&workspace)?;
    eprintln!("using {}", tool.verilator);
    let prepared = pmus.into_iter().map(|pmu| prepare(&workspace, pmu, arguments)).collect::<Result<Vec<_>, _>>()?;
    let bar = progress_bar(&prepared, arguments);
    let mut results = Vec::new();
    for one in &prepared {
        results.push(run_one(one, arguments, &out, &bar, stop)?);
    }
    bar.finish_and_clear();
    let mut hasher = Sha256::new();
    prepared.iter().for_each(|one| hasher.update(&one.built.rtl_hash));
    let (commit, modified) = checkout(workspace.root());
    let mut document = Results {
        schema_version: SCHEMA_VERSION,
        tool,
        commit,
        modified,
        rtl_hash: hex(&hasher.finalize()),
        finished_at: std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs()),
        command: command(arguments, &arguments.pmus),
        verdict: Verdict::Fail,
        pmus: results,
    };
    document.verdict = document.judge();
    write_all(&document, &out)?;
    report(&document, &out);
    Ok(if document.verdict == Verdict::Pass { Status::Pass } else { Status::Diverged })
}

fn prepare(workspace: &Workspace, pmu: Pmu, arguments: &Run) -> Result<Prepared, Failure> {
    let id = &pmu.description.id;
    let profile = Profile::read(&workspace.root().join("testbenches").join(id).join("stimulus.toml"), &pmu)?;
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
    Ok(Prepared { pmu, profile, directed, left_out, built })
}

fn run_one(one: &Prepared, arguments: &Run, out: &Path, bar: &ProgressBar, stop: &Stop) -> Result<PmuResults, Failure> {
    let Prepared { pmu, profile, directed, left_out, built } = one;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        pmu,
        profile,
        directed,
        left_out,
        seed: arguments.seed,
        random_cycles: arguments.cycles,
        jobs: arguments.jobs.map_or(processors, usize::from),
    };
    let id = &pmu.description.id;
    bar.set_message(id.clone());
    let seed = arguments.seed as u32;
    let device = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(SimulatedDut::new(built, seed)?)) };
    let run = plan.run(&device, &|cycles| bar.inc(cycles), stop);
    if stop.load(std::sync::atomic::Ordering::Relaxed) && run.is_ok() {
        return Err(Failure::Interrupted);
    }
    let run = run?;
    let mut results = run.results(&plan, &built.compared);
    results.rtl = judged(&arguments.rtl, id, built);
    results.rtl_hash = built.rtl_hash.clone();
    results.command = command(arguments, std::slice::from_ref(id));
    for (entry, program) in run.repros(&plan) {
        let Some(divergence) = results.programs[entry].divergence.as_mut() else { continue };
        let file = out.join("repro").join(format!("{id}-{}.pmu", divergence.program.replace('/', "-")));
        let headline = format!("# {id}: {}\n", divergence.headline());
        write_whole(&file, (headline + &program.to_text(pmu)).as_bytes())?;
        divergence.repro = Some(shown(&file));
        divergence.command =
            Some(format!("target/release/pmu-cosim replay {}{}", shown(&file), build::rtl_options(&arguments.rtl)));
    }
    Ok(results)
}

fn progress_bar(prepared: &[Prepared], arguments: &Run) -> ProgressBar {
    let directed = |one: &Prepared| one.directed.iter().map(|program| program.clocks()).sum::<u64>();
    let total = prepared.iter().map(|one| directed(one) + arguments.cycles).sum();
    // Drawn on a terminal only.
    let bar = ProgressBar::new(total);
    if let Ok(style) =
        ProgressStyle::with_template("{msg:>12} [{bar:40}] {human_pos}/{human_len} cycles, {per_sec}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// The first divergence in full, a line for each other, the table.
fn report(results: &Results, out: &Path) {
    let mut divergences = results.divergences();
    if let Some((pmu, first)) = divergences.next() {
        println!("{}: {first}", pmu.pmu);
    }
    for (pmu, other) in divergences {
        let repro = other.repro.as_deref().unwrap_or_default();
        println!("{}: {}: {}; see {repro}", pmu.pmu, other.program, other.headline());
    }
    for pmu in results.pmus.iter().filter(|pmu| pmu.values_from_dut > 0) {
        println!("{}: the golden model takes {} values from the device", pmu.pmu, pmu.values_from_dut);
    }
    for (pmu, why) in results.pmus.iter().filter_map(|pmu| Some((&pmu.pmu, pmu.unspecified()?))) {
        println!("{pmu}: {why}");
    }
    println!("{}", table(results));
    notes(results).iter().for_each(|note| println!("{note}"));
    println!("results: {}", shown(&out.join("results.json")));
}

/// The command that repeats a run.
fn command(arguments: &Run, pmus: &[String]) -> String {
    let pmus: String = pmus.iter().map(|pmu| format!(" --pmu {pmu}")).collect();
    format!(
        "target/release/pmu-cosim run{pmus} --cycles {} --seed {}{}",
        arguments.cycles,
        arguments.seed,
        build::rtl_options(&arguments.rtl)
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

/// A path relative to the working directory where it lies below it.
fn shown(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current).map(PathBuf::from).unwrap_or_else(|_| path.to_owned()).display().to_string()
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
