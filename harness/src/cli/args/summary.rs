//! Arguments of `summary` and `csv`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim summary >>\"$GITHUB_STEP_SUMMARY\"")]
pub(in crate::cli) struct Summary {
    /// Results file of the run [default: build/sim/results.json]
    #[arg(value_name = "RESULTS")]
    pub results: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "docs/reading-results.md describes the columns.\n\n\
                        Example:\n  pmu-cosim csv figures >figures.csv")]
pub(in crate::cli) struct Csv {
    /// The table
    #[arg(value_name = "TABLE")]
    pub table: Table,
    /// Results file of the run [default: build/sim/results.json]
    #[arg(value_name = "RESULTS")]
    pub results: Option<PathBuf>,
}

/// A table of results.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Table {
    /// One row for each PMU and figure
    Figures,
    /// One row for each PMU and program
    Programs,
}
