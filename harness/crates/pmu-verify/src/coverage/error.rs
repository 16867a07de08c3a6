//! Errors in a coverage plan.

/// A `coverage.toml` that does not match its description.
#[derive(Debug, thiserror::Error)]
#[error("golden-model/descriptions/{}/coverage.toml: {what}", golden_model_core::Pmu::folder(pmu))]
pub struct PlanError {
    /// Id of the PMU.
    pub pmu: String,
    /// What is wrong, and where.
    pub what: String,
}
