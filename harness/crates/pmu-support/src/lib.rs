//! Helpers that every crate may use and that are not about performance monitoring units. They suggest a name for a
//! misspelt one, find the oldest entries of a cache, and pass on the panic of a thread.

mod joined;
mod oldest;
mod suggest;

pub use joined::joined;
pub use oldest::entries_to_evict;
pub use suggest::{nearest, unknown};
