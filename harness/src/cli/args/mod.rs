//! Arguments and their help.

mod description;
mod program;

pub(super) use description::{Describe, New};
pub(super) use program::{Replay, Shrink, Soak};

use crate::board::Address;
use crate::regression::Shard;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Verifies the RTL of performance monitoring units: Verilated device and golden model in lockstep, compared in every clock.
#[derive(Parser)]
#[command(
    name = "pmu-cosim",
    version,
    max_term_width = 110,
    after_help = "Exit status: 0 pass, 1 divergence, nothing specified or an enforced threshold \
                  missed, 2 bad input or usage, 3 broken environment, \
                  130 interrupted.\n\n\
                  Verilator is taken from $VERILATOR, else from PATH (5.006 or later), else installed below build/.\n\
                  Programs are described in docs/programs.md, results in docs/results.schema.json."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// List the PMUs
    List,
    /// Show registers, fields, events, ports and requirements of a PMU
    Describe(Describe),
    /// Run the directed programs and random programs of a seed; write results
    Run(Run),
    /// Show what a run has covered, and what not
    Coverage(Coverage),
    /// Join the results of several runs
    Merge(Merge),
    /// Publish the figures of runs and campaigns in docs/results.json and the pages made from it
    Publish(Publish),
    #[command(hide = true)]
    Table(Replaced),
    /// Run one program
    Replay(Replay),
    /// Find the shortest program that diverges like a given one
    Shrink(Shrink),
    /// Build the models without running them
    Build(Build),
    /// Offer a simulated board with a PMU, or write the RTL of a real one
    Board(Board),
    /// Run stimulus that a board makes by itself, for as long as one likes
    Soak(Soak),
    /// Check the RTL with Verilator, Icarus Verilog and Yosys
    Lint(Lint),
    /// Run metamorphic checks: the DUT against itself, without the golden model
    Metamorphic(Metamorphic),
    #[command(hide = true)]
    Oracles(Replaced),
    /// Inject each seeded bug and check that the named check detects it
    SeededBugs(SeededBugs),
    #[command(hide = true)]
    Zoo(Replaced),
    /// Change the netlist on purpose, one place at a time, and see whether the regression finds it
    Mutate(Mutate),
    /// Write the files that are generated from the descriptions
    Gen(Gen),
    /// Add a PMU: description, model, RTL and testbench, to be filled in
    New(New),
}

#[derive(Args)]
#[command(after_help = "The same seed gives the same programs, whatever the number of threads.\n\n\
                        Examples:\n  pmu-cosim run --pmu k8 --cycles 1000000 --seed 7\n  \
                        pmu-cosim run --shard 2/4 --out build/part-2")]
pub(super) struct Run {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Clocks of random programs for each PMU, rounded up to whole programs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: u64,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: as many as the machine has processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Folder of the results [default: build/sim]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Kinds of divergence of each PMU whose waves are written; the first needs a model with tracing, which takes a
    /// moment to build
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub waves: usize,
    /// Write no waves
    #[arg(long, conflicts_with = "waves")]
    pub no_waves: bool,
    /// Measure line and toggle coverage of the RTL of each PMU that passes; needs a model of its own, and nothing where
    /// neither RTL nor programs have changed since
    #[arg(long)]
    pub code_coverage: bool,
    /// Fail when a figure is below its threshold in thresholds.toml
    #[arg(long)]
    pub enforce: bool,
    /// Run only this of N parts; `merge` makes the results of the whole out of those of all parts, and holds them against
    /// thresholds
    #[arg(long, value_name = "I/N", conflicts_with = "enforce")]
    pub shard: Option<Shard>,
    /// A board instead of a model: serial:DEVICE[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["jobs", "code_coverage"])]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  pmu-cosim coverage --pmu k8\n  pmu-cosim coverage --pmu k8 --missing")]
pub(super) struct Coverage {
    /// A PMU; may be given several times [default: all of the run]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Every requirement, event row, bin and point of the code that is missing, instead of a line for each group
    #[arg(long)]
    pub missing: bool,
    /// Results of the run [default: build/sim/results.json]
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Runs are of the same RTL and description and have different seeds, or are shards of one run. While a \
                        shard is missing the status is 1.\n\n\
                        Examples:\n  pmu-cosim merge one/results.json other/results.json -o build/merged\n  \
                        pmu-cosim merge build/part-*/results.json -o build/merged"
)]
pub(super) struct Merge {
    /// Results of the runs, or of shards of one, in any order
    #[arg(required = true, num_args = 2.., value_name = "RESULTS")]
    pub runs: Vec<PathBuf>,
    /// Folder of the joint results
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
    /// Fail when a figure is below its threshold in thresholds.toml
    #[arg(long)]
    pub enforce: bool,
}

