//! The table of results in `docs/mutation.md`.

use super::{MutationReport, Proof};

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

/// How the row of a PMU begins.
fn start(pmu: &str) -> String {
    format!("| {pmu} |")
}

fn row(report: &MutationReport) -> String {
    let MutationReport { pmu, mutants, killed, survived, unstable, score, seed, cycles, rtl_hash, yosys, .. } = report;
    let by = |proof: Proof| report.equivalent_by.get(&proof).copied().unwrap_or(0);
    let (every, reachable) = (by(Proof::EveryState), by(Proof::ReachableStates));
    // Where Yosys was found says nothing about the results.
    let yosys = yosys.trim_start_matches("Yosys ").split(' ').next().unwrap_or_default();
    format!(
        "{} {mutants} | {killed} | {every} | {reachable} | {survived} | {unstable} | {score:.4} | {seed} | {cycles} | {yosys} | `{}` |",
        start(pmu),
        short(rtl_hash)
    )
}

/// As much of a hash as the page shows.
fn short(hash: &str) -> &str {
    hash.get(..HASH).unwrap_or(hash)
}

const HASH: usize = 12;

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
            ..MutationReport::count(std::iter::empty())
        };
        let page = with_rows(PAGE, std::slice::from_ref(&report)).expect("a row");
        let row = "| b | 0 | 0 | 0 | 7 | 0 | 0 | 0.0000 | 0 | 0 | 0.23 | `0123456789ab` |";
        assert_eq!(page, PAGE.replace("| b | - |", row));
        assert_eq!(with_rows(&page, std::slice::from_ref(&report)).as_deref(), Ok(page.as_str()));
        let absent = MutationReport { pmu: "c".to_owned(), ..report };
        assert_eq!(with_rows(PAGE, &[absent]), Err("c".to_owned()));
    }
}
