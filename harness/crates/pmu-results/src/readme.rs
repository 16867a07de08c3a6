//! The table of all PMUs in a page, such as README.md.

use super::console::grouped;
use super::document::{PmuResults, Results};
use super::mutation::read_row;

/// The columns of the table; the first two are the page's own.
const HEADER: &str =
    "| PMU | what it is | requirements | event rows | cycles | divergences | mutation score | Mcycles/s |";

/// `page` with the row of each PMU of the run as its results have it. `mutation` is the page with the campaigns; the score of
/// one on other RTL than that of the run is not shown.
///
/// # Errors
/// What the page lacks: the header of the table, or the row of a PMU.
pub fn with_results(page: &str, results: &Results, mutation: &str) -> Result<String, String> {
    if !page.lines().any(|line| line == HEADER) {
        return Err(format!("no line is `{HEADER}`"));
    }
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    for pmu in &results.pmus {
        let start = format!("| `{}` | ", pmu.pmu);
        let line = lines.iter_mut().find(|line| line.starts_with(&start));
        let line =
            line.ok_or_else(|| format!("no row begins with `{}`; add one that says what it is", start.trim_end()))?;
        let what = line[start.len()..].split(" |").next().unwrap_or_default().to_owned();
        *line = format!("{start}{what} | {} |", figures(pmu, mutation).join(" | "));
    }
    Ok(lines.join("\n") + "\n")
}

fn figures(pmu: &PmuResults, mutation: &str) -> [String; 6] {
    let campaign = read_row(mutation, &pmu.pmu).filter(|row| pmu.rtl_hash.starts_with(&row.rtl));
    [
        format!("{}/{}", pmu.requirements.covered, pmu.requirements.total),
        format!("{}/{}", pmu.events.counted, pmu.events.total),
        grouped(pmu.cycles),
        grouped(pmu.divergences),
        campaign.map_or("-".to_owned(), |row| format!("{:.4}", row.score)),
        format!("{:.2}", pmu.cycles_per_second / 1e6),
    ]
}
