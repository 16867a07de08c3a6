//! The bug zoo: deliberate bugs of the RTL, each of a kind that PMUs have had, and the check that must catch it.
//!
//! One model carries all bugs of a PMU; its input `zoo_select` lets one of them loose. Number 0 is the RTL as it is.

mod bug;
mod campaign;
mod carrier;
mod class;
mod junit;
mod list;
mod report;
mod site;
mod table;

pub use bug::{Bug, Check};
pub use campaign::{Campaign, CampaignError};
pub use class::Class;
pub use junit::junit;
pub use list::{Absent, Zoo, ZooError};
pub use report::{BugResult, Caught, Elsewhere, ZooReport, ZooVerdict};
pub use table::table;
