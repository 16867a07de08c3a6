//! Tests of the model through frames and observations.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod bench;
mod catalogue;
mod counted;
mod equation;
mod events;
mod freeze;
mod lookup;
mod occupancy;
mod overflow;
mod registers;
mod threads;
mod tor;
