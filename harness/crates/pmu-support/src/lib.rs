//! Helpers that do not depend on performance monitoring units: eviction of cache entries, joining of threads with propagation of panics, panics as errors, paths and ranges of numbers in messages, copies of folders.

mod copy;
mod eviction;
mod joined;
mod panics;
mod paths;
mod ranges;
mod shell;

pub use copy::copy_tree;
pub use eviction::entries_to_evict;
pub use joined::joined;
pub use panics::{caught, Panic};
pub use paths::display_path;
pub use ranges::ranges;
pub use shell::shell_quoted;
