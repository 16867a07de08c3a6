//! `seeded-bugs`: injects each seeded bug and checks that the named check detects it.

use super::args;
use super::screen::{print_verbatim, say};
use super::status::Status;
use crate::pmu_selection::select_pmus;
use crate::regression::{find_directed, Stop};
use crate::results::write_atomically;
use crate::rtl::Workspace;
use crate::rtl_selection::rtl_folder;
use crate::rtl_selection::RtlSelection;
use crate::seeded_bugs::{junit, table, Campaign, SeededBugReport, SeededBugVerdict, SeededBugs};
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use pmu_support::display_path;
use std::path::{Path, PathBuf};

/// The seeded bugs of a PMU with the other inputs of their campaign.
struct BugCampaignInput {
    pmu: Pmu,
    testbench: Testbench,
    directed: Vec<crate::program::Program>,
    folder: PathBuf,
    seeded_bugs: SeededBugs,
}

pub(super) fn seeded_bugs(arguments: &args::SeededBugs, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let mut pmus = select_pmus(&arguments.pmus, &RtlSelection::default())?;
    if arguments.pmus.is_empty() {
        pmus.retain(|pmu| has_seeded_bugs(&workspace, pmu));
    }
    let prepared = pmus.into_iter().map(|pmu| prepare(&workspace, pmu)).collect::<Result<Vec<_>, _>>()?;
    let asked: Vec<&String> = arguments.only.iter().chain(&arguments.show).collect();
    check_names(&prepared, &asked)?;
    if let Some(name) = &arguments.show {
        return show(&prepared, name);
    }
    let out = workspace.build_dir().join("zoo");
    remove_old(&out, &prepared)?;
    let mut reports = Vec::new();
    for one in &prepared {
        let ran = |name: &&String| one.seeded_bugs.bugs.iter().any(|bug| bug.name == **name);
        if !asked.is_empty() && !asked.iter().any(ran) {
            continue;
        }
        let report = campaign(&workspace, one, &arguments.only, stop)?;
        let text = serde_json::to_string_pretty(&report).map_err(|error| Error::Environment(error.to_string()))?;
        write_atomically(&out.join(format!("{}.json", report.pmu)), text.as_bytes())?;
        print(&report, !arguments.only.is_empty());
        reports.push(report);
    }
    let xml = junit(&reports).map_err(|error| Error::Environment(error.to_string()))?;
    write_atomically(&out.join("junit.xml"), xml.as_bytes())?;
    say!("results: {}", out.display());
    let passed = !reports.is_empty() && reports.iter().all(|report| report.verdict == SeededBugVerdict::Pass);
    Ok(if passed { Status::Pass } else { Status::Diverged })
}

/// Returns the path of a PMU's seeded bugs.
pub(super) fn list(workspace: &Workspace, pmu: &Pmu) -> PathBuf {
    workspace.root().join("testbenches").join(&pmu.description.folder).join("seeded_bugs.toml")
}

/// Returns whether a PMU has seeded bugs; prints a message if not.
fn has_seeded_bugs(workspace: &Workspace, pmu: &Pmu) -> bool {
    let list = list(workspace, pmu);
    let exists = crate::shared_files::exists(&list, &pmu.description.shared);
    if !exists {
        eprintln!("{}: no seeded bugs: {} does not exist", pmu.description.id, display_path(&list));
    }
    exists
}

fn prepare(workspace: &Workspace, pmu: Pmu) -> Result<BugCampaignInput, Error> {
    let testbench = Testbench::read(workspace, &pmu)?;
    let folder = rtl_folder(workspace, &pmu, None);
    let directed = find_directed(&testbench.programs, &pmu)?;
    let programs: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    let seeded_bugs = SeededBugs::read(&list(workspace, &pmu), &folder, &pmu.description, &programs)?;
    Ok(BugCampaignInput { pmu, testbench, directed, folder, seeded_bugs })
}

fn check_names(prepared: &[BugCampaignInput], names: &[&String]) -> Result<(), Error> {
    let known = || prepared.iter().flat_map(|one| one.seeded_bugs.bugs.iter().map(|bug| &bug.name));
    match names.iter().find(|name| !known().any(|known| known == **name)) {
        Some(name) => Err(Error::Input(unknown("bug", name, known()))),
        None => Ok(()),
    }
}

/// Prints each bug with that name as a unified diff.
fn show(prepared: &[BugCampaignInput], name: &str) -> Result<Status, Error> {
    for one in prepared {
        for bug in one.seeded_bugs.bugs.iter().filter(|bug| bug.name == name) {
            print_verbatim(&bug.diff(&one.folder).map_err(Error::Input)?);
        }
    }
    Ok(Status::Pass)
}

/// Removes results of earlier runs so that they cannot be mistaken for those of this run.
fn remove_old(out: &Path, prepared: &[BugCampaignInput]) -> Result<(), Error> {
    let names = prepared.iter().map(|one| format!("{}.json", one.pmu.description.id)).chain(["junit.xml".to_owned()]);
    for file in names.map(|name| out.join(name)).filter(|file| file.exists()) {
        std::fs::remove_file(&file).map_err(|error| Error::Environment(format!("{}: {error}", file.display())))?;
    }
    Ok(())
}

fn campaign(
    workspace: &Workspace,
    one: &BugCampaignInput,
    only: &[String],
    stop: &Stop,
) -> Result<SeededBugReport, Error> {
    let BugCampaignInput { pmu, testbench: Testbench { profile, rules, .. }, directed, folder, seeded_bugs } = one;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let campaign = Campaign { workspace, pmu, profile, directed, rules, folder, seeded_bugs, jobs };
    campaign.run(only, stop).map_err(|error| Error::from(error).of_pmu(&pmu.description.id))
}

/// Prints the table and the faults of a campaign, and with `full` the divergence of each bug.
fn print(report: &SeededBugReport, full: bool) {
    let divergences = report.bugs.iter().filter_map(|bug| Some((bug, &bug.caught.as_ref()?.divergence)));
    for (bug, divergence) in divergences.filter(|_| full) {
        say!("{}: {}: {}", report.pmu, bug.name, divergence.to_string().trim_end());
    }
    if !report.bugs.is_empty() {
        say!("{}\n{}", report.pmu, table(report));
    }
    report.faults().iter().for_each(|fault| say!("{fault}"));
    if report.verdict != SeededBugVerdict::Invalid {
        let caught = report.bugs.iter().filter(|bug| bug.faults.is_empty()).count();
        say!("{}: {caught} of {} bugs detected", report.pmu, report.bugs.len());
    }
}
