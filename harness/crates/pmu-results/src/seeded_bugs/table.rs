//! Console table of a campaign with seeded bugs.

use super::report::{Detection, RandomSearch, SeededBugReport};
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};

/// One row for each bug.
pub fn table(report: &SeededBugReport) -> String {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED);
    table.set_header(["bug", "class", "kind", "caught by", "names", "after", "allowed", "random", "allowed", "oracle"]);
    for bug in &report.bugs {
        let after = |caught: &Option<Detection>| caught.as_ref().map(|caught| caught.cycles.to_string());
        let missed = || "NOT CAUGHT".to_owned();
        let random = bug.random_within.map(|_| match bug.kind {
            None => after(&bug.random).unwrap_or_else(missed),
            Some(_) => seeds(&bug.seeds),
        });
        let random = random.or_else(|| bug.kind.map(|_| "missed".to_owned()));
        let check = bug.caught_by.as_ref();
        let caught = check.map(|_| after(&bug.caught).unwrap_or_else(missed));
        table.add_row([
            bug.name.clone(),
            bug.class.to_string(),
            bug.kind.map(|kind| kind.to_string()).unwrap_or_default(),
            check.map(|check| check.program.clone()).unwrap_or_default(),
            check.map(|check| check.value.clone()).unwrap_or_default(),
            caught.unwrap_or_default(),
            bug.within.map(|cycles| cycles.to_string()).unwrap_or_default(),
            random.unwrap_or_default(),
            bug.random_within.map(|cycles| cycles.to_string()).unwrap_or_default(),
            bug.metamorphic
                .as_ref()
                .map(|name| bug.violation.as_ref().map_or_else(missed, |_| name.clone()))
                .unwrap_or_default(),
        ]);
    }
    for column in 5..9 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

/// The cycles of each seed, one on each line.
fn seeds(searches: &[RandomSearch]) -> String {
    let line = |search: &RandomSearch| match search.cycles {
        Some(cycles) => cycles.to_string(),
        None => "NOT CAUGHT".to_owned(),
    };
    searches.iter().map(line).collect::<Vec<_>>().join("\n")
}
