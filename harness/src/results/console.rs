//! The table on the console.

use super::{PmuResults, Results, Verdict};
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};

/// One row for each PMU.
pub fn table(results: &Results) -> String {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED);
    table.set_header([
        "pmu",
        "verdict",
        "cycles",
        "comparisons",
        "divergences",
        "requirements",
        "events",
        "seeds",
        "Mcycles/s",
    ]);
    for pmu in &results.pmus {
        table.add_row(row(pmu));
    }
    for column in 2..9 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

fn row(pmu: &PmuResults) -> [String; 9] {
    let verdict = match pmu.verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
    };
    let seeds: Vec<String> = pmu.seeds.iter().map(u64::to_string).collect();
    [
        pmu.pmu.clone(),
        verdict.to_owned(),
        grouped(pmu.cycles),
        grouped(pmu.comparisons),
        grouped(pmu.divergences),
        format!("{}/{}", pmu.requirements.covered, pmu.requirements.total),
        format!("{}/{}", pmu.events.counted, pmu.events.total),
        seeds.join(" "),
        format!("{:.2}", pmu.cycles_per_second / 1e6),
    ]
}

/// Thousands apart, as in 10 000 000.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_apart() {
        assert_eq!((grouped(7), grouped(123), grouped(1_234_567)), ("7".into(), "123".into(), "1 234 567".into()));
    }
}
