//! Conversion of a measurement to results.

use super::exclusions::Exclusions;
use super::measure::{MeasuredCoverage, Stimulus};
use super::reserved::ReservedBits;
use pmu_results::{CodeBlock, CodeCoverage, CodeFigure, ExcludedCode, FileCoverage};
use pmu_rtl::{BuiltModel, Kind, Variant};
use std::collections::BTreeMap;

/// Returns the code coverage of a PMU as it appears in results.
pub fn report(
    measured: MeasuredCoverage,
    exclusions: &Exclusions,
    reserved: &ReservedBits,
    stimulus: &Stimulus,
    built: &BuiltModel,
) -> CodeCoverage {
    let MeasuredCoverage { points, diverged } = measured;
    let mut files: BTreeMap<&str, FileCoverage> = BTreeMap::new();
    for (point, covered) in points.iter().filter(|(point, _)| !reserved.has(point)) {
        let file = files.entry(&point.file).or_insert_with(|| FileCoverage::new(&point.file));
        let scope = if point.instance.is_empty() { String::new() } else { format!("{}.", point.instance) };
        let name = format!("{}:{} {scope}{}", point.file, point.line, point.name);
        let (figure, missing) = match point.kind {
            Kind::Line => (&mut file.line, &mut file.missing_lines),
            Kind::Toggle => (&mut file.toggle, &mut file.missing_bits),
            Kind::Register => (&mut file.registers, &mut file.missing_registers),
        };
        match exclusions.reason(point).filter(|_| !covered) {
            Some(reason) => {
                figure.excluded += 1;
                // A bit that is excluded in all instances is in the list once.
                if point.kind != Kind::Register || exclusions.reason(&point.of_all_instances()).is_none() {
                    file.excluded.push(ExcludedCode { name, reason: reason.to_owned() });
                }
            }
            None => {
                figure.total += 1;
                figure.covered += u64::from(covered);
                match point.kind {
                    Kind::Line => file.blocks.push(CodeBlock { line: point.line, name: point.name.clone(), covered }),
                    Kind::Toggle if file.toggle_points.last() != Some(&point.line) => {
                        file.toggle_points.push(point.line);
                    }
                    Kind::Toggle | Kind::Register => {}
                }
                if !covered {
                    missing.push(name);
                }
            }
        }
    }
    let mut files: Vec<FileCoverage> = files.into_values().collect();
    files.iter_mut().filter(|file| file.has_open_points()).for_each(|file| {
        // The model was built from the file; if it has disappeared since then, the report does not contain its text.
        let text = std::fs::read_to_string(&file.file).unwrap_or_default();
        file.source = text.lines().map(str::to_owned).collect();
    });
    let sum = |of: fn(&FileCoverage) -> CodeFigure| files.iter().map(of).sum();
    CodeCoverage {
        line: sum(|file| file.line),
        toggle: sum(|file| file.toggle),
        registers: sum(|file| file.registers),
        cycles: stimulus.cycles(),
        widest_signal: Variant::WIDEST_COUNTED,
        left_to_others: built.elsewhere.iter().map(|file| file.display().to_string()).collect(),
        wrong_exclusions: exclusions.faults(&points),
        diverged,
        files,
    }
}
