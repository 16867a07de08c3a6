//! Arguments of the commands about descriptions.

use clap::Args;

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim describe k8\n  pmu-cosim describe k8 PerfEvtSel0\n  \
                        pmu-cosim describe k8 0xE9\n  pmu-cosim describe k8 K8-R31\n  pmu-cosim describe k8 --events --csv\n  \
                        pmu-cosim describe itanium_core --read PMD32=0x500 PMD33=0x4032 PMD36=0x404E")]
pub(in crate::cli) struct Describe {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// A register, field, event (name or code), port, state word or requirement
    pub name: Option<String>,
    /// The whole event catalogue
    #[arg(long, conflicts_with_all = ["name", "registers"])]
    pub events: bool,
    /// All registers with their fields
    #[arg(long, conflicts_with = "name")]
    pub registers: bool,
    /// As comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// What values that software has read say: fields, and what several registers tell together
    #[arg(long, value_name = "REGISTER=VALUE", num_args = 1.., conflicts_with_all = ["name", "events", "registers", "csv"])]
    pub read: Vec<String>,
}

#[derive(Args)]
#[command(after_help = "Example:\n  pmu-cosim new tally --title \"Tally: two counters\"\n\n\
                        docs/adding-a-pmu.md shows how to fill in what it makes.")]
pub(in crate::cli) struct New {
    /// Short name, as in `--pmu`: lower-case letters, digits and _
    pub name: String,
    /// Full name [default: NAME]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Folder of the PMUs that it belongs to, such as `intel_ivt`; a new one is made [default: NAME]
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    /// Its own folder in that [default: what NAME has besides the family's, such as `ha` of `ivt_ha`, or `core`]
    #[arg(long, value_name = "NAME")]
    pub unit: Option<String>,
}
