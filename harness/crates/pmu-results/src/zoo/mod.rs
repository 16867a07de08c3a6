//! What became of deliberate bugs, as data and its views.

mod class;
mod junit;
mod report;
mod table;

pub use class::Class;
pub use junit::junit;
pub use report::{Absent, BugResult, Caught, Check, Elsewhere, ZooReport, ZooVerdict};
pub use table::table;
