//! Arguments of the command line and their help texts.

mod description;
mod install;
mod maintenance;
mod number;
mod program;
mod ranges;
mod results;

pub(super) use description::{Describe, New};
pub(super) use install::{Completions, Doctor, Man};
pub(super) use maintenance::{Drivers, Gen, Publish, Site};
pub(super) use program::{Replay, Shrink, Soak, Trace};
pub(super) use results::{Compare, Coverage, Csv, Merge, Summary, Table};

use crate::board::Address;
use crate::regression::Shard;
use crate::rtl::port_map_choices;
use crate::rtl_selection::RtlSelection;
use crate::Error;
use clap::{Args, Parser, Subcommand};
use golden_model::{Choices, ChosenOption};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Name of the command.
pub(super) const NAME: &str = "pmu-cosim";

/// Verify the RTL of performance monitoring units: run DUT and golden model in lockstep, compare them in every cycle
#[derive(Parser)]
#[command(
    name = NAME,
    version,
    max_term_width = 110,
    after_help = "Exit status: 0 pass, 1 divergence, no requirements or an enforced threshold \
                  not reached, 2 bad input or usage, 3 broken environment, \
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
    /// Run directed and random programs in lockstep and write the results
    Run(Run),
    /// Show the coverage of a run, or the bins that it missed
    Coverage(Coverage),
    /// Print the results of a run as Markdown, for the summary of a CI job
    Summary(Summary),
    /// Compare two runs: failures, verdicts and coverage that changed
    Compare(Compare),
    /// Print the figures or the programs of a run as a CSV table
    Csv(Csv),
    /// Merge the results of several runs or shards
    Merge(Merge),
    /// Publish the figures of runs and campaigns in docs/results.json and the pages generated from it
    Publish(Publish),
    #[command(hide = true)]
    Table(Replaced),
    /// Run one program
    Replay(Replay),
    /// Show a program cycle by cycle: statements and the values that change in DUT and golden model
    Trace(Trace),
    /// Shrink a diverging program to the fewest operations with the same signature
    Shrink(Shrink),
    /// Build the models without running them
    Build(Build),
    /// Serve a simulated board with a PMU, or write the RTL of a real board
    Board(Board),
    /// Run a long test with stimulus generated on the board
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
    /// Mutate the netlist, one cell port at a time, and check that the regression detects each mutant
    Mutate(Mutate),
    /// Run the register sequences of real software under each option of the choices, and write docs/drivers.md
    Drivers(Drivers),
    /// Check which tools are available, and what is not available without them
    Doctor(Doctor),
    /// Print the script with which a shell completes commands, options and PMUs
    Completions(Completions),
    /// Write the man pages
    Man(Man),
    /// Write the generated files: event headers, FuseSoC cores, schemas and pages
    Gen(Gen),
    /// Write the source of the documentation as a site, with a page for each PMU
    Site(Site),
    /// Add a PMU: skeletons of description, golden model, RTL and testbench
    New(New),
}

