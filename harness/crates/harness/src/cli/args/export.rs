//! Arguments of the commands that write descriptions in the formats of other tools.

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
