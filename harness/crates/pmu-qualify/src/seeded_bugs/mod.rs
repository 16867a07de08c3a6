//! Seeded bugs: changes of the RTL, each of a kind that real PMUs have had, and the check that must catch it.
//!
//! One model contains all seeded bugs of a PMU; its input `zoo_select` selects one of them. Number 0 is the unchanged RTL.

mod bug;
mod campaign;
mod file;
mod instrumented;
mod site;

pub use crate::campaign::CampaignError;
pub use bug::SeededBug;
pub use campaign::Campaign;
pub use file::{SeededBugs, SeededBugsError};
