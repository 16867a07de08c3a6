//! Jobs over threads.

mod spread;
mod steal;

pub use spread::{each, spread, Interrupted};
pub use steal::{run, Bench, Panicked, Task};
