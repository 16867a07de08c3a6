//! Tests of the common logic without a box.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod access;
mod bench;
mod counting;
mod edge;
pub(crate) mod fields;
mod freeze;
pub(crate) mod random;
mod status;
mod threshold;
