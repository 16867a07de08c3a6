//! Helpers that are not about PMUs: suggestions for misspelt names, the oldest files of a cache, the end of a thread.

mod joined;
mod oldest;
mod suggest;

pub use joined::joined;
pub use oldest::beyond;
pub use suggest::{nearest, unknown};
