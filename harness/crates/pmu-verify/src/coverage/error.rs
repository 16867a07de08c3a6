//! A plan that does not fit its description.

/// What is wrong in a `coverage.toml`.
#[derive(Debug, thiserror::Error)]
#[error("golden-model/descriptions/{}/coverage.toml: {what}", golden_model::Pmu::folder(pmu))]
pub struct PlanError {
    /// Id of the PMU.
    pub pmu: String,
    /// What is wrong, and where.
    pub what: String,
}
