//! Tests of the model through frames and observations.
//!
//! Expected values are literals, computed from the requirements and not with the model; each test
//! names the requirements that it covers.

mod bench;
mod context;
mod counted;
mod cycle;
mod edge;
mod enable;
mod equation;
mod instructions;
mod overflow;
mod pmi;
mod registers;
mod reset;
mod selection;
mod threshold;
mod time_stamp;
