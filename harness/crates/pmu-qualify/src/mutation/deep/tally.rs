//! The report of a deep campaign.

use super::campaign::DrawnMutant;
use super::programs::{MutantProgress, Planted};
use pmu_results::{ConditionalMutant, DetectionReport, DetectionStatus};
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_128;

/// Counts mutants by the result of the random programs, and of these and the directed ones. Other fields of the report are left
/// empty.
pub(super) fn report(
    drawn: &[DrawnMutant],
    planted: &[Planted],
    random: &[MutantProgress],
    all: Vec<MutantProgress>,
) -> DetectionReport {
    let mut identity = String::new();
    let mut each = Vec::new();
    for (((drawn, planted), random), all) in drawn.iter().zip(planted).zip(random).zip(all) {
        let condition = planted.condition.to_string();
        let _ = writeln!(identity, "{} {condition}", drawn.fault.command());
        let mut mutant = ConditionalMutant {
            kind: drawn.kind,
            log2: drawn.level,
            condition,
            fault: drawn.fault.into(),
            random: random.status,
            all: DetectionStatus::NotReached,
            program: None,
            cycle: None,
        };
        all.finish(&mut mutant);
        each.push(mutant);
    }
    let report = DetectionReport {
        pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
        mutants_hash: format!("{:032x}", xxh3_128(identity.as_bytes())),
        each,
        ..DetectionReport::default()
    };
    report.count()
}
