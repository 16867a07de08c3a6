//! The bug zoo: deliberate bugs of the RTL, each of a kind that PMUs have had, and the check that must catch it.
//!
//! One model carries all bugs of a PMU; its input `zoo_select` lets one of them loose. Number 0 is the RTL as it is.

mod bug;
mod campaign;
mod file;
mod instrumented;
mod site;

pub use bug::SeededBug;
pub use campaign::{Campaign, CampaignError};
pub use file::{SeededBugs, SeededBugsError};
