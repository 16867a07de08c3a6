//! The checker that `pmu-cosim bind` writes, in simulations with Verilator.

mod example;
mod overhead;
mod replay;
mod simulation;

use golden_model_all as _;
