//! Arguments of the command line and their help texts.

mod build;
mod campaigns;
mod description;
mod export;
mod install;
mod maintenance;
mod number;
mod program;
mod ranges;
mod results;
mod rtl;
mod run;
mod software;

pub(super) use build::{Board, Build, Check, Lint};
pub(super) use campaigns::{Metamorphic, Mutate, Prove, SeededBugs};
pub(super) use description::{Describe, New, NewWrapper, Style};
pub(super) use export::{Bind, EventFormat, Events, Export, RegisterFormat};
pub(super) use install::{Completions, Doctor, Man};
pub(super) use maintenance::{Drivers, Gen, Publish, Site};
pub(super) use program::{Replay, Shrink, Soak, Trace};
pub(super) use results::{Compare, Coverage, Csv, Merge, Summary, Table};
pub(super) use rtl::RtlWithKnown;
pub(super) use run::Run;
pub(super) use software::{Drive, Serve, SoftwareStimulus};

use clap::{Args, Parser, Subcommand};
use rtl::{Rtl, RtlFolder};
use std::path::PathBuf;

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
    /// Configuration of a configurable PMU, such as your RISC-V core; docs/riscv.md
    #[arg(long = "config", value_name = "FILE", global = true)]
    pub configurations: Vec<PathBuf>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// List the PMUs
    List,
    /// Show registers, fields, events, ports and requirements of a PMU
    Describe(Describe),
    /// Write the event table of a PMU for software: for Linux perf, as a C header, or as CSV
    Events(Events),
    /// Write the registers of a PMU as SystemRDL or IP-XACT
    Export(Export),
    /// Write a SystemVerilog checker that compares a PMU with the golden model in your own simulator
    Bind(Bind),
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
    /// Run a driver in C against DUT and golden model, with random events, and record it as a program
    Drive(Drive),
    /// Serve DUT and golden model to software of other processes on a socket
    Serve(Serve),
    /// Build the models without running them
    Build(Build),
    /// Serve a simulated board with a PMU, or write the RTL of a real board
    Board(Board),
    /// Run a long test with stimulus generated on the board
    Soak(Soak),
    /// Check the files of PMUs without building or running anything: descriptions, stimulus, programs, RTL manifests
    Check(Check),
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
    /// Prove theorems about the RTL that follow from the description, for all states and all inputs
    Prove(Prove),
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
    /// Add a PMU: skeletons of description, golden model, RTL and testbench; or write a wrapper of your RTL for a PMU
    New(New),
}

impl Command {
    /// Whether it always reads files of a workspace.
    pub fn needs_workspace(&self) -> bool {
        !matches!(
            self,
            Self::Summary(_)
                | Self::Compare(_)
                | Self::Csv(_)
                | Self::Man(_)
                | Self::Table(_)
                | Self::Oracles(_)
                | Self::Zoo(_)
        )
    }
}

/// Arguments of a command that was renamed or replaced.
#[derive(Args)]
pub(super) struct Replaced {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub ignored: Vec<String>,
}
