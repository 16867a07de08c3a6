//! `publish`: adds the figures of runs and campaigns to the published documents and their pages.

use super::args::Publish;
use super::generated;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::all_pmus;
use crate::publish::{
    Published, PublishedBugs, PublishedDetection, PublishedDocument, PublishedProofs, PublishedSpeeds, Source,
};
use crate::Error;
use std::path::Path;

pub(super) fn publish(arguments: &Publish) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let root = workspace.root();
    let (mut published, mut bugs) = (Changed::<Published>::read(root)?, Changed::<PublishedBugs>::read(root)?);
    let mut detection = Changed::<PublishedDetection>::read(root)?;
    let mut proofs = Changed::<PublishedProofs>::read(root)?;
    let mut speeds = Changed::<PublishedSpeeds>::read(root)?;
    let rtl = generated::rtl_hashes(&workspace, &all_pmus()?);
    // Nothing is written if one of the files cannot be published.
    for file in &arguments.files {
        let added = match Source::read(file)? {
            Source::Run(results) => published.now.add_run(&results, &rtl),
            Source::Mutation(report) => published.now.add_mutation(&report, &rtl),
            Source::Detection(report) => detection.now.add(&arguments.label, &report, &rtl),
            Source::Proofs(report) => proofs.now.add(&report, &rtl),
            Source::SeededBugs(report) => bugs.now.add(&report, &rtl),
            Source::Speeds(report) => speeds.now.add(&report),
            Source::Turnaround(report) => speeds.now.add_turnaround(&report),
        };
        added.map_err(|what| Error::Input(format!("{}: cannot be published: {what}", file.display())))?;
    }
    published.write(root)?;
    detection.write(root)?;
    proofs.write(root)?;
    bugs.write(root)?;
    speeds.write(root)?;
    generated::write(&workspace)?;
    Ok(Status::Pass)
}

/// A document before and after changes.
struct Changed<D> {
    before: D,
    now: D,
}

impl<D: PublishedDocument + Clone + PartialEq> Changed<D> {
    fn read(root: &Path) -> Result<Self, Error> {
        let before = D::read(root)?;
        Ok(Self { now: before.clone(), before })
    }

    /// Writes the document if it has changed.
    fn write(&self, root: &Path) -> Result<(), Error> {
        if self.now != self.before {
            self.now.write(root)?;
            say!("wrote {}", D::FILE);
        }
        Ok(())
    }
}

/// Returns the error for a command or option that `publish` has replaced.
pub(super) fn replaced(old: &str) -> Error {
    Error::replaced(
        old,
        "publish",
        ", which updates docs/results.json, docs/detection.json, docs/proofs.json, docs/seeded-bugs/results.json and their \
         pages: pmu-cosim publish build/sim/results.json build/mutate/*.json build/prove/*/results.json build/zoo/*.json",
    )
}
