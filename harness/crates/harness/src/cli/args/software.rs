//! Arguments of `drive` and `serve`.

use super::{number, RtlWithKnown};
use crate::drive::TrafficKind;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "A driver is C code that defines pmu_driver() and includes pmu_driver.h; docs/driver-in-the-loop.md describes \
                        both. The exit status is 1 if an expectation of the driver fails, DUT and golden model differ, or the driver \
                        crashes, does not end, or accesses nothing. The record is written in each of these cases.\n\n\
                        Examples:\n  pmu-cosim drive --pmu k8 examples/drivers/k8_sampling.c\n  \
                        pmu-cosim drive --pmu k8 examples/drivers/k8_sampling.c -D BUG --seed 7\n  \
                        pmu-cosim drive --pmu k8 driver.c --rtl DIR --top MODULE --ports ports.toml"
)]
pub(in crate::cli) struct Drive {
    /// The PMU, as `list` names it
    #[arg(long, value_name = "ID")]
    pub pmu: String,
    /// C files of the driver
    #[arg(required = true, value_name = "FILE")]
    pub sources: Vec<PathBuf>,
    /// Macro for the C compiler; may be given several times
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    pub definitions: Vec<String>,
    /// Longest time between two calls of the driver, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Output file of the recorded program [default: build/drive/PMU/NAME.pmu]
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub stimulus: SoftwareStimulus,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}

#[derive(Args)]
#[command(
    after_help = "Software in another process or a virtual machine connects to the socket; docs/driver-in-the-loop.md specifies the \
                        protocol. Drivers are served one after another. Each begins with a reset, and its record is written when it \
                        ends. Ctrl-C ends the server. The exit status is 1 if a driver failed, or none was served.\n\n\
                        Example:\n  pmu-cosim serve --pmu ivt_socket --socket build/pmu.socket"
)]
pub(in crate::cli) struct Serve {
    /// The PMU, as `list` names it
    #[arg(long, value_name = "ID")]
    pub pmu: String,
    /// Path of the Unix socket
    #[arg(long, value_name = "PATH")]
    pub socket: PathBuf,
    /// End after this number of drivers [default: serve until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub drivers: Option<u64>,
    /// Longest time between two messages of a driver, in seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// Folder of the recorded programs [default: build/serve/PMU]
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub stimulus: SoftwareStimulus,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}

/// The stimulus in addition to the accesses of software.
#[derive(Args)]
pub(in crate::cli) struct SoftwareStimulus {
    /// Seed of the random traffic
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Largest number of cycles of a driver
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::count)]
    pub cycles: u64,
    /// Random traffic
    #[arg(long, value_enum, default_value_t = Traffic::All)]
    pub traffic: Traffic,
}

/// Random traffic.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Traffic {
    /// Events and transactions
    Events,
    /// Events, transactions, and changes of every other input that the driver has not set
    All,
    /// None: only the driver acts
    None,
}

impl From<Traffic> for TrafficKind {
    fn from(traffic: Traffic) -> Self {
        match traffic {
            Traffic::Events => Self::Events,
            Traffic::All => Self::All,
            Traffic::None => Self::None,
        }
    }
}
