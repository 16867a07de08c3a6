//! `prove`: theorems about the RTL, and their proofs.

use super::args::Prove;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::select_pmus;
use crate::results::{TheoremResult, TheoremVerdict};
use crate::testbench::Testbench;
use crate::Error;
use pmu_prove::{ProofError, Prover};
use std::path::Path;
use tempfile::TempDir;

/// Folder for files of proofs below the build folder.
const FOLDER: &str = "prove";

pub(super) fn prove(arguments: &Prove) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let selection = arguments.rtl.selection()?;
    let mut status = Status::Pass;
    for pmu in select_pmus(&arguments.pmus, &selection)? {
        let id = &pmu.description.id;
        let testbench = Testbench::read(&workspace, &pmu)?;
        let rtl = selection.source(&workspace, &pmu)?;
        // Its own folder: several proofs may run at the same time.
        let folder = scratch(&workspace.build_dir().join(FOLDER), id)?;
        let prover = Prover {
            workspace: &workspace,
            pmu: &pmu,
            rules: &testbench.rules,
            rtl: &rtl,
            folder: folder.path(),
            notice: &|text| eprintln!("{id}: {text}"),
        };
        let results = prover.run().map_err(|error| match error {
            ProofError::Build(error) => Error::from(error),
            ProofError::Unsupported(what) => Error::Input(format!("{id}: {what}")),
        })?;
        for TheoremResult { kind, name, verdict, inputs } in &results {
            match verdict {
                TheoremVerdict::Proven => continue,
                TheoremVerdict::Open => say!("{id}: {kind}: {name}: open, the solver reached its limit"),
                TheoremVerdict::Refuted => say!("{id}: {kind}: {name}: refuted"),
            }
            inputs.iter().zip(1..).for_each(|(inputs, number)| say!("    inputs {number}: {inputs}"));
            status = Status::Diverged;
        }
        let proven = results.iter().filter(|result| result.verdict == TheoremVerdict::Proven).count();
        say!("{id}: {proven} of {} theorems proven", results.len());
    }
    Ok(status)
}

/// A new folder in `parent`, removed at the end.
fn scratch(parent: &Path, id: &str) -> Result<TempDir, Error> {
    let made = std::fs::create_dir_all(parent).and_then(|()| tempfile::Builder::new().prefix(id).tempdir_in(parent));
    made.map_err(|error| Error::Environment(format!("{}: cannot create a folder: {error}", parent.display())))
}
