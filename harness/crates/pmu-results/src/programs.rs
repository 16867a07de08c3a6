//! Programs of a run, and the requirements that they cover.

use super::coverage::RequirementBins;
use super::divergence::Divergence;
use super::name;
use super::verdict::Verdict;
use golden_model_core::description::Requirement;
use golden_model_core::Description;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A skipped directed program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SkippedProgram {
    /// Its name.
    pub program: String,
    /// The option, or the first value of an absent input, that the program needs.
    pub needs: String,
    /// Whether it needs an option. Other programs need an input that the RTL lacks, or accesses that are closer than those of its bus.
    #[serde(default)]
    pub is_option: bool,
}

impl SkippedProgram {
    /// A program for an option that is not selected.
    pub fn for_option(program: String, option: String) -> Self {
        Self { program, needs: option, is_option: true }
    }
}

/// A directed program, or all random programs of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramResult {
    /// Its name.
    pub name: String,
    /// Its origin.
    pub kind: ProgramKind,
    /// Number of programs: 1, or the number of random programs of the seed.
    pub count: u64,
    /// XXH3 over the operations of the program; for several programs the sum, so that their order does not matter.
    pub stimulus_hash: String,
    /// Cycles in lockstep.
    pub cycles: u64,
    /// Expectations checked.
    pub expectations: u64,
    /// Expectations that only the model could answer, because the value is not observable or is a known divergence.
    pub unseen: u64,
    /// Its verdict.
    pub verdict: Verdict,
    /// Requirements that it names.
    pub covers: Vec<String>,
    /// The first divergence, if any.
    pub divergence: Option<Divergence>,
}

/// Origin of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgramKind {
    /// Written by hand for named requirements.
    Directed,
    /// Generated from a seed.
    Random,
    /// The stimulus of a user's testbench in another simulator.
    Testbench,
}

/// Order of programs in a run: directed ones by name, then random ones by seed and number.
pub(super) fn position(program: &str) -> (Option<(u64, u64)>, &str) {
    (name::seed_and_index(program), program)
}

/// Requirement coverage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirements {
    /// Number of requirements of the PMU.
    pub total: u64,
    /// Requirements that a passing directed program of this run names.
    pub covered: u64,
    /// Each requirement with the programs that name it.
    pub each: Vec<RequirementResult>,
}

/// One requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementResult {
    /// Its id.
    pub id: String,
    /// Section of the manual, or decision where the manual is silent.
    #[serde(default)]
    pub section: String,
    /// The requirement.
    #[serde(default)]
    pub text: String,
    /// Whether a program that names it passed with all its expectations observed on the RTL and without known divergences, and no
    /// such program failed.
    pub covered: bool,
    /// Directed programs of this run that name it.
    pub programs: Vec<String>,
    /// Groups of coverage bins that belong to the requirement.
    pub bins: Vec<RequirementBins>,
}

/// Computes requirement coverage.
///
/// A requirement is covered if a directed program that names it passed and none that names it failed. A program proves
/// nothing if it has no expectations, if one of them concerns a value that is not observable, or if a known divergence occurred
/// in it.
pub fn requirements(description: &Description, programs: &[ProgramResult]) -> Requirements {
    let one = |requirement: &Requirement| {
        let id = &requirement.id;
        let naming: Vec<_> =
            programs.iter().filter(|program| program.covers.iter().any(|covered| covered == id)).collect();
        RequirementResult {
            id: id.clone(),
            section: requirement.section.clone(),
            text: requirement.text.clone(),
            covered: naming
                .iter()
                .any(|program| program.verdict == Verdict::Pass && program.expectations > 0 && program.unseen == 0)
                && naming.iter().all(|program| program.verdict != Verdict::Fail),
            programs: naming.iter().map(|program| program.name.clone()).collect(),
            bins: Vec::new(),
        }
    };
    let each: Vec<_> = description.requirements.iter().map(one).collect();
    Requirements { total: each.len() as u64, covered: each.iter().filter(|one| one.covered).count() as u64, each }
}
