//! Tests of the model through frames and observations.
//!
//! Expectations are literal, worked out from the requirements by hand; each test names the requirements that it covers.

mod bench;
mod counters;
mod equation;
mod fixed;
mod global;
mod pmi;
mod registers;
