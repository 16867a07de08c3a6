//! Helpers that every crate may use and that are not about performance monitoring units. They suggest a name for a
//! misspelt one, find the oldest entries of a cache, and pass on the panic of a thread.

mod eviction;
mod joined;
mod suggest;

pub use eviction::entries_to_evict;
pub use joined::joined;
pub use suggest::{nearest, unknown};
