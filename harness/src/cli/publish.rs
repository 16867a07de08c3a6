//! `publish`: adds the figures of runs and campaigns to the published documents and their pages.

use super::args::Publish;
use super::status::{Failure, Status};
use super::{build, generated};
use crate::publish::{Published, PublishedBugs, PublishedDocument, Source};

pub(super) fn publish(arguments: &Publish) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let root = workspace.root();
    let (before, bugs_before) = (Published::read(root)?, PublishedBugs::read(root)?);
    let (mut published, mut bugs) = (before.clone(), bugs_before.clone());
    let rtl = generated::rtl_hashes(&workspace, &generated::all_pmus());
    // Nothing is written if one of the files cannot be published.
    for file in &arguments.files {
        let added = match Source::read(file)? {
            Source::Run(results) => published.add_run(&results, &rtl),
            Source::Mutation(report) => published.add_mutation(&report, &rtl),
            Source::SeededBugs(report) => bugs.add(&report, &rtl),
        };
        added.map_err(|what| Failure::Input(format!("{}: cannot be published: {what}", file.display())))?;
    }
    if published != before {
        published.write(root)?;
        println!("wrote {}", Published::FILE);
    }
    if bugs != bugs_before {
        bugs.write(root)?;
        println!("wrote {}", PublishedBugs::FILE);
    }
    generated::write(&workspace)?;
    Ok(Status::Pass)
}

/// Returns the error for a command or option that `publish` has replaced.
pub(super) fn replaced(old: &str) -> Failure {
    Failure::replaced(
        old,
        "publish",
        ", which updates docs/results.json, docs/seeded-bugs/results.json and their pages: \
         pmu-cosim publish build/sim/results.json build/mutate/*.json build/zoo/*.json",
    )
}
