//! Qualification of the verification of a PMU: mutants and seeded bugs of its RTL that its programs must detect, and code
//! coverage of the RTL.

#[cfg(test)]
use golden_model_all as _;

mod campaign;
pub mod code_coverage;
pub mod mutation;
pub mod publish;
pub mod seeded_bugs;
