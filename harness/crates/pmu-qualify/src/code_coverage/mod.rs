//! Code coverage: which lines of the RTL a run has executed and which bits of its signals have changed both ways.
//!
//! It is measured in lockstep too, on a model of its own, which is slow, after the same programs have passed on the fast one.

mod exclusions;
mod measure;
mod report;

pub use exclusions::{Exclusions, ExclusionsError};
pub use measure::{measure, MeasureError, MeasuredCoverage, Stimulus};
pub use report::report;
