//! Programs of a run, and the requirements that they cover.

use super::coverage::RequirementBins;
use super::divergence::Divergence;
use super::name;
use super::verdict::Verdict;
use golden_model::Description;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A directed program that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SkippedProgram {
    /// Its name.
    pub program: String,
    /// The first value of an absent input that it needs.
    pub needs: String,
}

/// A directed program, or all random programs of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramResult {
    /// Its name.
    pub name: String,
    /// Directed or random.
    pub kind: ProgramKind,
    /// Number of programs: 1, or those made from the seed.
    pub count: u64,
    /// XXH3 over the operations of the program; of several the sum, so that their order does not matter.
    pub stimulus_hash: String,
    /// Clocks in lockstep.
    pub cycles: u64,
    /// Expectations checked.
    pub expectations: u64,
    /// Those of them that only the model could answer, because the RTL does not show the value.
    pub unseen: u64,
    /// Its verdict.
    pub verdict: Verdict,
    /// Requirements that it names.
    pub covers: Vec<String>,
    /// The first divergence, if any.
    pub divergence: Option<Divergence>,
}

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgramKind {
    /// Written by hand for what it covers.
    Directed,
    /// Made from a seed.
    Random,
}

/// Where a program stands in a run: directed ones by name, then random ones by seed and number.
pub(super) fn position(program: &str) -> (Option<(u64, u64)>, &str) {
    (name::seed_and_index(program), program)
}

/// Requirement coverage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirements {
    /// All of the PMU.
    pub total: u64,
    /// Those that a passing directed program of this run names.
    pub covered: u64,
    /// Each with the programs that name it.
    pub each: Vec<RequirementResult>,
}

/// One requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementResult {
    /// Its id.
    pub id: String,
    /// Whether a program that names it passed, with all that it expects seen on the RTL, and none failed.
    pub covered: bool,
    /// Directed programs of this run that name it.
    pub programs: Vec<String>,
    /// Groups of coverage bins that belong to it.
    pub bins: Vec<RequirementBins>,
}

/// A requirement is covered when a directed program that names it passed and none that names it failed. What a program
/// expects of a value that the RTL does not show proves nothing about the RTL, nor does one that expects nothing.
pub fn requirements(description: &Description, programs: &[ProgramResult]) -> Requirements {
    let one = |id: &str| {
        let naming: Vec<_> =
            programs.iter().filter(|program| program.covers.iter().any(|covered| covered == id)).collect();
        RequirementResult {
            id: id.to_owned(),
            covered: naming.iter().any(|program| program.expectations > 0 && program.unseen == 0)
                && naming.iter().all(|program| program.verdict == Verdict::Pass),
            programs: naming.iter().map(|program| program.name.clone()).collect(),
            bins: Vec::new(),
        }
    };
    let each: Vec<_> = description.requirements.iter().map(|requirement| one(&requirement.id)).collect();
    Requirements { total: each.len() as u64, covered: each.iter().filter(|one| one.covered).count() as u64, each }
}
