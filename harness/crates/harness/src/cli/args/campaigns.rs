//! Arguments of the commands that test the tests: `seeded-bugs`, `mutate` and `metamorphic`.

use super::{number, Rtl, RtlFolder};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "The seeded bugs of a PMU are in testbenches/<family>/<unit>/seeded_bugs.toml; docs/seeded-bugs describes them. The \
                        results are in build/zoo.\n\n\
                        Examples:\n  pmu-cosim seeded-bugs --pmu k8\n  \
                        pmu-cosim seeded-bugs --pmu k8 --only interrupt_early\n  \
                        pmu-cosim seeded-bugs --pmu k8 --show interrupt_early"
)]
pub(in crate::cli) struct SeededBugs {
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
pub(in crate::cli) struct Metamorphic {
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
#[command(after_help = "docs/mutation.md describes mutants, proofs, the score and deep campaigns.\n\n\
                        Examples:\n  pmu-cosim mutate --pmu k8\n  pmu-cosim mutate --pmu k8 --only 17\n  \
                        pmu-cosim mutate --pmu k8 --deep\n  \
                        pmu-cosim mutate --pmu ivt_ubox --rtl DIR --top MODULE --ports ports.toml")]
pub(in crate::cli) struct Mutate {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Run mutants that act only while a condition holds, and report detection by rarity of the condition
    #[arg(long, conflicts_with_all = ["only", "min_score", "no_proofs"])]
    pub deep: bool,
    /// Number of mutants [default: 500, or 1000 for a large design; 960 with --deep]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50_000))]
    pub mutants: Option<u16>,
    /// Cycles of random programs for each mutant, in addition to all directed programs [default: 200000; 2000000 with --deep]
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

#[derive(Args)]
#[command(after_help = "docs/proofs.md describes the theorems.\n\n\
                        Examples:\n  pmu-cosim prove --pmu k8\n  pmu-cosim prove --pmu k8 --faults\n  \
                        pmu-cosim prove --pmu ivt_ubox --rtl DIR --top MODULE --ports ports.toml")]
pub(in crate::cli) struct Prove {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Plant each fault of testbenches/<family>/<unit>/proof_faults.toml in a copy of the RTL, and check that the theorem
    /// that it names is refuted
    #[arg(long, conflicts_with_all = ["folder", "top", "map"])]
    pub faults: bool,
    /// Folder of the programs that refute theorems, in a folder for each PMU [default: build/prove]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub rtl: RtlFolder,
}

/// Parses a mutation score, a number from 0 to 1.
fn score(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "it must be a number from 0 to 1, such as 0.99".to_owned())
}
