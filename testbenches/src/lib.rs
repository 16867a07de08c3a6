//! What the tests of all PMUs share: a device of the RTL in this workspace, programs run on it, values stuck in it.

mod bench;
mod recording;
mod stuck_at;

pub use bench::Bench;
pub use recording::Recording;
pub use stuck_at::{StuckAtFault, StuckAtFaults};

use golden_model::Pmu;
use std::path::PathBuf;

/// The folder with programs, profile and stuck values of a PMU.
pub fn folder(pmu: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(Pmu::folder(pmu))
}
