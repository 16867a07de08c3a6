//! Helpers that do not depend on performance monitoring units: suggestions for misspelt names, eviction of cache entries,
//! joining of threads with propagation of panics, and paths in messages.

mod eviction;
mod joined;
mod paths;
mod suggest;

pub use eviction::entries_to_evict;
pub use joined::joined;
pub use paths::display_path;
pub use suggest::{nearest, unknown};