#[derive(Args)]
#[command(after_help = "The same seed gives the same programs, regardless of the number of threads.\n\n\
                        Examples:\n  pmu-cosim run --pmu k8,knc --cycles 1M --seed 7\n  \
                        pmu-cosim run --pmu k8 --only halt/*\n  \
                        pmu-cosim run --failed\n  \
                        pmu-cosim run --pmu ivt_* --cycles 1M --time 8h\n  \
                        pmu-cosim run --shard 2/4 --out build/shard-2")]
pub(super) struct Run {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Cycles of random programs for each PMU, rounded up to complete programs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = number::count)]
    pub cycles: u64,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run all seeds from A to B; the results are those of all together
    #[arg(long, value_name = "A..B", value_parser = ranges::range, conflicts_with_all = ["seed", "shard"])]
    pub seeds: Option<RangeInclusive<u64>>,
    /// Run further seeds until one fails; begin none after this time, such as 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, conflicts_with_all = ["seeds", "shard"])]
    pub time: Option<Duration>,
    /// Run only programs whose name matches a pattern, such as halt/* or random-1-7; may be given several times
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["enforce", "code_coverage", "seeds", "time"])]
    pub only: Vec<String>,
    /// Run only the programs that failed in these results [default: those of the newest run, build/sim/results.json]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          conflicts_with_all = ["enforce", "code_coverage", "only", "shard", "seeds", "time", "seed", "cycles"])]
    pub failed: Option<Option<PathBuf>>,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Folder of the results [default: a new one in build/runs, to which build/sim then points]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Number of buckets of each PMU for which waves are written; the first builds a model with tracing
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub waves: usize,
    /// Write no waves
    #[arg(long, conflicts_with = "waves")]
    pub no_waves: bool,
    /// Measure line and toggle coverage of the RTL of each PMU that passes; builds an additional model, and reuses the
    /// last result if neither RTL nor programs have changed
    #[arg(long)]
    pub code_coverage: bool,
    /// Fail if a figure is below its threshold in thresholds.toml
    #[arg(long)]
    pub enforce: bool,
    /// Run only shard I of N; `merge` combines the results of all shards and compares them with the thresholds
    #[arg(long, value_name = "I/N", conflicts_with = "enforce")]
    pub shard: Option<Shard>,
    /// Board to use instead of a model: serial:PATH[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["jobs", "code_coverage"])]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: Rtl,
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
    after_help = "docs/hardware-in-the-loop.md describes the link and how to build a board.\n\n\
                        Examples:\n  pmu-cosim board k8 --tcp 7000\n  pmu-cosim run --pmu k8 --dut tcp:localhost:7000"
)]
pub(super) struct Board {
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

#[derive(Args)]
pub(super) struct Build {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
pub(super) struct Lint {
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
    after_help = "The seeded bugs of a PMU are in testbenches/<family>/<unit>/seeded_bugs.toml; docs/seeded-bugs describes them. The \
                        results are in build/zoo.\n\n\
                        Examples:\n  pmu-cosim seeded-bugs --pmu k8\n  \
                        pmu-cosim seeded-bugs --pmu k8 --only interrupt_early\n  \
                        pmu-cosim seeded-bugs --pmu k8 --show interrupt_early"
)]
pub(super) struct SeededBugs {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
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
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Run only this check
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Number of experiments for each PMU; the checks alternate
    #[arg(long, value_name = "N", default_value_t = 140, value_parser = number::count)]
    pub experiments: u64,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rtl: Rtl,
}

#[derive(Args)]
#[command(after_help = "docs/mutation.md describes mutants, proofs and the score.\n\n\
                        Examples:\n  pmu-cosim mutate --pmu k8\n  pmu-cosim mutate --pmu k8 --only 17")]
pub(super) struct Mutate {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Number of mutants [default: 500, or 1000 for a large design]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50_000))]
    pub mutants: Option<u16>,
    /// Cycles of random programs for each mutant, in addition to all directed programs [default: 200000]
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub cycles: Option<u64>,
    /// Seed of the mutants and of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run only this mutant and print its divergence
    #[arg(long, value_name = "NUMBER")]
    pub only: Option<u32>,
    /// Smallest acceptable mutation score, from 0 to 1 [default: `mutation` in thresholds.toml]
    #[arg(long, value_name = "SCORE", value_parser = score)]
    pub min_score: Option<f64>,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Skip the equivalence proofs: each mutant that no program kills counts as survived
    #[arg(long)]
    pub no_proofs: bool,
    /// Replaced by `publish`
    #[arg(long, value_name = "FILE", hide = true)]
    pub page: Option<PathBuf>,
    #[command(flatten)]
    pub rtl: RtlFolder,
}

/// Parses a mutation score, a number from 0 to 1.
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

impl RtlFolder {
    /// Returns the selected RTL, with all defaults of its choices.
    pub fn selection(&self) -> RtlSelection {
        RtlSelection { folder: self.folder.clone(), ..RtlSelection::default() }
    }
}

#[derive(Args)]
pub(super) struct Rtl {
    /// Folder with another RTL of the PMU: its rtl.toml or --top selects the sources [default: rtl/FAMILY/UNIT]
    #[arg(long = "rtl", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Top module of your RTL, which is all Verilog below --rtl; docs/your-own-rtl.md
    #[arg(long, value_name = "MODULE", requires = "folder")]
    pub top: Option<String>,
    /// Map file that relates the ports of the top module to those of the description
    #[arg(long = "ports", value_name = "FILE", requires = "top")]
    pub map: Option<PathBuf>,
    /// Option for a question that the manual leaves open, for golden model and RTL; may be given several times;
    /// `describe PMU --choices` lists them
    #[arg(long = "choice", value_name = "ID=OPTION")]
    pub choices: Vec<ChosenOption>,
    /// File with options, in a table [choices]; --choice takes priority
    #[arg(long = "choices", value_name = "FILE")]
    pub choices_file: Option<PathBuf>,
    /// Option for the RTL alone, so that it differs from the golden model
    #[arg(long = "rtl-choice", value_name = "ID=OPTION", conflicts_with = "top")]
    pub rtl_choices: Vec<ChosenOption>,
}

impl Rtl {
    /// Returns the selected RTL with its choices.
    ///
    /// # Errors
    /// If a file with choices cannot be read, or two options of one choice are given.
    pub fn selection(&self) -> Result<RtlSelection, Error> {
        let of_map = self.map.as_deref().map(port_map_choices).transpose()?;
        let of_file = self.choices_file.as_deref().map(read_choices).transpose()?;
        let choices = collected(&self.choices)?.or(of_file.unwrap_or_default()).or(of_map.unwrap_or_default());
        Ok(RtlSelection {
            folder: self.folder.clone(),
            top: self.top.clone(),
            port_map: self.map.clone(),
            choices,
            rtl_choices: collected(&self.rtl_choices)?,
        })
    }
}

/// Combines options from the command line.
fn collected(options: &[ChosenOption]) -> Result<Choices, Error> {
    let mut choices = Choices::default();
    for option in options {
        choices.add(option.clone()).map_err(|error| Error::Input(error.to_string()))?;
    }
    Ok(choices)
}

/// Reads a file with options.
fn read_choices(file: &Path) -> Result<Choices, Error> {
    let wrong = |what: String| Error::Input(format!("{}: {}", file.display(), what.trim_end()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    Choices::parse(&text).map_err(|error| wrong(error.to_string()))
}
