//! Arguments of `build`, `check`, `lint` and `board`.

use super::{Rtl, RtlFolder};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(in crate::cli) struct Build {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(after_help = "Descriptions are read from golden-model/descriptions, so a change of one needs no build.\n\n\
                        Examples:\n  pmu-cosim check k8\n  pmu-cosim check ivt_*")]
pub(in crate::cli) struct Check {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas [default: all]
    #[arg(value_name = "PMU")]
    pub pmus: Vec<String>,
}

#[derive(Args)]
#[command(
    after_help = "Your own RTL is linted without rules of style. Icarus Verilog is not run on SystemVerilog, because it reads only \
                        a part of it. Yosys reads it with the slang front end; a Yosys with it is installed if yours lacks it.\n\n\
                        Examples:\n  pmu-cosim lint --pmu k8\n  \
                        pmu-cosim lint --pmu ivt_ubox --rtl DIR --top MODULE --ports ports.toml"
)]
pub(in crate::cli) struct Lint {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Fail if Icarus Verilog or Yosys is missing; without this option they are skipped with a message
    #[arg(long)]
    pub all_tools: bool,
    #[command(flatten)]
    pub rtl: RtlFolder,
}

#[derive(Args)]
#[command(
    group(clap::ArgGroup::new("where").required(true).args(["tcp", "pty", "emit"])),
    after_help = "docs/hardware-in-the-loop.md describes the link and how to build a board.\n\n\
                        Examples:\n  pmu-cosim board k8 --tcp 7000\n  pmu-cosim run --pmu k8 --dut tcp:localhost:7000"
)]
pub(in crate::cli) struct Board {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Serve a simulated board at this TCP port of this machine; 0 selects a free port
    #[arg(long, value_name = "PORT")]
    pub tcp: Option<u16>,
    /// Serve a simulated board at a pseudo-terminal
    #[arg(long)]
    pub pty: bool,
    /// Write the generated files of a real board to this folder
    #[arg(long, value_name = "DIR")]
    pub emit: Option<PathBuf>,
    /// Seed of the initial values of registers before reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    #[command(flatten)]
    pub rtl: Rtl,
}
