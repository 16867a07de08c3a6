//! Arguments of the commands about a single program.

use super::Rtl;
use crate::board::Address;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim replay build/sim/repro/k8-random-7-12.pmu --vcd build/sim/waves.vcd")]
pub(in crate::cli) struct Replay {
    /// The program
    pub file: PathBuf,
    /// Write waves to this file, in the VCD format: the device's, and where it diverges the model's beside them
    #[arg(long, value_name = "FILE", conflicts_with = "fst")]
    pub vcd: Option<PathBuf>,
    /// Write the device's waves in the FST format, where the development files of zlib and lz4 are installed
    #[arg(long, value_name = "FILE")]
    pub fst: Option<PathBuf>,
    /// Seed of the values with which registers start before they are reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// A board instead of a model: serial:DEVICE[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["vcd", "fst", "seed"])]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(after_help = "Ends with status 1 when the program diverges and was shrunk, 2 when it does not diverge.\n\n\
                        Example:\n  pmu-cosim shrink build/sim/repro/k8-random-7-12.full.pmu -o short.pmu")]
pub(in crate::cli) struct Shrink {
    /// The program
    pub file: PathBuf,
    /// Where the shortest goes [default: FILE with the ending .shrunk.pmu]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Seed of the values with which registers start before they are reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// A board instead of a model: serial:DEVICE[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with = "seed")]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(
    after_help = "The board gets a program that strings pieces of random programs together; the same program runs beside the \
                  golden model, so that a clock costs nothing on the line. What diverges becomes a program like others.\n\n\
                  Example:\n  pmu-cosim soak k8 --dut serial:/dev/ttyUSB1@1000000 --cycles 100000000"
)]
pub(in crate::cli) struct Soak {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Clocks, rounded up to whole programs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: u64,
    /// Clocks of each program, which begins with a reset
    #[arg(long, value_name = "N", default_value_t = 131_072, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub length: u64,
    /// Seed of the programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The board [default: a model of the RTL]: serial:DEVICE[@RATE] or tcp:HOST:PORT
    #[arg(long, value_name = "BOARD")]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
}
