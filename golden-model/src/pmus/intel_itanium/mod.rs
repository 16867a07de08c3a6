//! Intel Itanium 9300: its core, the boxes of its uncore, and the tops that combine them.

pub mod bbox;
mod common;
pub mod core;
pub mod cpe;
pub mod dbox;
pub mod qear;
pub mod rbox;
pub mod uncore;
pub mod zbox;
