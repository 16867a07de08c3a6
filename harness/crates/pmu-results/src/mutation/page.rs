//! The table of results in `docs/mutation.md`.

use super::proof::Proof;
use super::report::MutationReport;

/// `page` with the row of each report's PMU as the report has it.
///
/// # Errors
/// The PMU that has no row in the page.
pub fn with_rows(page: &str, reports: &[MutationReport]) -> Result<String, String> {
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    for report in reports {
        let start = start(&report.pmu);
        let line = lines.iter_mut().find(|line| line.starts_with(&start)).ok_or_else(|| report.pmu.clone())?;
        *line = row(report);
    }
    Ok(lines.join("\n") + "\n")
}

/// What the page says of a PMU.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// Number of mutants.
    pub mutants: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// The beginning of the RTL's hash.
    pub rtl: String,
}

/// The row of a PMU in `page`, if there is a complete one.
pub fn read_row(page: &str, pmu: &str) -> Option<Row> {
    let line = page.lines().find(|line| line.starts_with(&start(pmu)))?;
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let rtl = cells.get(RTL)?.trim_matches('`').to_owned();
    Some(Row { mutants: cells.get(MUTANTS)?.parse().ok()?, score: cells.get(SCORE)?.parse().ok()?, rtl })
}

/// Columns of the table.
const MUTANTS: usize = 1;
const SCORE: usize = 8;
const RTL: usize = 12;
/// Digits of a hash in the page.
const HASH: usize = 12;

/// How the row of a PMU begins.
fn start(pmu: &str) -> String {
    format!("| {pmu} |")
}

fn row(report: &MutationReport) -> String {
    let MutationReport { pmu, mutants, killed, survived, unstable, seed, cycles, rtl_hash, yosys, .. } = report;
    let by = |proof: Proof| report.equivalent_by.get(&proof).copied().unwrap_or(0);
    let (every, reachable, allowed) = (by(Proof::EveryState), by(Proof::ReachableStates), by(Proof::AllowedInputs));
    // Where Yosys was found says nothing about the results.
    let yosys = yosys.trim_start_matches("Yosys ").split(' ').next().unwrap_or_default();
    let rtl = rtl_hash.get(..HASH).unwrap_or(rtl_hash);
    format!(
        "{} {mutants} | {killed} | {every} | {reachable} | {allowed} | {survived} | {unstable} | {} | {seed} | {cycles} | {yosys} | `{rtl}` |",
        start(pmu),
        report.shown_score()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n\n| pmu | mutants |\n|---|---|\n| a | - |\n| b | - |\n\nMore.\n";

    #[test]
    fn the_rows_of_the_reports_are_replaced_and_nothing_else() {
        let report = MutationReport {
            pmu: "b".to_owned(),
            yosys: "Yosys 0.23 on PATH".to_owned(),
            rtl_hash: "0123456789abcdef".to_owned(),
            equivalent_by: [(Proof::ReachableStates, 7)].into(),
            ..MutationReport::default()
        };
        let page = with_rows(PAGE, std::slice::from_ref(&report)).expect("a row");
        let row = "| b | 0 | 0 | 0 | 7 | 0 | 0 | 0 | 0.0000 | 0 | 0 | 0.23 | `0123456789ab` |";
        assert_eq!(page, PAGE.replace("| b | - |", row));
        assert_eq!(with_rows(&page, std::slice::from_ref(&report)).as_deref(), Ok(page.as_str()));
        assert_eq!(read_row(&page, "b"), Some(Row { mutants: 0, score: 0.0, rtl: "0123456789ab".to_owned() }));
        assert_eq!(read_row(&page, "a"), None);
        let absent = MutationReport { pmu: "c".to_owned(), ..report };
        assert_eq!(with_rows(PAGE, &[absent]), Err("c".to_owned()));
    }
}
