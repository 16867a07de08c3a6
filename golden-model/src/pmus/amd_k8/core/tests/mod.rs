//! Tests of the model through frames and observations.
//!
//! Expectations are literal, worked out from the requirements by hand; each test names the
//! requirements that it covers.

mod bench;
mod counted;
mod cycle;
mod edge;
mod enable;
mod equation;
mod events;
mod halt;
mod northbridge;
mod overflow;
mod paths;
mod pins;
mod registers;
mod threshold;
