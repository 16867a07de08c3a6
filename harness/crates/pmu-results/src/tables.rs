//! Results as CSV tables.

use super::document::{PmuResults, Results};
use super::figure::FigureResult;
use super::known::KnownDivergence;
use super::name;
use super::programs::{ProgramKind, ProgramResult, SkippedProgram};

/// Formats one row for each PMU and figure.
///
/// # Errors
/// If the table cannot be written.
pub fn figures_csv(results: &Results) -> Result<String, csv::Error> {
    let header = ["pmu", "figure", "value", "numerator", "denominator", "threshold", "unit"];
    text(header, results.pmus.iter().flat_map(figures))
}

/// Formats one row for each PMU and program. All random programs of a seed have one row.
///
/// # Errors
/// If the table cannot be written.
pub fn programs_csv(results: &Results) -> Result<String, csv::Error> {
    let header = ["pmu", "program", "verdict", "count", "cycles", "seconds", "seed"];
    let rows = |pmu: &'_ PmuResults| {
        let ran = pmu.programs.iter().map(|program| ran(pmu, program));
        ran.chain(pmu.skipped.iter().map(|program| skipped(pmu, program))).collect::<Vec<_>>()
    };
    text(header, results.pmus.iter().flat_map(rows))
}

fn text(header: [&str; 7], rows: impl Iterator<Item = [String; 7]>) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn figures(pmu: &PmuResults) -> Vec<[String; 7]> {
    let fraction = |name: &str, covered: u64, total: u64, threshold: String| {
        let value = if total > 0 { format!("{:.6}", covered as f64 / total as f64) } else { String::new() };
        let unit = "fraction".to_owned();
        [pmu.pmu.clone(), name.to_owned(), value, covered.to_string(), total.to_string(), threshold, unit]
    };
    let figure = |FigureResult { figure, covered, total, threshold, .. }: &FigureResult| {
        fraction(&figure.to_string(), *covered, *total, threshold.to_string())
    };
    let number = |(name, value, unit): (&str, String, &str)| {
        let none = String::new;
        [pmu.pmu.clone(), name.to_owned(), value, none(), none(), none(), unit.to_owned()]
    };
    let used = pmu.known_divergences.iter().filter(|known| known.is_used()).count();
    let sum = |of: fn(&KnownDivergence) -> u64| pmu.known_divergences.iter().map(of).sum::<u64>().to_string();
    let numbers = [
        ("cycles", pmu.cycles.to_string(), "cycles"),
        ("comparisons", pmu.comparisons.to_string(), "values"),
        ("expectations", pmu.expectations.to_string(), "values"),
        ("divergences", pmu.divergences.to_string(), "programs"),
        ("known_divergences", used.to_string(), "entries"),
        ("values_masked", sum(|known| known.values), "values"),
        ("values_from_dut", pmu.values_from_dut.to_string(), "values"),
        ("cycles_per_second", format!("{:.0}", pmu.cycles_per_second), "cycles/s"),
    ];
    let seeded_bugs = pmu.seeded_bugs.iter().map(|bugs| fraction("seeded_bugs", bugs.caught, bugs.ran, String::new()));
    let proofs = pmu.proofs.iter().map(|of| fraction("proofs", of.proven, of.theorems, String::new()));
    pmu.figures.each.iter().map(figure).chain(seeded_bugs).chain(proofs).chain(numbers.map(number)).collect()
}

fn ran(pmu: &PmuResults, program: &ProgramResult) -> [String; 7] {
    let verdict = program.verdict.name().to_owned();
    let seconds = pmu.times.programs.get(&program.name).map_or_else(String::new, |seconds| format!("{seconds:.6}"));
    let seed = name::seed(&program.name).filter(|_| program.kind == ProgramKind::Random);
    let seed = seed.map_or_else(String::new, |seed| seed.to_string());
    let (count, cycles) = (program.count.to_string(), program.cycles.to_string());
    [pmu.pmu.clone(), program.name.clone(), verdict, count, cycles, seconds, seed]
}

fn skipped(pmu: &PmuResults, program: &SkippedProgram) -> [String; 7] {
    let none = String::new;
    [pmu.pmu.clone(), program.program.clone(), "skipped".to_owned(), "0".to_owned(), "0".to_owned(), none(), none()]
}
