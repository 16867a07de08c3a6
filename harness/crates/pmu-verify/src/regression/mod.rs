//! Regressions, run in parallel.
//!
//! A regression consists of all directed programs of a PMU and the random programs of a seed, or of a shard of these.

mod directed;
mod execution;
mod findings;
mod name_patterns;
mod plan;
mod shard;
mod skipped;
mod tally;

pub use directed::{
    find as find_directed, find_with_collisions, folder as programs_folder, folders as directed_folders,
    list as list_directed, DirectedError, DirectedFile, DirectedProgram, DirectedPrograms,
};
pub use execution::{OnProgress, Progress, RegressionTask, Stop};
pub use findings::{FailedProgram, RegressionRun};
pub use name_patterns::NamePatterns;
pub use plan::Plan;
pub use shard::{Shard, ShardError};
pub use skipped::{required_input, required_timing, skip_unrunnable};
