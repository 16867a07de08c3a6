//! Status of a mutant.

use pmu_results::Proof;

/// Status of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantStatus {
    /// A program killed it.
    Killed {
        /// The program.
        program: String,
        /// The first cycle of the program in which DUT and model differ.
        cycle: u64,
    },
    /// Proven to behave like the RTL.
    Equivalent(Proof),
    /// The model does not settle or stops, so there is no behavior to compare.
    Unstable(String),
    /// Neither killed nor proven equivalent.
    Survived,
}
