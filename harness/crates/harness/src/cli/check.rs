//! `check`: reads the files of PMUs and reports all errors in them.

use super::args::Check;
use super::screen::say;
use super::status::Status;
use crate::code_coverage::Exclusions;
use crate::coverage::Points;
use crate::pmu_selection::{check_model, find_pmu, selected_ids};
use crate::regression::{directed_folders, find_directed, find_with_collisions};
use crate::rtl::{RtlFacts, Workspace};
use crate::rtl_selection::rtl_folder;
use crate::seeded_bugs::SeededBugs;
use crate::shared_files::exists;
use crate::stuck_at::StuckAtFaults;
use crate::testbench::Testbench;
use crate::Error;
use golden_model_core::description::ReferenceRtl;
use golden_model_core::Pmu;
use pmu_prove::{Fault, FAULTS};

pub(super) fn check(arguments: &Check) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let mut wrong = Vec::new();
    for id in selected_ids(&arguments.pmus)? {
        match check_pmu(&workspace, &id) {
            Ok(summary) => say!("{id}: {summary}"),
            Err(errors) => wrong.extend(errors.into_iter().map(|error| format!("{id}: {error}"))),
        }
    }
    match wrong.is_empty() {
        true => Ok(Status::Pass),
        false => Err(Error::Input(wrong.join("\nerror: "))),
    }
}

/// Checks one PMU. Returns a line about its files, or all errors that do not follow from another one.
fn check_pmu(workspace: &Workspace, id: &str) -> Result<String, Vec<Error>> {
    let pmu = find_pmu(id).map_err(|error| vec![error])?;
    let description = &pmu.description;
    let manifest = rtl_folder(workspace, &pmu, None).join("rtl.toml");
    let testbench = Testbench::read(workspace, &pmu);
    let programs = testbench.as_ref().ok().map(|testbench| find_with_collisions(&testbench.programs, &pmu));
    let found = programs.as_ref().and_then(|programs| programs.as_ref().ok());
    let number = found.map_or(0, |found| found.programs.len() + found.skipped.len());
    let rtl = match description.reference {
        ReferenceRtl::None => Ok(()),
        ReferenceRtl::Tree => RtlFacts::read(workspace, description, manifest.as_path()).map(drop),
    };
    let model = if pmu.is_linked() { check_model(&pmu) } else { Ok(()) };
    let errors = [
        model.err().map(Error::Input),
        Points::new(&pmu).err().map(Error::from),
        programs.and_then(Result::err).map(Error::from),
        testbench.as_ref().ok().and_then(|testbench| check_lists(workspace, &pmu, testbench).err()),
        testbench.err(),
        rtl.err().map(Error::from),
    ];
    let errors: Vec<Error> = errors.into_iter().flatten().collect();
    match errors.is_empty() {
        true => Ok(format!(
            "{} registers, {} event rows, {} requirements, {number} programs; no error{}",
            description.registers.len(),
            description.events.rows.len(),
            description.requirements.len(),
            if pmu.is_linked() { "" } else { "; not checked: the model, because the command was built without it" }
        )),
        false => Err(errors),
    }
}

/// Checks the lists of the testbench that only some commands read: exclusions from code coverage, stuck-at faults, seeded bugs, and
/// faults for proofs.
fn check_lists(workspace: &Workspace, pmu: &Pmu, testbench: &Testbench) -> Result<(), Error> {
    let description = &pmu.description;
    Exclusions::read(&testbench.folder.join("exclusions.toml"), &description.shared)?;
    let file = testbench.folder.join("stuck_at.toml");
    if let Some(stuck) = StuckAtFaults::read(&file, &description.shared).map_err(Error::Input)? {
        let errors = stuck.errors(pmu, &directed_folders(&testbench.programs, &description.shared)?);
        if !errors.is_empty() {
            return Err(Error::Input(format!("{}: {}", file.display(), errors.join(", "))));
        }
    }
    let bugs = testbench.folder.join("seeded_bugs.toml");
    if description.reference == ReferenceRtl::Tree && exists(&bugs, &description.shared) {
        let programs = find_directed(&testbench.programs, pmu)?;
        let programs: Vec<_> = programs.iter().map(|program| program.name.as_str()).collect();
        SeededBugs::read(&bugs, &rtl_folder(workspace, pmu, None), description, &programs)?;
    }
    let faults = testbench.folder.join(FAULTS);
    if faults.exists() {
        let rtl = rtl_folder(workspace, pmu, None);
        for fault in Fault::read(&faults).map_err(Error::Input)? {
            fault.text(&rtl).map_err(|what| Error::Input(format!("{}: {what}", faults.display())))?;
        }
    }
    Ok(())
}
