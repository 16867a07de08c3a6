//! Arguments of `replay`, `shrink` and `soak`.

use super::{Rtl, RtlWithKnown};
use crate::board::Address;
use clap::Args;
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim replay build/sim/repro/k8-random-7-12.pmu --vcd build/sim/waves.vcd")]
pub(in crate::cli) struct Replay {
    /// Program file
    pub file: PathBuf,
    /// Write waves of DUT, golden model and program to this file in the VCD format, and files that open them in GTKWave and Surfer
    #[arg(long, value_name = "FILE", conflicts_with = "fst")]
    pub vcd: Option<PathBuf>,
    /// Write waves of the DUT alone to this file in the FST format; needs the development files of zlib and lz4
    #[arg(long, value_name = "FILE")]
    pub fst: Option<PathBuf>,
    /// Seed of the initial values of registers before reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// Board to use instead of a model: serial:PATH[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["vcd", "fst", "seed"])]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}

#[derive(Args)]
#[command(
    after_help = "A statement acts in its cycle; a register that it changes has the new value in the next one. Where DUT and \
                        model differ, `expected` is the value of the model and `got` that of the DUT.\n\n\
                        With --step, Enter shows the next cycle, a number goes to that cycle, d to the next difference, and q ends.\n\n\
                        Examples:\n  pmu-cosim trace build/sim/repro/k8-random-7-12.pmu\n  \
                        pmu-cosim trace long.pmu --cycles 1000..1100\n  \
                        CLICOLOR_FORCE=1 pmu-cosim trace long.pmu | less -R"
)]
pub(in crate::cli) struct Trace {
    /// Program file
    pub file: PathBuf,
    /// Cycles to show, from 0, both included [default: all]
    #[arg(long, value_name = "A..B", value_parser = super::ranges::range)]
    pub cycles: Option<RangeInclusive<u64>>,
    /// Show one cycle at a time
    #[arg(long)]
    pub step: bool,
    /// Seed of the initial values of registers before reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}

#[derive(Args)]
#[command(
    after_help = "The exit status is 1 if the program diverges and was shrunk, and 2 if it does not diverge.\n\n\
                        Example:\n  pmu-cosim shrink build/sim/repro/k8-random-7-12.full.pmu -o short.pmu"
)]
pub(in crate::cli) struct Shrink {
    /// Program file
    pub file: PathBuf,
    /// Output file of the shrunk program [default: build/shrunk/PMU/NAME.pmu]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Seed of the initial values of registers before reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// Board to use instead of a model: serial:PATH[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with = "seed")]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}

#[derive(Args)]
#[command(
    after_help = "The board combines pieces of random programs into stimulus; the host generates the same stimulus for the golden \
                  model, so cycles need no traffic on the link. A divergence is written as a program file.\n\n\
                  Example:\n  pmu-cosim soak k8 --dut serial:/dev/ttyUSB1@1000000 --cycles 100000000"
)]
pub(in crate::cli) struct Soak {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Number of cycles, rounded up to complete programs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = super::number::count)]
    pub cycles: u64,
    /// Number of cycles of each program; each begins with a reset
    #[arg(long, value_name = "N", default_value_t = 131_072, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub length: u64,
    /// Seed of the programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Board: serial:PATH[@RATE] or tcp:HOST:PORT [default: a model of the RTL]
    #[arg(long, value_name = "BOARD")]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
}
