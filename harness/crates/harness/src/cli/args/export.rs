//! Arguments of the commands that write descriptions and checkers for other tools.

use super::Rtl;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim events k8 --format c --out k8_events.h\n  \
                        pmu-cosim events ivt_cbox --format perf-json\n  \
                        pmu-cosim --config my_core.toml events my_core --format csv\n\n\
                        docs/exports.md describes the formats.")]
pub(in crate::cli) struct Events {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Format of the table
    #[arg(long, value_name = "FORMAT")]
    pub format: EventFormat,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Format of an event table.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum EventFormat {
    /// JSON of tools/perf/pmu-events in Linux
    PerfJson,
    /// Header for C and C++ with a table
    C,
    /// Comma-separated values with all columns
    Csv,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim export k8 --format systemrdl --out k8.rdl\n  \
                        pmu-cosim export ivt_socket --format ip-xact\n\n\
                        docs/exports.md describes how spaces, units and access paths are mapped.")]
pub(in crate::cli) struct Export {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Format of the document
    #[arg(long, value_name = "FORMAT")]
    pub format: RegisterFormat,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Format of a document with registers.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum RegisterFormat {
    /// SystemRDL 2.0
    Systemrdl,
    /// IP-XACT, IEEE 1685-2014
    IpXact,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim bind --pmu k8 --out checker\n  \
                        pmu-cosim bind --pmu ivt_ubox --rtl examples/flat_ubox --top uncore_pmon_ubox --ports examples/flat_ubox/ports.toml\n  \
                        pmu-cosim bind --pmu k8 --program build/sim/repro/k8-random-7-12.pmu --out replay\n\n\
                        docs/dpi.md describes the files and how simulators use them.")]
pub(in crate::cli) struct Bind {
    /// The PMU, as `list` names it
    #[arg(long, value_name = "PMU")]
    pub pmu: String,
    /// Output folder [default: build/bind/PMU]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Program file; also writes a testbench that replays its frames on your RTL
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    #[command(flatten)]
    pub rtl: Rtl,
}
