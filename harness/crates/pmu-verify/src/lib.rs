//! Verification of a DUT against the golden model of its PMU, and against itself.
//!
//! This crate generates stimulus, runs programs in lockstep, measures coverage, runs regressions in parallel, and shrinks
//! and reports divergences.

#[cfg(test)]
use golden_model_all as _;

pub mod collisions;
pub mod coverage;
pub mod jobs;
pub mod known;
pub mod lockstep;
pub mod metamorphic;
pub mod register_id;
pub mod regression;
pub mod shared_files;
pub mod shrink;
pub mod stimulus;
pub mod stuck_at;
pub mod triage;
mod turns;
pub mod waves;
