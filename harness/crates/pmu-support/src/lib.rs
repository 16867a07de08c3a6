//! Helpers that do not depend on performance monitoring units: suggestions for misspelt names, eviction of cache entries,
//! and joining of threads with propagation of panics.

mod eviction;
mod joined;
mod suggest;

pub use eviction::entries_to_evict;
pub use joined::joined;
pub use suggest::{nearest, unknown};
