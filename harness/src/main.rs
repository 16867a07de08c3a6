//! The command `pmu-cosim`.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::cli::main()
}
