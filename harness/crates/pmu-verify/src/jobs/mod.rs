//! Jobs over threads.

mod spread;
mod steal;

pub use spread::{each, spread, Interrupted};
pub use steal::{run, Bench, Panicked, Task};

use pmu_dut::DutError;

impl From<Panicked> for DutError {
    fn from(panicked: Panicked) -> Self {
        Self(panicked.to_string())
    }
}
