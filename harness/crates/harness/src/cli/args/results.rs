//! Arguments of the commands that read results.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim coverage --pmu k8\n  pmu-cosim coverage --pmu k8 --missing")]
pub(in crate::cli) struct Coverage {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas [default: all of the run]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// List each requirement, event row, bin and code coverage point that was not covered
    #[arg(long)]
    pub missing: bool,
    /// Results file of the run [default: build/sim/results.json]
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
}

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

#[derive(Args)]
#[command(
    after_help = "Failures are compared by signature, programs, requirements and bins by name. Circumstances that are not the same in \
                  both runs come first: RTL, tools, choices, seeds, programs. Cycles and speed are information only.\n\n\
                  Exit status: 0 if nothing in B is worse than in A; 1 if B has a new failure, a worse verdict or lost coverage; \
                  2 if a run does not exist or the runs have no PMU in common.\n\n\
                  Examples:\n  pmu-cosim compare\n  pmu-cosim compare 3\n  pmu-cosim compare 3 5\n  \
                  pmu-cosim compare main/results.json build/sim --json"
)]
pub(in crate::cli) struct Compare {
    /// Run to compare with: results.json, the folder of a run, or the number of a run in build/runs [default: the run
    /// before the newest]
    #[arg(value_name = "A")]
    pub a: Option<String>,
    /// Run that is compared with A [default: the newest run of build/runs]
    #[arg(value_name = "B")]
    pub b: Option<String>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(
    after_help = "The runs must have the same RTL and description and different seeds, or be shards of one run. If a \
                        shard is missing, the status is 1.\n\n\
                        Examples:\n  pmu-cosim merge one/results.json other/results.json -o build/merged\n  \
                        pmu-cosim merge build/shard-*/results.json -o build/merged"
)]
pub(in crate::cli) struct Merge {
    /// Results files of the runs or shards, in any order
    #[arg(required = true, num_args = 2.., value_name = "RESULTS")]
    pub runs: Vec<PathBuf>,
    /// Folder of the merged results
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
    /// Fail if a figure is below its threshold in thresholds.toml
    #[arg(long)]
    pub enforce: bool,
}
