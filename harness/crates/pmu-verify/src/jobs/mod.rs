//! Jobs over threads.

mod spread;
mod steal;

pub use spread::{parallel_each, parallel_map, Interrupted};
pub use steal::{run, Worker, Panicked, Task};

use pmu_dut::DutError;

impl From<Panicked> for DutError {
    fn from(panicked: Panicked) -> Self {
        Self(panicked.to_string())
    }
}
