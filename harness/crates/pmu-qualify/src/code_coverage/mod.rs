//! Code coverage: the lines of the RTL that a run executed and the bits of its signals that toggled in both directions.
//!
//! It is measured in lockstep on a separate, slow model, after the same programs have passed on the fast one.

mod exclusions;
mod measure;
mod report;
mod reserved;

pub use exclusions::{Exclusions, ExclusionsError};
pub use measure::{measure, MeasureError, MeasuredCoverage, Stimulus};
pub use report::report;
pub use reserved::ReservedBits;
