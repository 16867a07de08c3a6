//! Builds of a tiny PMU: behaviour of the model, rebuilds and errors.

mod cache;
mod code_coverage;
mod environment;
mod faults;
mod fixture;
mod model;
mod own;
mod select;
mod waves;
