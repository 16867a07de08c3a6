//! `build/mutate/<pmu>.json`.

use super::proof::Proof;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of a campaign.
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
    /// Clocks of random programs that a mutant has to live through, besides all directed programs.
    pub cycles: u64,
    /// Number of mutants that have a behaviour.
    pub mutants: u64,
    /// Found.
    pub killed: u64,
    /// Proven to behave like the RTL.
    pub equivalent: u64,
    /// The same by the kind of proof.
    pub equivalent_by: BTreeMap<Proof, u64>,
    /// Neither.
    pub survived: u64,
    /// Not counted among the mutants: the model does not settle or ends.
    pub unstable: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// Mutants that were found and on which the prover was tried; it refuted every one.
    pub refuted: Vec<u32>,
    /// The mutants that were not found.
    pub survivors: Vec<CellPort>,
    /// The equivalent ones, each with its proof.
    pub proven: Vec<Proven>,
    /// The unstable ones.
    pub without_behaviour: Vec<CellPort>,
    /// For each program the mutants that it was the first to find; `random` stands for all random programs.
    pub killed_by: BTreeMap<String, Vec<u32>>,
}

/// A mutant and its place in the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellPort {
    /// Its number: `pmu-cosim mutate --pmu ID --only NUMBER` runs it alone.
    pub number: u32,
    /// File and line; empty where Yosys knows none.
    pub line: String,
    /// The module, in all instances of which the change is made.
    pub module: String,
    /// What is changed.
    pub mode: String,
    /// The cell.
    pub cell: String,
    /// Its port.
    pub port: String,
    /// The bit of the port, and for `cnot0` and `cnot1` the bit that decides.
    pub bits: Vec<String>,
}

/// An equivalent mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// How it was proven.
    pub proof: Proof,
    /// The mutant.
    #[serde(flatten)]
    pub at: CellPort,
}

impl MutationReport {
    /// The score with four digits, never more than it is: 0.99996 is not 1.
    pub fn score_text(&self) -> String {
        format!("{:.4}", (self.score * 10_000.0).floor() / 10_000.0)
    }
}
