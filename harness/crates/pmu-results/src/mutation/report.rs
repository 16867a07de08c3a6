//! `build/mutate/<pmu>.json`.

use super::proof::Proof;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Result of a mutation campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MutationReport {
    /// Id of the PMU.
    pub pmu: String,
    /// Version of pmu-cosim.
    pub pmu_cosim: String,
    /// Verilator, with its version.
    pub verilator: String,
    /// The C++ compiler, with its version.
    pub compiler: String,
    /// Yosys, with its version: other versions may choose other mutants.
    pub yosys: String,
    /// SHA-256 over the RTL's files.
    pub rtl_hash: String,
    /// Seed of the choice of mutants and of the random programs.
    pub seed: u64,
    /// Cycles of random programs that a mutant must survive, in addition to all directed programs.
    pub cycles: u64,
    /// Number of mutants that are not unstable.
    pub mutants: u64,
    /// Mutants that a program killed.
    pub killed: u64,
    /// Mutants proven to behave like the RTL.
    pub equivalent: u64,
    /// Equivalent mutants by the kind of proof.
    pub equivalent_by: BTreeMap<Proof, u64>,
    /// Mutants neither killed nor proven equivalent.
    pub survived: u64,
    /// Mutants that do not count because the model does not settle or stops.
    pub unstable: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// Numbers of killed mutants on which the prover was checked; it refuted each of them.
    pub refuted: Vec<u32>,
    /// Surviving mutants.
    pub survivors: Vec<CellPort>,
    /// Equivalent mutants, each with its proof.
    pub proven: Vec<Proven>,
    /// Unstable mutants.
    pub without_behaviour: Vec<CellPort>,
    /// For each program the mutants that it killed first; `random` stands for all random programs.
    pub killed_by: BTreeMap<String, Vec<u32>>,
}

/// A mutant and its location in the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellPort {
    /// Its number; `pmu-cosim mutate --pmu ID --only NUMBER` runs it alone.
    pub number: u32,
    /// File and line; empty if Yosys gives none.
    pub line: String,
    /// The module; all of its instances have the change.
    pub module: String,
    /// Change of the bit.
    pub mode: String,
    /// The cell.
    pub cell: String,
    /// Its port.
    pub port: String,
    /// The bit of the port, and for `cnot0` and `cnot1` the bit that enables the change.
    pub bits: Vec<String>,
}

/// An equivalent mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// Kind of proof.
    pub proof: Proof,
    /// The mutant.
    #[serde(flatten)]
    pub at: CellPort,
}

impl MutationReport {
    /// The score with four digits, rounded down: 0.99996 is not 1.
    pub fn score_text(&self) -> String {
        format!("{:.4}", (self.score * 10_000.0).floor() / 10_000.0)
    }
}
