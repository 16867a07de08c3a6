//! What a proof came to.

use pmu_results::Proof;

/// What a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mutation) enum Verdict {
    /// It holds.
    Proven(Proof),
    /// There is a state that can be reached, as far as that is known, and there are inputs in which the two differ.
    Refuted,
    /// There is a state in which the two differ, and whether it can be reached was not asked.
    Different,
    /// Not decided in time.
    Open,
}
