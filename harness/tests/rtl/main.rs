//! Builds of a tiny PMU: behaviour of the model, rebuilds and errors.

use golden_model_all as _;

mod cache;
mod code_coverage;
mod drivers;
mod environment;
mod faults;
mod fixture;
mod model;
mod own;
mod select;
mod waves;
