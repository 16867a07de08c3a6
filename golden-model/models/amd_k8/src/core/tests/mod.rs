//! Tests of the model through frames and observations.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod bench;
mod collisions;
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
