//! A regression: all directed programs of a PMU and random programs of a seed, or a shard of these, spread over threads.

mod directed;
mod judge;
mod left_out;
mod plan;
mod pool;
mod shard;
mod tally;

pub use directed::{
    find as find_directed, find_with_collisions, folder as programs_folder, list as list_directed, DirectedError,
    DirectedFile,
};
pub use judge::{FailedProgram, RegressionRun};
pub use left_out::{skip_unrunnable, required_input};
pub use plan::Plan;
pub use pool::RegressionTask;
pub use pool::Stop;
pub use shard::{Shard, ShardError};