#[derive(Args)]
#[command(
    after_help = "The run must have passed, a mutation campaign needs 500 mutants, and a campaign of seeded bugs must have caught \
                        every bug; all must be of the RTL in the tree. Figures of other PMUs stay as they are.\n\n\
                        Examples:\n  pmu-cosim publish build/sim/results.json build/mutate/*.json\n  \
                        pmu-cosim publish build/zoo/k8.json"
)]
pub(super) struct Publish {
    /// results.json of a run, build/mutate/<pmu>.json or build/zoo/<pmu>.json
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of a command that was renamed or replaced.
#[derive(Args)]
pub(super) struct Replaced {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub ignored: Vec<String>,
}

#[derive(Args)]
#[command(
    group(clap::ArgGroup::new("where").required(true).args(["tcp", "pty", "emit"])),
    after_help = "docs/hardware-in-the-loop.md describes the link and how a board is made.\n\n\
                        Examples:\n  pmu-cosim board k8 --tcp 7000\n  pmu-cosim run --pmu k8 --dut tcp:localhost:7000"
)]
pub(super) struct Board {
    /// The PMU, as `list` names it
    pub pmu: String,
    /// Offer a simulated board at this TCP port of this machine; 0 takes a free one
    #[arg(long, value_name = "PORT")]
    pub tcp: Option<u16>,
    /// Offer a simulated board at a pseudo-terminal
    #[arg(long)]
    pub pty: bool,
    /// Write what is generated for a real board to this folder
    #[arg(long, value_name = "DIR")]
    pub emit: Option<PathBuf>,
    /// Seed of the values with which registers start before they are reset
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
pub(super) struct Build {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
pub(super) struct Lint {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Fail when Icarus Verilog or Yosys is missing instead of saying so
    #[arg(long)]
    pub all_tools: bool,
    #[command(flatten)]
    pub rtl: RtlFolder,
}

#[derive(Args)]
#[command(
    after_help = "The seeded bugs of a PMU are in testbenches/<family>/<unit>/seeded_bugs.toml; docs/seeded-bugs describes them. The \
                        results are in build/zoo.\n\n\
                        Examples:\n  pmu-cosim seeded-bugs --pmu k8\n  \
                        pmu-cosim seeded-bugs --pmu k8 --only interrupt_early\n  \
                        pmu-cosim seeded-bugs --pmu k8 --show interrupt_early"
)]
pub(super) struct SeededBugs {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Run only this bug and print its divergence; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Print a bug as a unified diff and run nothing
    #[arg(long, value_name = "NAME", conflicts_with = "only")]
    pub show: Option<String>,
}

#[derive(Args)]
#[command(
    after_help = "Each experiment compares two runs of the DUT whose results must be related, for example one with and one \
                        without reads in idle cycles. docs/metamorphic-checks.md describes the checks.\n\n\
                        Examples:\n  pmu-cosim metamorphic\n  \
                        pmu-cosim metamorphic --pmu k8 --only moved --experiments 500"
)]
pub(super) struct Metamorphic {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Run only this check
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Number of experiments for each PMU; the checks alternate
    #[arg(long, value_name = "N", default_value_t = 140, value_parser = clap::value_parser!(u64).range(1..))]
    pub experiments: u64,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(after_help = "docs/mutation.md says what is counted and how to read it.\n\n\
                        Examples:\n  pmu-cosim mutate --pmu k8\n  pmu-cosim mutate --pmu k8 --only 17")]
pub(super) struct Mutate {
    /// A PMU; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Number of mutants [default: 500, or 1000 of a large design]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50_000))]
    pub mutants: Option<u16>,
    /// Clocks of random programs that a mutant has to live through, besides all directed programs [default: 200000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: Option<u64>,
    /// Seed of the mutants and of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only this mutant, with its divergence
    #[arg(long, value_name = "NUMBER")]
    pub only: Option<u32>,
    /// The score below which the campaign fails, from 0 to 1 [default: `mutation` in thresholds.toml]
    #[arg(long, value_name = "SCORE", value_parser = score)]
    pub min_score: Option<f64>,
    /// Threads [default: as many as the machine has processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Try no proofs: a mutant that no program finds counts as not found
    #[arg(long)]
    pub no_proofs: bool,
    /// Replaced by `publish`
    #[arg(long, value_name = "FILE", hide = true)]
    pub page: Option<PathBuf>,
    #[command(flatten)]
    pub rtl: RtlFolder,
}

/// A share of all mutants.
fn score(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "it must be a number from 0 to 1, such as 0.99".to_owned())
}

#[derive(Args)]
pub(super) struct RtlFolder {
    /// Folder with another RTL of the PMU and its rtl.toml [default: rtl/FAMILY/UNIT]
    #[arg(long = "rtl", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Rtl {
    /// Folder with another RTL of the PMU: its rtl.toml says what belongs to it, or --top does [default: rtl/FAMILY/UNIT]
    #[arg(long = "rtl", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Top module of your own RTL, which is all Verilog below --rtl: docs/your-own-rtl.md
    #[arg(long, value_name = "MODULE", requires = "folder")]
    pub top: Option<String>,
    /// How the ports of that module differ from the description's
    #[arg(long = "ports", value_name = "FILE", requires = "top")]
    pub map: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Gen {
    /// Write nothing; fail if a file is not up to date
    #[arg(long)]
    pub check: bool,
}
