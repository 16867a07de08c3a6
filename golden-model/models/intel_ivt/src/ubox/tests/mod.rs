//! Tests of the model through frames and observations.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod bench;
mod counters;
mod equation;
mod fixed;
mod global;
mod pmi;
mod registers;
