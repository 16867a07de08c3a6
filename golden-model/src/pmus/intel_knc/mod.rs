//! Intel Xeon Phi (Knights Corner).

pub mod core;
