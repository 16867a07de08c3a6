//! Arguments of `summary`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim summary >>\"$GITHUB_STEP_SUMMARY\"")]
pub(in crate::cli) struct Summary {
    /// Results file of the run [default: build/sim/results.json]
    #[arg(value_name = "RESULTS")]
    pub results: Option<PathBuf>,
}
