//! The command `pmu-cosim`, with all golden models.

use golden_model_all as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    harness::cli::main()
}
