//! `docs/collisions.md`.

use golden_model::Pmu;

/// The page about the tables of these PMUs.
pub fn document(_pmus: &[Pmu]) -> String {
    String::new()
}
