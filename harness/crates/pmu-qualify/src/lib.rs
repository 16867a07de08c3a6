//! How good the verification of a PMU is. Mutants and seeded bugs of its RTL must be found, and code coverage tells which
//! lines and bits of the RTL its programs have used.

pub mod code_coverage;
pub mod mutation;
pub mod publish;
pub mod seeded_bugs;
