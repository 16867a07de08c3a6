//! Work on several threads.

mod parallel;
mod scheduler;

pub use parallel::{parallel_each, parallel_map, Interrupted};
pub use scheduler::{run, run_stages, JobRunner, Panicked, Stage, Task};

use pmu_dut::DutError;

impl From<Panicked> for DutError {
    fn from(panicked: Panicked) -> Self {
        Self::Panicked(panicked.to_string())
    }
}
