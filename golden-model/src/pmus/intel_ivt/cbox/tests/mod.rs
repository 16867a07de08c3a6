//! Tests of the model through frames and observations.
//!
//! Expectations are literal, worked out from the requirements by hand; each test names the requirements that it covers.

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
