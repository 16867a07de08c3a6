//! stub
pub mod hpm;
