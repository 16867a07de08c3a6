//! `table`: the results of a run in the table of a page.

use super::args::Table;
use super::build;
use super::status::{Failure, Status};
use crate::results::{read, with_results, write_whole, Verdict};
use std::path::Path;

pub(super) fn table(arguments: &Table) -> Result<Status, Failure> {
    let workspace = build::workspace()?;
    let results = read(&arguments.results)?;
    if results.verdict != Verdict::Pass {
        let file = arguments.results.display();
        return Err(Failure::Input(format!("{file}: the run did not pass, and the table is of runs that did")));
    }
    let mutation = text(&workspace.root().join("docs/mutation.md"))?;
    let page = with_results(&text(&arguments.page)?, &results, &mutation)
        .map_err(|what| Failure::Input(format!("{}: {what}", arguments.page.display())))?;
    write_whole(&arguments.page, page.as_bytes())?;
    Ok(Status::Pass)
}

fn text(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file)
        .map_err(|error| Failure::Input(format!("{}: cannot be read: {error}", file.display())))
}
