//! Arguments of `compare`.

use clap::Args;

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
