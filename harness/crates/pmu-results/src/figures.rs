//! Comparison of coverage figures with their thresholds.

use super::code_coverage::FileCoverage;
use super::document::PmuResults;
use super::events::CounterEvents;
use super::figure::{Figure, FigureResult, Figures};

impl Figures {
    /// Figures of a PMU's results, with the threshold of each.
    pub fn new(results: &PmuResults, threshold: impl Fn(Figure) -> f64, enforced: bool) -> Self {
        let one = |figure: Figure| {
            let ((covered, total), threshold) = (measured(results, figure)?, threshold(figure));
            let reached = covered as f64 >= threshold * total as f64;
            Some(FigureResult { figure, covered, total, threshold, reached })
        };
        Self { enforced, each: Figure::ALL.into_iter().filter_map(one).collect() }
    }
}

/// Covered items and total of a figure; none if neither the run nor a campaign on this RTL measured it.
pub(super) fn measured(results: &PmuResults, figure: Figure) -> Option<(u64, u64)> {
    match figure {
        Figure::Requirements => Some((results.requirements.covered, results.requirements.total)),
        Figure::Events => Some((results.events.counted, results.events.total)),
        Figure::Coverage => Some((results.coverage.hit, results.coverage.total)),
        // Results of earlier versions have no situations.
        Figure::Situations => {
            let situations = &results.situations;
            (situations.total > 0).then_some((situations.hit, situations.total))
        }
        Figure::Collisions => Some((results.collisions.covered, results.collisions.pairs)),
        Figure::Line => results.code_coverage.as_ref().map(|code| (code.line.covered, code.line.total)),
        Figure::Toggle => results.code_coverage.as_ref().map(|code| (code.toggle.covered, code.toggle.total)),
        // Results of earlier versions and RTL without registers have no such figure.
        Figure::Registers => {
            let registers = results.code_coverage.as_ref()?.registers;
            (registers.total > 0).then_some((registers.covered, registers.total))
        }
        // Equivalent mutants cannot be killed.
        Figure::Mutation => results.mutation.as_ref().map(|found| (found.killed, found.mutants - found.equivalent)),
    }
}

/// Names of the missing items of a figure.
pub fn missing(results: &PmuResults, figure: Figure) -> Vec<String> {
    match figure {
        Figure::Requirements => {
            let open = results.requirements.each.iter().filter(|one| !one.covered);
            open.map(|one| one.id.clone()).collect()
        }
        Figure::Events => {
            let open = |counter: &CounterEvents| {
                let rows = counter.missing.iter().chain(&counter.not_refused);
                rows.map(|row| format!("{} {row}", counter.counter)).collect::<Vec<_>>()
            };
            results.events.by_counter.iter().flat_map(open).collect()
        }
        Figure::Coverage => results.coverage.missing().cloned().collect(),
        Figure::Situations => results.situations.missing().cloned().collect(),
        Figure::Collisions => results.collisions.missing.clone(),
        Figure::Line => code(results).flat_map(|file| &file.missing_lines).cloned().collect(),
        Figure::Toggle => code(results).flat_map(|file| &file.missing_bits).cloned().collect(),
        Figure::Registers => code(results).flat_map(|file| &file.missing_registers).cloned().collect(),
        Figure::Mutation => {
            let lines = results.mutation.iter().flat_map(|found| &found.survivors);
            lines
                .flat_map(|(line, numbers)| numbers.iter().map(move |number| format!("mutant {number} at {line}")))
                .collect()
        }
    }
}

/// The files whose code coverage was measured.
fn code(results: &PmuResults) -> impl Iterator<Item = &FileCoverage> {
    results.code_coverage.iter().flat_map(|code| &code.files)
}
