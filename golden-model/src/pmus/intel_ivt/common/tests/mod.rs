//! Tests of the parts, each without a box around it.
//!
//! Expectations are literal, worked out from the requirements by hand; each test names the requirements that it covers.

mod access;
mod bench;
mod counting;
mod edge;
pub(crate) mod fields;
mod freeze;
pub(crate) mod random;
mod status;
mod threshold;
