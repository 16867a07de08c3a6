//! `drivers`: runs the register sequences of real software and writes `docs/drivers.md`.

use super::args;
use super::generated::MARKER;
use super::screen::say;
use super::status::Status;
use crate::drivers::{page, sequences};
use crate::pmu_selection::all_pmus;
use crate::regression::Stop;
use crate::results::write_atomically;
use crate::Error;

/// The page, relative to the root of the workspace.
const PAGE: &str = "docs/drivers.md";

pub(super) fn drivers(arguments: &args::Drivers, stop: &Stop) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let notice = |text: &str| eprintln!("{text}");
    let mut all = Vec::new();
    for pmu in all_pmus()? {
        all.extend(sequences(&workspace, &pmu, &notice, stop)?);
    }
    let text = format!("{}\n{}", MARKER.replace("make gen", "pmu-cosim drivers"), page(&all));
    let file = workspace.root().join(PAGE);
    if std::fs::read_to_string(&file).is_ok_and(|old| old == text) {
        say!("{PAGE} is up to date: {} sequences", all.len());
        return Ok(Status::Pass);
    }
    if arguments.check {
        eprintln!("{PAGE} is not up to date; run `pmu-cosim drivers`");
        return Ok(Status::Diverged);
    }
    write_atomically(&file, text.as_bytes())?;
    say!("wrote {PAGE}: {} sequences", all.len());
    Ok(Status::Pass)
}
