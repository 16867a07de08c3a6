//! Arguments of `describe` and `new`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim describe k8\n  pmu-cosim describe k8 PerfEvtSel0\n  \
                        pmu-cosim describe k8 0xE9\n  pmu-cosim describe k8 K8-R31\n  pmu-cosim describe k8 --choices\n  pmu-cosim describe k8 --events --csv\n  \
                        pmu-cosim describe itanium_core --read PMD32=0x500 PMD33=0x4032 PMD36=0x404E")]
pub(in crate::cli) struct Describe {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Name of a register, field, event (or its code), port, state word, requirement or choice
    pub name: Option<String>,
    /// List all event rows
    #[arg(long, conflicts_with_all = ["name", "registers"])]
    pub events: bool,
    /// List all registers with their fields
    #[arg(long, conflicts_with = "name")]
    pub registers: bool,
    /// List the questions that the manual leaves open, with the options and their sources
    #[arg(long, conflicts_with_all = ["name", "events", "registers", "csv"])]
    pub choices: bool,
    /// Write comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Decode register values that software has read: fields of each register and records that span several registers
    #[arg(long, value_name = "REGISTER=VALUE", num_args = 1.., conflicts_with_all = ["name", "events", "registers", "csv"])]
    pub read: Vec<String>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim new tally --title \"Tally: two counters\"\n  \
                        pmu-cosim new fabric_pmu --like apb-counters\n  \
                        pmu-cosim new fabric_pmu --from fabric_regs.rdl\n  \
                        pmu-cosim --config my_core.toml new my_core --wrap rtl/my_pkg.sv rtl/my_csr.sv\n\n\
                        docs/adding-a-pmu.md shows how to complete the files of a new PMU, docs/your-own-rtl.md those of a wrapper.")]
pub(in crate::cli) struct New {
    /// Short name, as in `--pmu`: lower-case letters, digits and _
    pub name: String,
    /// Full name [default: NAME]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Folder of its family, such as `intel_ivt`; created if it does not exist [default: NAME]
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    /// Folder of the PMU in its family [default: NAME without the family's prefix, such as `ha` of `ivt_ha`, or `core`]
    #[arg(long, value_name = "NAME")]
    pub unit: Option<String>,
    /// Write a small, complete PMU of this style, which passes, in place of empty files
    #[arg(long, value_name = "STYLE")]
    pub like: Option<Style>,
    /// Take units, registers, fields, access and resets from a SystemRDL file, whose last addrmap is the PMU; docs/exports.md
    #[arg(long, value_name = "FILE", conflicts_with = "like")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub wrapper: NewWrapper,
}

/// Arguments of `new` for a wrapper around a block of a user.
#[derive(Args)]
pub(in crate::cli) struct NewWrapper {
    /// Write a wrapper of your RTL for the existing PMU NAME, and its port map: the Verilog of your block in its order, and a file
    /// list if its name ends in .f; docs/your-own-rtl.md
    #[arg(long = "wrap", value_name = "FILE", num_args = 1.., conflicts_with_all = ["title", "family", "unit", "like", "from"])]
    pub files: Vec<PathBuf>,
    /// Module of your block [default: the only one that no other module instantiates]
    #[arg(long, value_name = "MODULE", requires = "files")]
    pub top: Option<String>,
    /// Folder of included files; may be given several times
    #[arg(short = 'I', long = "include", value_name = "DIR", requires = "files")]
    pub include: Vec<PathBuf>,
    /// Macro; may be given several times
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", requires = "files")]
    pub define: Vec<String>,
    /// Parameter of the module; may be given several times
    #[arg(short = 'G', long = "parameter", value_name = "NAME=VALUE", requires = "files")]
    pub parameters: Vec<String>,
    /// Folder of the wrapper; created if it does not exist [default: NAME_wrapper]
    #[arg(short, long, value_name = "DIR", requires = "files")]
    pub out: Option<PathBuf>,
}

/// Style of a small PMU that `new` can write.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Style {
    /// CSRs of a RISC-V hart: mcycle, minstret, two mhpmcounters with mhpmevent, mcountinhibit, user shadows
    RiscvCsr,
    /// Memory-mapped 32-bit counters: enable and clear, event select, overflow status, interrupt
    ApbCounters,
    /// Event-select MSRs (event, umask, USR, OS, EDGE, INT, EN, INV, CMASK) and 48-bit counters, interrupt
    X86Msr,
}
