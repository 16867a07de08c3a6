//! Tests of the model through the inputs and the state of [`super::unit::Hpm`].
//!
//! Expected values are literals, computed from the requirements and not with the model; each test names the requirements
//! that it covers. The configurations are those of the specification, with single parameters changed.

mod access;
mod bench;
mod collisions;
mod counting;
mod coverage;
mod debug;
mod delegation;
mod equation;
mod existence;
mod filter;
mod frames;
mod instructions;
mod interrupt;
mod overflow;
mod reset;
mod selection;
mod virtualisation;
mod write_cycle;
