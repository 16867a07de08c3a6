//! Arguments of the commands that write files of the project.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "The run must have passed, a mutation campaign needs 500 mutants, and a campaign of seeded bugs must have detected \
                        every bug; all must be of the RTL in the tree. Figures of other PMUs are not changed.\n\n\
                        Examples:\n  pmu-cosim publish build/sim/results.json build/mutate/*.json\n  \
                        pmu-cosim publish build/zoo/k8.json\n  \
                        pmu-cosim publish --label before build/mutate/deep/k8.json"
)]
pub(in crate::cli) struct Publish {
    /// Results: results.json of a run, build/mutate/<pmu>.json, build/mutate/deep/<pmu>.json or build/zoo/<pmu>.json
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Set of deep campaigns to which these belong; docs/detection.md compares the sets
    #[arg(long, value_name = "NAME", default_value = "current", value_parser = label)]
    pub label: String,
}

/// Parses the name of a set, which is a cell of a table.
fn label(text: &str) -> Result<String, String> {
    let is_valid = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '.' | ' ');
    match !text.trim().is_empty() && text.chars().all(is_valid) {
        true => Ok(text.to_owned()),
        false => Err("it may contain letters, digits, `-`, `_`, `.` and spaces, such as `before`".to_owned()),
    }
}

#[derive(Args)]
pub(in crate::cli) struct Drivers {
    /// Only check that the page is up to date
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
pub(in crate::cli) struct Gen {
    /// Write nothing; fail if a file is not up to date
    #[arg(long)]
    pub check: bool,
}

#[derive(Args)]
#[command(after_help = "`make docs` renders it with mdBook.\n\nExample:\n  pmu-cosim site build/site")]
pub(in crate::cli) struct Site {
    /// Folder of the source; created if it does not exist
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
