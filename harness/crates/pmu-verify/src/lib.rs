//! Verification of a device under test against the golden model of its PMU, and against itself. This crate makes stimulus,
//! runs programs in lockstep, measures coverage, runs regressions over threads, and shrinks and shows what diverges.

pub mod collisions;
pub mod coverage;
pub mod jobs;
pub mod lockstep;
pub mod metamorphic;
pub mod regression;
pub mod shared_files;
pub mod shrink;
pub mod stimulus;
pub mod triage;
pub mod waves;
