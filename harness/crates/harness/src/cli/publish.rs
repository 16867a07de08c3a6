//! `publish`: adds the figures of runs and campaigns to the published documents and their pages.

use super::args::Publish;
use super::generated;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::all_pmus;
use crate::publish::{Published, PublishedBugs, PublishedDocument, Source};
use crate::Error;

pub(super) fn publish(arguments: &Publish) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let root = workspace.root();
    let (before, bugs_before) = (Published::read(root)?, PublishedBugs::read(root)?);
    let (mut published, mut bugs) = (before.clone(), bugs_before.clone());
    let rtl = generated::rtl_hashes(&workspace, &all_pmus()?);
    // Nothing is written if one of the files cannot be published.
    for file in &arguments.files {
        let added = match Source::read(file)? {
            Source::Run(results) => published.add_run(&results, &rtl),
            Source::Mutation(report) => published.add_mutation(&report, &rtl),
            Source::SeededBugs(report) => bugs.add(&report, &rtl),
        };
        added.map_err(|what| Error::Input(format!("{}: cannot be published: {what}", file.display())))?;
    }
    if published != before {
        published.write(root)?;
        say!("wrote {}", Published::FILE);
    }
    if bugs != bugs_before {
        bugs.write(root)?;
        say!("wrote {}", PublishedBugs::FILE);
    }
    generated::write(&workspace)?;
    Ok(Status::Pass)
}

/// Returns the error for a command or option that `publish` has replaced.
pub(super) fn replaced(old: &str) -> Error {
    Error::replaced(
        old,
        "publish",
        ", which updates docs/results.json, docs/seeded-bugs/results.json and their pages: \
         pmu-cosim publish build/sim/results.json build/mutate/*.json build/zoo/*.json",
    )
}
