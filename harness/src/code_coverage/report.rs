//! What was covered, in the words of results.

use super::{Exclusions, Kind, Points, Stimulus};
use crate::build::{BuiltModel, Variant};
use crate::results::{CodeCoverage, CodeFigure, ExcludedCode, FileCoverage};
use std::collections::BTreeMap;

/// The results of a PMU whose stimulus covered these points.
pub fn report(points: &Points, exclusions: &Exclusions, stimulus: &Stimulus, built: &BuiltModel) -> CodeCoverage {
    let mut files: BTreeMap<&str, FileCoverage> = BTreeMap::new();
    for (point, covered) in points.iter() {
        let file = files.entry(&point.file).or_insert_with(|| FileCoverage::new(&point.file));
        let (figure, missing, name) = match point.kind {
            Kind::Line => {
                (&mut file.line, &mut file.missing_lines, format!("{}:{} {}", point.file, point.line, point.name))
            }
            Kind::Toggle => {
                (&mut file.toggle, &mut file.missing_bits, format!("{}:{} {}", point.file, point.line, point.name))
            }
        };
        match exclusions.reason(point).filter(|_| !covered) {
            Some(reason) => {
                figure.excluded += 1;
                file.excluded.push(ExcludedCode { name, reason: reason.to_owned() });
            }
            None => {
                figure.total += 1;
                figure.covered += u64::from(covered);
                if !covered {
                    missing.push(name);
                }
            }
        }
    }
    let files: Vec<FileCoverage> = files.into_values().collect();
    let sum = |of: fn(&FileCoverage) -> CodeFigure| files.iter().map(of).sum();
    CodeCoverage {
        line: sum(|file| file.line),
        toggle: sum(|file| file.toggle),
        cycles: stimulus.clocks(),
        widest_signal: Variant::WIDEST_COUNTED,
        left_to_blocks: built.of_blocks.iter().map(|file| file.display().to_string()).collect(),
        wrong_exclusions: exclusions.faults(points),
        files,
    }
}
