//! Theorems about RTL that follow from the description of its PMU, without its golden model, and their proofs.
//!
//! The registers are cut, so outputs and next state are functions of state and inputs. A theorem compares cycles that begin in any state,
//! and has as many copies of the functions as it compares. Equal gates of the copies are merged; a solver decides what remains.

mod correspondence;
mod design;
mod equivalence;
mod faults;
mod fewest;
mod lanes;
mod machine;
mod prover;
mod reach;
mod simulation;
mod solver;
mod theorem;
mod theorems;

use self::design::Design;
pub use self::faults::{Fault, FAULTS};
use self::machine::Machine;
pub use self::prover::{Proof, ProofError, Prover};
use self::solver::{Answer, GraphSolver};
use self::theorem::{Source, Theorem};
