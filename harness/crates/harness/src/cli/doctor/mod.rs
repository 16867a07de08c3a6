//! `doctor`: which tools are available, and what is not available without them.

mod check;
mod disk;
mod optional;
mod probe;
mod required;

use super::args::Doctor;
use super::screen::{print_verbatim, say};
use super::status::Status;
use crate::rtl::Workspace;
use crate::Error;
use check::{Check, State};
use serde::Serialize;

/// The result as JSON.
#[derive(Serialize)]
struct Findings<'c> {
    /// Whether `make sim` and `make test` can run.
    usable: bool,
    /// All checks.
    checks: &'c [Check],
}

pub(super) fn doctor(arguments: &Doctor) -> Result<Status, Error> {
    let workspace = super::workspace()?;
    let checks = checks(&workspace);
    let usable = checks.iter().all(|check| check.state != State::Fail);
    if arguments.json {
        let findings = Findings { usable, checks: &checks };
        let text = serde_json::to_string_pretty(&findings).map_err(|error| Error::Environment(error.to_string()))?;
        print_verbatim(&text);
    } else {
        for check in &checks {
            say!("{}", check.line());
        }
        say!(
            "{}",
            if usable { "make sim and make test can run" } else { "make sim or make test cannot run: see FAIL" }
        );
    }
    Ok(if usable { Status::Pass } else { Status::Broken })
}

fn checks(workspace: &Workspace) -> Vec<Check> {
    let mut checks = required::checks(workspace);
    checks.push(disk::build_directory(workspace.build_dir()));
    checks.push(disk::models(workspace.build_dir()));
    checks.extend(optional::checks(workspace.tools()));
    checks
}
