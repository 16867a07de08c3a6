//! Results of campaigns with seeded bugs, and their views.

mod class;
mod junit;
mod kind;
mod report;
mod table;

pub use class::BugClass;
pub use junit::junit;
pub use kind::HigherOrderKind;
pub use report::{
    BugResult, Check, Detection, NotApplicableClass, OtherDetection, RandomSearch, SeededBugReport, SeededBugVerdict,
};
pub use table::table;
