//! A run: the regression of PMUs with its results.
//!
//! [`run`] builds the DUT of each PMU or opens its board, runs all programs and metamorphic checks, triages the divergences and
//! writes the results. The command `run` is this function with a terminal; `examples/regress.rs` is a short use of it.

mod checkout;
mod code_coverage;
pub(crate) mod commands;
mod context;
pub(crate) mod kept;
pub(crate) mod metamorphic;
mod monitor;
pub(crate) mod output;
mod pmu_run;
mod pool;
mod rig;
mod selection;
mod settings;
pub(crate) mod tools;

pub use monitor::Monitor;
pub use settings::{Repeat, RunSettings};

use crate::pmu_selection::select_pmus;
use crate::regression::Stop;
use crate::results::{merge, write_code_quality, write_with_history, PmuResults, Results, RunRecord, Thresholds, Tool};
use crate::rtl::Workspace;
use crate::Error;
use context::RunContext;
use golden_model_core::Pmu;
use output::OutputFolder;
use std::path::PathBuf;
use std::time::Instant;

/// A run that has ended.
#[derive(Debug)]
pub struct FinishedRun {
    /// Its results.
    pub results: Results,
    /// The folder with its files.
    pub folder: PathBuf,
}

/// Runs the regression of PMUs and writes the results to the folder of the settings. The files appear together at the end.
///
/// # Errors
/// If the settings, the RTL or a file of a testbench are wrong, a tool or board is missing or fails, results cannot be written,
/// or `stop` was set. Then the results of earlier runs remain. A divergence is no error but a part of the results.
pub fn run(
    workspace: &Workspace,
    settings: &RunSettings,
    monitor: &dyn Monitor,
    stop: &Stop,
) -> Result<FinishedRun, Error> {
    let pmus = select_pmus(&settings.pmus, &settings.rtl)?;
    let thresholds = Thresholds::read(workspace.root())?;
    if settings.board.is_some() && pmus.len() != 1 {
        return Err(Error::Input("--dut needs exactly one --pmu, the PMU on the board".to_owned()));
    }
    let is_only = pmus.len() == 1;
    for pmu in &pmus {
        settings.rtl.known.of(pmu, is_only)?;
    }
    let pmus = selection::with_programs(workspace, pmus, settings)?;
    let output = match &settings.out {
        Some(folder) => OutputFolder::given(folder)?,
        None => OutputFolder::numbered(workspace.build_dir())?,
    };
    let tool = tools::versions(workspace, settings.board.as_ref(), &|text| monitor.notice(text))?;
    if settings.board.is_none() {
        monitor.notice(&format!("using {}", tool.verilator));
    }
    let counts_code = code_coverage::is_measured(workspace, settings, &tool, monitor)?;
    let once =
        Once { workspace, thresholds: &thresholds, pmus: &pmus, tool: &tool, counts_code, is_only, monitor, stop };
    let results = match settings.repeat {
        Repeat::Never => once.run(settings, &output)?,
        _ => once.run_seeds(settings, &output)?,
    };
    Ok(FinishedRun { results, folder: output.publish()? })
}

/// The inputs of a run that do not depend on its seed.
struct Once<'a> {
    workspace: &'a Workspace,
    thresholds: &'a Thresholds,
    pmus: &'a [Pmu],
    tool: &'a Tool,
    /// Whether code coverage is measured.
    counts_code: bool,
    /// Whether one PMU is selected.
    is_only: bool,
    monitor: &'a dyn Monitor,
    stop: &'a Stop,
}

impl Once<'_> {
    /// Runs one seed and writes its files.
    fn run(&self, settings: &RunSettings, output: &OutputFolder) -> Result<Results, Error> {
        let Self { workspace, thresholds, pmus, tool, counts_code, is_only, monitor, stop } = *self;
        let context = RunContext { workspace, settings, output, thresholds, counts_code, is_only, monitor, stop };
        let pmus = pool::run(&context, pmus)?;
        let (commit, modified) = checkout::checkout(workspace.root());
        let source_url =
            commit.as_deref().and_then(|commit| checkout::source_url(commit, |name| std::env::var(name).ok()));
        let finished_at = std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs());
        let command = settings.command(&settings.pmus);
        let results =
            Results::new(RunRecord { tool: tool.clone(), commit, modified, source_url, finished_at, command }, pmus);
        write_files(&results, settings, output)?;
        Ok(results)
    }

    /// Runs one seed after the other, each in a folder, and writes the files of all together.
    fn run_seeds(&self, settings: &RunSettings, output: &OutputFolder) -> Result<Results, Error> {
        let start = Instant::now();
        let mut runs: Vec<Results> = Vec::new();
        let mut seed = settings.seed;
        loop {
            self.monitor.notice(&format!("seed {seed}"));
            let one = RunSettings { seed, repeat: Repeat::Never, enforce: false, ..settings.clone() };
            runs.push(self.run(&one, &output.part(&format!("seed-{seed}"))?)?);
            let has_failed = runs.last().is_some_and(|run| run.pmus.iter().any(PmuResults::fails));
            let is_last = match settings.repeat {
                Repeat::Never => true,
                Repeat::Through(last) => seed >= last,
                Repeat::For(time) => has_failed || start.elapsed() >= time,
            };
            if is_last {
                break;
            }
            seed = seed.checked_add(1).ok_or_else(|| Error::Input(format!("{seed} is the last seed")))?;
        }
        let merged = merge(&runs, self.thresholds, settings.enforce);
        let mut results = merged.map_err(|what| Error::Input(format!("cannot merge the seeds: {what}")))?;
        let ran = RunSettings { repeat: Repeat::Through(seed), ..settings.clone() };
        results.command = ran.command(&settings.pmus);
        for pmu in &mut results.pmus {
            pmu.command = ran.command(std::slice::from_ref(&pmu.pmu));
        }
        write_files(&results, settings, output)?;
        Ok(results)
    }
}

fn write_files(results: &Results, settings: &RunSettings, output: &OutputFolder) -> Result<(), Error> {
    write_with_history(results, output.path(), output.history().as_ref())?;
    if settings.code_quality {
        write_code_quality(results, output.path())?;
    }
    Ok(())
}
