//! `prove`: theorems about the RTL, and their proofs.

use super::args::Prove;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::select_pmus;
use crate::results::{write_atomically, ProofReport, TheoremResult, TheoremVerdict};
use crate::rtl_selection::RtlSelection;
use crate::run::commands::replay;
use crate::testbench::Testbench;
use crate::triage::write_program;
use crate::Error;
use golden_model_core::description::Description;
use golden_model_core::Pmu;
use pmu_prove::{Fault, Proof, ProofError, Prover, FAULTS};
use pmu_rtl::{rtl_hash, RtlSource, Workspace};
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// Folder for files of proofs below the build folder.
const FOLDER: &str = "prove";

pub(super) fn prove(arguments: &Prove) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let selection = arguments.rtl.selection()?;
    let mut status = Status::Pass;
    for pmu in select_pmus(&arguments.pmus, &selection)? {
        let own = if arguments.faults {
            refute_faults(&workspace, &pmu)?
        } else {
            let out = arguments.out.clone().unwrap_or_else(|| workspace.build_dir().join(FOLDER));
            prove_all(&workspace, &pmu, &selection, &out.join(&pmu.description.id))?
        };
        if own != Status::Pass {
            status = own;
        }
    }
    Ok(status)
}

/// Proves all theorems about the RTL of a PMU and prints those that are not proven. Their programs go to `out`.
fn prove_all(workspace: &Workspace, pmu: &Pmu, selection: &RtlSelection, out: &Path) -> Result<Status, Error> {
    let id = &pmu.description.id;
    let start = Instant::now();
    let (rtl, reference) = (selection.source(workspace, pmu)?, selection.reference(workspace, pmu)?);
    let proofs = proofs(workspace, pmu, &rtl, reference.as_ref())?;
    let seconds = start.elapsed().as_secs_f64();
    let results = proofs.into_iter().map(|proof| stored(proof, pmu, out)).collect::<Result<Vec<_>, _>>()?;
    let mut status = Status::Pass;
    for result in &results {
        let TheoremResult { kind, name, reason, .. } = result;
        match result.verdict {
            TheoremVerdict::Proven => continue,
            TheoremVerdict::Open => say!("{id}: {kind}: {name}: open: {reason}"),
            TheoremVerdict::Refuted => say!("{id}: {kind}: {name}: refuted: {reason}"),
        }
        result.example.iter().for_each(|line| say!("    {line}"));
        result.programs.iter().for_each(|file| say!("    {}", replay(file, 0, selection, None)));
        status = Status::Diverged;
    }
    let proven = results.iter().filter(|result| result.verdict == TheoremVerdict::Proven).count();
    say!("{id}: {proven} of {} theorems proven", results.len());
    let report = ProofReport {
        pmu: id.clone(),
        rtl_hash: rtl_hash(workspace, &pmu.description, rtl)?,
        seconds,
        theorems: results,
    };
    let text = serde_json::to_string_pretty(&report).map_err(|error| Error::Environment(error.to_string()))?;
    create(out)?;
    write_atomically(&out.join("results.json"), text.as_bytes())?;
    Ok(status)
}

/// Plants each fault of a PMU and prints whether the theorem that it names is refuted.
fn refute_faults(workspace: &Workspace, pmu: &Pmu) -> Result<Status, Error> {
    let Description { id, folder, .. } = &pmu.description;
    let file = workspace.root().join("testbenches").join(folder).join(FAULTS);
    if !file.exists() {
        say!("{id}: no planted faults");
        return Ok(Status::Pass);
    }
    let faults = Fault::read(&file).map_err(Error::Input)?;
    let mut refuted = 0;
    for fault in &faults {
        let copy = scratch(&workspace.build_dir().join(FOLDER), id)?;
        fault.plant(&workspace.root().join("rtl"), Path::new(folder), copy.path()).map_err(Error::Input)?;
        let rtl = RtlSource::Manifest(copy.path().join(folder).join("rtl.toml"));
        let proofs = proofs(workspace, pmu, &rtl, None)?;
        let of_kind = |proof: &&Proof| proof.result.kind == fault.theorem;
        let is_refuted = |proof: &&Proof| proof.result.verdict == TheoremVerdict::Refuted;
        match proofs.iter().filter(of_kind).find(is_refuted) {
            Some(Proof { result: TheoremResult { kind, name, .. }, .. }) => {
                refuted += 1;
                say!("{id}: {}: refutes {kind}: {name}", fault.name);
            }
            None => say!("{id}: {}: NOT refuted by a theorem of the kind {}", fault.name, fault.theorem),
        }
    }
    say!("{id}: {refuted} of {} planted faults refuted", faults.len());
    Ok(if refuted == faults.len() { Status::Pass } else { Status::Diverged })
}

/// Examines all theorems about the RTL of a PMU, and that it does what the reference does, if there is one.
fn proofs(
    workspace: &Workspace,
    pmu: &Pmu,
    rtl: &RtlSource,
    reference: Option<&RtlSource>,
) -> Result<Vec<Proof>, Error> {
    let id = &pmu.description.id;
    let testbench = Testbench::read(workspace, pmu)?;
    // Its own folder: several proofs may run at the same time.
    let folder = scratch(&workspace.build_dir().join(FOLDER), id)?;
    let prover = Prover {
        workspace,
        pmu,
        rules: &testbench.rules,
        profile: &testbench.profile,
        rtl,
        reference,
        folder: folder.path(),
        notice: &|text| eprintln!("{id}: {text}"),
    };
    prover.run().map_err(|error| match error {
        ProofError::Build(error) => Error::from(error),
        ProofError::Unsupported(what) => Error::Input(format!("{id}: {what}")),
    })
}

/// The result of a proof, with its programs in files.
fn stored(proof: Proof, pmu: &Pmu, out: &Path) -> Result<TheoremResult, Error> {
    let Proof { mut result, programs } = proof;
    for (number, program) in (1..).zip(&programs) {
        create(out)?;
        let name = format!("{}-{}-{number}.pmu", result.kind, result.name);
        let name: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' }).collect();
        let file = out.join(name);
        let headline = format!("refutes the theorem {}: {}, by {}", result.kind, result.name, result.reason);
        write_program(&file, pmu, &headline, program)?;
        result.programs.push(file.display().to_string());
    }
    Ok(result)
}

fn create(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| not_created(folder, &error))
}

/// A new folder in `parent`, removed at the end.
fn scratch(parent: &Path, id: &str) -> Result<TempDir, Error> {
    create(parent)?;
    tempfile::Builder::new().prefix(id).tempdir_in(parent).map_err(|error| not_created(parent, &error))
}

fn not_created(folder: &Path, error: &std::io::Error) -> Error {
    Error::Environment(format!("{}: cannot create a folder: {error}", folder.display()))
}
