//! `mutate`: runs the regression on mutants of the netlist and reports the mutation score.

mod deep;

use super::args::Mutate;
use super::publish;
use super::screen::say;
use super::status::Status;
use crate::mutation::{Campaign, CampaignOutcome, MutantStatus, MutationReport};
use crate::pmu_selection::select_pmus;
use crate::regression::{find_with_collisions, Stop};
use crate::results::Thresholds;
use crate::results::{write_atomically, Figure};
use crate::rtl::Workspace;
use crate::rtl_selection::RtlSelection;
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::Pmu;
use serde::Serialize;
use std::path::Path;

/// Folder of results and models below the build folder.
const FOLDER: &str = "mutate";

pub(super) fn mutate(arguments: &Mutate, stop: &Stop) -> Result<Status, Error> {
    if arguments.page.is_some() {
        return Err(publish::replaced("mutate --page"));
    }
    let workspace = super::workspace()?;
    let selection = arguments.rtl.selection()?;
    let pmus = select_pmus(&arguments.pmus, &selection)?;
    if arguments.only.is_some() && pmus.len() != 1 {
        return Err(Error::Input("--only needs exactly one --pmu, the PMU of the mutant".to_owned()));
    }
    if arguments.deep {
        return deep::mutate(&workspace, &pmus, &selection, arguments, stop);
    }
    let thresholds = Thresholds::read(workspace.root())?;
    let mut status = Status::Pass;
    for pmu in &pmus {
        let wanted = arguments.min_score.unwrap_or_else(|| thresholds.of(&pmu.description.id, Figure::Mutation));
        let Some(report) = campaign(&workspace, pmu, &selection, arguments, stop)? else { continue };
        print(&report, wanted);
        if report.score < wanted {
            status = Status::Diverged;
        }
    }
    Ok(status)
}

/// Runs the campaign of a PMU, or prints the one mutant of `--only` and returns no report.
fn campaign(
    workspace: &Workspace,
    pmu: &Pmu,
    selection: &RtlSelection,
    arguments: &Mutate,
    stop: &Stop,
) -> Result<Option<MutationReport>, Error> {
    let out = workspace.build_dir().join(FOLDER);
    with_campaign(workspace, pmu, selection, (arguments, &out), |campaign| {
        let id = &pmu.description.id;
        if let Some(number) = arguments.only {
            show(id, &campaign.run_one(number, stop)?);
            return Ok(None);
        }
        let report = campaign.run(stop)?;
        write(&out, id, &report)?;
        Ok(Some(report))
    })
}

/// Calls `run` with the campaign of a PMU, whose results are in the folder `out`.
fn with_campaign<R>(
    workspace: &Workspace,
    pmu: &Pmu,
    selection: &RtlSelection,
    (arguments, out): (&Mutate, &Path),
    run: impl FnOnce(&Campaign) -> Result<R, Error>,
) -> Result<R, Error> {
    let id = &pmu.description.id;
    let testbench = Testbench::read(workspace, pmu)?;
    let directed = find_with_collisions(&testbench.programs, pmu)?.programs;
    let rtl = selection.source(workspace, pmu)?;
    // A separate build folder: no other command uses models of netlists.
    let own = workspace.with_build_dir(&workspace.build_dir().join(FOLDER))?;
    run(&Campaign {
        workspace: &own,
        pmu,
        profile: &testbench.profile,
        directed: &directed,
        rtl: &rtl,
        folder: &out.join(id),
        mutants: arguments.mutants.map(usize::from),
        cycles: arguments.cycles,
        seed: arguments.seed,
        proofs: !arguments.no_proofs && !arguments.deep,
        jobs: arguments.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
        notice: &|text| eprintln!("{id}: {text}"),
    })
}

/// Writes the report of a PMU to its file in `out`.
fn write(out: &Path, id: &str, report: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string_pretty(report).map_err(|error| Error::Environment(error.to_string()))?;
    let file = out.join(format!("{id}.json"));
    write_atomically(&file, text.as_bytes())?;
    say!("{id}: {}", file.display());
    Ok(())
}

fn print(report: &MutationReport, wanted: f64) {
    let id = &report.pmu;
    for at in &report.survivors {
        let (number, line, module) = (at.number, &at.line, &at.module);
        let bits = at.bits.join(" by bit ");
        say!("{id}: survived: {line} {module}: {} {}.{}[{bits}] ({number})", at.mode, at.cell, at.port);
    }
    let MutationReport { mutants, killed, equivalent, survived, unstable, score, .. } = report;
    let unstable = if *unstable > 0 { format!(", {unstable} without behaviour") } else { String::new() };
    let kinds: Vec<String> = report.equivalent_by.iter().map(|(proof, count)| format!("{count} {proof}")).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
    let verdict = if *score >= wanted { String::new() } else { format!(", below {wanted}") };
    say!(
        "{id}: {mutants} mutants, {killed} killed, {equivalent} equivalent{kinds}, {survived} survived{unstable}; \
         score {}{verdict}",
        report.score_text()
    );
}

/// Prints one mutant and its status.
fn show(id: &str, outcome: &CampaignOutcome) {
    let CampaignOutcome { mutant, status, divergence } = outcome;
    say!("{id}: mutant {} at {} in {}: {}", mutant.number, mutant.line, mutant.module, mutant.change());
    match (status, divergence) {
        (_, Some(divergence)) => say!("{id}: {}", divergence.to_string().trim_end()),
        (MutantStatus::Killed { program, cycle }, None) => say!("{id}: killed by {program} in cycle {cycle}"),
        (MutantStatus::Equivalent(proof), None) => say!("{id}: equivalent: {}", proof.text()),
        (MutantStatus::Unstable(what), None) => say!("{id}: without behaviour: {what}"),
        (MutantStatus::Survived, None) => say!("{id}: survived"),
    }
}
