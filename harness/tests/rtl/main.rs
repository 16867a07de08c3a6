//! Builds of a tiny PMU: what comes out, when it is built again, and what is said when it cannot be.

mod cache;
mod code_coverage;
mod environment;
mod faults;
mod fixture;
mod model;
mod own;
mod select;
mod waves;
