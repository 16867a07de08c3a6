//! `prove`: theorems about the RTL, and their proofs.

use super::args::Prove;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::select_pmus;
use crate::testbench::Testbench;
use crate::Error;
use pmu_prove::{ProofError, Prover};
use std::path::Path;

pub(super) fn prove(arguments: &Prove) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let selection = arguments.rtl.selection()?;
    let mut status = Status::Pass;
    for pmu in select_pmus(&arguments.pmus, &selection)? {
        let id = &pmu.description.id;
        let testbench = Testbench::read(&workspace, &pmu)?;
        let rtl = selection.source(&workspace, &pmu)?;
        let folder = workspace.build_dir().join("prove").join(id);
        let prover = Prover {
            workspace: &workspace,
            pmu: &pmu,
            rules: &testbench.rules,
            rtl: &rtl,
            folder: Path::new(&folder),
            notice: &|text| eprintln!("{id}: {text}"),
        };
        let results = prover.run().map_err(|error| match error {
            ProofError::Build(error) => Error::from(error),
            ProofError::Unsupported(what) => Error::Input(format!("{id}: {what}")),
        })?;
        for (kind, subject, verdict) in &results {
            if verdict != "proven" {
                status = Status::Diverged;
                say!("{id}: {kind}: {subject}: {verdict}");
            }
        }
        let proven = results.iter().filter(|(_, _, verdict)| verdict == "proven").count();
        say!("{id}: {proven} of {} theorems proven", results.len());
    }
    Ok(status)
}
