//! `build/mutate/<pmu>.json`.

use super::{Fate, Mutant, Proof};
use crate::generate::name::is_random;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    pub survivors: Vec<Place>,
    /// The equivalent ones, each with its proof.
    pub proven: Vec<Proven>,
    /// The unstable ones.
    pub without_behaviour: Vec<Place>,
    /// For each program the mutants that it was the first to find; `random` stands for all random programs.
    pub killed_by: BTreeMap<String, Vec<u32>>,
}

/// A mutant and its place in the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
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
    pub at: Place,
}

impl From<&Mutant> for Place {
    fn from(mutant: &Mutant) -> Self {
        Self {
            number: mutant.number,
            line: mutant.line.clone(),
            module: mutant.module.clone(),
            mode: mutant.mode.clone(),
            cell: mutant.cell.clone(),
            port: mutant.port.clone(),
            bits: [Some(&mutant.bit), mutant.control.as_ref()].into_iter().flatten().cloned().collect(),
        }
    }
}

impl MutationReport {
    /// Counts what became of the mutants. Everything else is left empty.
    pub fn count<'m>(fates: impl Iterator<Item = (&'m Mutant, &'m Fate)>) -> Self {
        let mut report = Self {
            pmu: String::new(),
            pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
            verilator: String::new(),
            compiler: String::new(),
            yosys: String::new(),
            rtl_hash: String::new(),
            seed: 0,
            cycles: 0,
            mutants: 0,
            killed: 0,
            equivalent: 0,
            equivalent_by: BTreeMap::new(),
            survived: 0,
            unstable: 0,
            score: 0.0,
            refuted: Vec::new(),
            survivors: Vec::new(),
            proven: Vec::new(),
            without_behaviour: Vec::new(),
            killed_by: BTreeMap::new(),
        };
        for (mutant, fate) in fates {
            match fate {
                Fate::Killed { program, .. } => {
                    let random = is_random(program);
                    let name = if random { "random" } else { program.as_str() };
                    report.killed_by.entry(name.to_owned()).or_default().push(mutant.number);
                    report.killed += 1;
                }
                Fate::Equivalent(proof) => {
                    *report.equivalent_by.entry(*proof).or_default() += 1;
                    report.proven.push(Proven { proof: *proof, at: mutant.into() });
                }
                Fate::Survived => report.survivors.push(mutant.into()),
                Fate::Unstable(_) => report.without_behaviour.push(mutant.into()),
            }
        }
        report.equivalent = report.proven.len() as u64;
        report.survived = report.survivors.len() as u64;
        report.unstable = report.without_behaviour.len() as u64;
        report.mutants = report.killed + report.equivalent + report.survived;
        report.score = report.killed as f64 / (report.mutants - report.equivalent).max(1) as f64;
        report
    }
    /// The score with four digits, never more than it is: 0.99996 is not 1.
    pub fn shown_score(&self) -> String {
        format!("{:.4}", (self.score * 10_000.0).floor() / 10_000.0)
    }
}
