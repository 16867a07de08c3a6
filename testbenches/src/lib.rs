//! Helpers of the tests of all PMUs: the bench with the RTL in this workspace, and recordings.

mod bench;
mod recording;

pub use bench::Bench;
pub use recording::Recording;

use golden_model_core::Pmu;
use std::path::PathBuf;

/// Returns the folder with the programs, the stimulus profile and the stuck-at faults of a PMU.
pub fn folder(pmu: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(Pmu::folder(pmu))
}
