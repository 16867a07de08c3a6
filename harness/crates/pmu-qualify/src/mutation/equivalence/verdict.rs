//! Verdict of a proof.

use pmu_results::Proof;

/// Verdict of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mutation) enum Verdict {
    /// The mutant is equivalent.
    Proven(Proof),
    /// Mutant and RTL differ in a state that satisfies the invariant, for some inputs.
    Refuted,
    /// Mutant and RTL differ in some state; whether it can be reached was not tested.
    Different,
    /// Not decided within the time limit.
    Open,
}
