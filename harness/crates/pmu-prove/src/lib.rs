//! Theorems about RTL that follow from the description of its PMU, without its golden model, and their proofs.

mod design;
mod machine;
mod prover;
mod solver;
mod theorem;
mod theorems;

pub use self::design::Design;
pub use self::machine::Machine;
pub use self::prover::{ProofError, Prover};
pub use self::solver::{Answer, GraphSolver};
pub use self::theorem::{Source, Theorem};
pub use self::theorems::all;
