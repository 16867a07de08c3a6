//! Summary of the status of all mutants.

use super::mutant::Mutant;
use super::status::MutantStatus;
use pmu_results::name::is_random;
use pmu_results::{CellPort, MutationReport, Proven};

impl From<&Mutant> for CellPort {
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

/// Counts mutants by status. Other fields of the report are left empty.
pub fn count<'m>(outcomes: impl Iterator<Item = (&'m Mutant, &'m MutantStatus)>) -> MutationReport {
    let mut report = MutationReport { pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(), ..MutationReport::default() };
    for (mutant, status) in outcomes {
        match status {
            MutantStatus::Killed { program, .. } => {
                let random = is_random(program);
                let name = if random { "random" } else { program.as_str() };
                report.killed_by.entry(name.to_owned()).or_default().push(mutant.number);
                report.killed += 1;
            }
            MutantStatus::Equivalent(proof) => {
                *report.equivalent_by.entry(*proof).or_default() += 1;
                report.proven.push(Proven { proof: *proof, at: mutant.into() });
            }
            MutantStatus::Survived => report.survivors.push(mutant.into()),
            MutantStatus::Unstable(_) => report.without_behaviour.push(mutant.into()),
        }
    }
    report.equivalent = report.proven.len() as u64;
    report.survived = report.survivors.len() as u64;
    report.unstable = report.without_behaviour.len() as u64;
    report.mutants = report.killed + report.equivalent + report.survived;
    report.score = report.killed as f64 / (report.mutants - report.equivalent).max(1) as f64;
    report
}
