//! The table on the console.

use super::code_coverage::{CodeCoverage, CodeFigure};
use super::document::{PmuResults, Results, SelectedOption};
use super::figures::missing;
use super::known::KnownDivergence;
use super::metamorphic::MetamorphicResult;
use super::shards::ShardSet;
use super::verdict::Verdict;
use comfy_table::presets::{NOTHING, UTF8_FULL_CONDENSED};
use comfy_table::{CellAlignment, Table};
use pmu_support::ranges;

/// Width of the complete table, in columns.
const FULL_WIDTH: usize = 140;

/// One row for each PMU. The table for a narrower terminal than the complete one has percentages in place of numbers.
pub fn table(results: &Results, width: Option<usize>) -> String {
    let mut table = Table::new();
    match width {
        Some(width) if width < FULL_WIDTH => {
            table.load_preset(NOTHING).set_header(NARROW);
            table.add_rows(results.pmus.iter().map(narrow_row));
            for column in table.column_iter_mut() {
                column.set_padding((0, 1));
            }
        }
        _ => {
            table.load_preset(UTF8_FULL_CONDENSED).set_header(FULL);
            table.add_rows(results.pmus.iter().map(row));
        }
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

const FULL: [&str; 13] = [
    "pmu",
    "verdict",
    "cycles",
    "comparisons",
    "divergences",
    "requirements",
    "events",
    "coverage",
    "collisions",
    "line",
    "toggle",
    "seeds",
    "Mcycles/s",
];

fn row(pmu: &PmuResults) -> [String; FULL.len()] {
    [
        pmu.pmu.clone(),
        pmu.verdict.to_string(),
        grouped(pmu.cycles),
        grouped(pmu.comparisons),
        grouped(pmu.divergences),
        format!("{}/{}", pmu.requirements.covered, pmu.requirements.total),
        format!("{}/{}", pmu.events.counted, pmu.events.total),
        format!("{}/{}", pmu.coverage.hit, pmu.coverage.total),
        format!("{}/{}", pmu.collisions.covered, pmu.collisions.pairs),
        code(pmu, |code| code.line),
        code(pmu, |code| code.toggle),
        ranges(&pmu.seeds.iter().copied().collect()),
        format!("{:.2}", pmu.cycles_per_second / 1e6),
    ]
}

/// At most 79 columns with the longest names and numbers.
const NARROW: [&str; 10] = ["pmu", "", "cycles", "diverge", "req. %", "event", "cover", "collide", "line", "toggle"];

fn narrow_row(pmu: &PmuResults) -> [String; NARROW.len()] {
    let code = |of: fn(&CodeCoverage) -> CodeFigure| {
        let measured = pmu.code_coverage.as_ref().map(of);
        measured.map_or("-".to_owned(), |code| percent(code.covered, code.total))
    };
    [
        pmu.pmu.clone(),
        pmu.verdict.short().to_owned(),
        rounded(pmu.cycles),
        grouped(pmu.divergences),
        percent(pmu.requirements.covered, pmu.requirements.total),
        percent(pmu.events.counted, pmu.events.total),
        percent(pmu.coverage.hit, pmu.coverage.total),
        percent(pmu.collisions.covered, pmu.collisions.pairs),
        code(|code| code.line),
        code(|code| code.toggle),
    ]
}

/// A fraction in percent, rounded down so that only a complete one is 100; `-` of nothing.
pub(super) fn percent(covered: u64, total: u64) -> String {
    match (covered, total) {
        (_, 0) => "-".to_owned(),
        (covered, total) if covered == total => "100".to_owned(),
        (covered, total) => format!("{:.1}", (covered as f64 / total as f64 * 1000.0).floor() / 10.0),
    }
}

/// A number of cycles in thousands, millions or billions.
fn rounded(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

/// Covered and total points of a kind of code coverage, if it was measured.
fn code(pmu: &PmuResults, of: impl Fn(&CodeCoverage) -> CodeFigure) -> String {
    pmu.code_coverage.as_ref().map(of).map_or("-".to_owned(), |code| format!("{}/{}", code.covered, code.total))
}

/// Remarks below the table that qualify the results of each PMU, one line each.
pub fn remarks(results: &Results) -> Vec<String> {
    let of_pmu = |pmu: &'_ PmuResults| {
        let name = pmu.pmu.clone();
        pmu_remarks(pmu).into_iter().map(move |note| format!("{name}: {note}"))
    };
    let mut notes: Vec<String> = results.pmus.iter().flat_map(of_pmu).collect();
    let unmeasured = results.pmus.iter().filter(|pmu| pmu.code_coverage.is_none()).map(|pmu| pmu.pmu.as_str());
    let unmeasured: Vec<&str> = unmeasured.collect();
    if !unmeasured.is_empty() {
        notes.push(format!("line and toggle coverage: not measured for {}", unmeasured.join(", ")));
    }
    notes
}

/// Remarks on one PMU.
pub(super) fn pmu_remarks(pmu: &PmuResults) -> Vec<String> {
    let mut notes: Vec<String> = pmu.shard_set.iter().map(ShardSet::note).collect();
    if !pmu.only.is_empty() {
        let only = some(pmu.only.iter().cloned());
        notes.push(format!("the verdict and all figures are those of the programs {only} alone"));
    }
    notes.extend(pmu.choices.iter().filter_map(SelectedOption::note));
    notes.extend(known_remarks(pmu));
    notes.extend(pmu.metamorphic.iter().filter_map(MetamorphicResult::headline));
    let fail = if pmu.figures.enforced { "FAIL: " } else { "" };
    let idle = pmu.metamorphic.iter().filter(|metamorphic| metamorphic.is_idle());
    notes.extend(idle.map(|metamorphic| {
        format!(
            "{fail}metamorphic check {} compared nothing in {} programs: {}",
            metamorphic.name, metamorphic.tried, metamorphic.claim
        )
    }));
    let is_complete = pmu.only.is_empty() && pmu.shard_set.is_none();
    if is_complete && !pmu.metamorphic.is_empty() && pmu.metamorphic.iter().all(|one| one.tried == 0) {
        notes.push("no metamorphic check was made; they do not support RTL on a bus".to_owned());
    }
    let (hidden, skipped) = (&pmu.not_compared, &pmu.skipped);
    if !hidden.is_empty() {
        let which = some(hidden.iter().cloned());
        notes.push(format!("not compared, because they are not observable: {} values, {which}", hidden.len()));
    }
    let unseen: u64 = pmu.programs.iter().map(|program| program.unseen).sum();
    if unseen > 0 {
        let all = grouped(pmu.expectations);
        notes.push(format!(
            "{} of {all} expectations concern such values and do not count for requirement coverage",
            grouped(unseen)
        ));
    }
    for (is_option, one, several) in [
        (false, "the RTL lacks what it needs", "the RTL lacks what they need"),
        (true, "it is for another option", "they are for other options"),
    ] {
        let those = skipped.iter().filter(|one| one.is_option == is_option);
        let those: Vec<_> = those.map(|one| format!("{} ({})", one.program, one.needs)).collect();
        if !those.is_empty() {
            let (reason, number) = if those.len() == 1 {
                (one, "1 program".into())
            } else {
                (several, format!("{} programs", those.len()))
            };
            notes.push(format!("skipped, because {reason}: {number}, {}", some(those.into_iter())));
        }
    }
    if pmu.is_all_skipped() {
        notes.push("FAIL: every directed program is skipped, so the run proves nothing".to_owned());
    }
    notes.extend(figure_remarks(pmu));
    notes
}

/// Remarks on known divergences.
fn known_remarks(pmu: &PmuResults) -> Vec<String> {
    let mut notes: Vec<String> =
        pmu.known_divergences.iter().filter(|known| known.is_used()).map(KnownDivergence::line).collect();
    let masked = pmu.programs.iter().filter(|program| program.verdict == Verdict::PassWithKnownDivergences);
    let masked: Vec<_> = masked.map(|program| program.name.clone()).collect();
    if !masked.is_empty() {
        notes.push(format!(
            "{} programs passed with known divergences, and cover no requirement: {}",
            masked.len(),
            some(masked.into_iter())
        ));
    }
    let is_obsolete = pmu.obsolete().next().is_some();
    notes.extend(pmu.unused().map(|known| match is_obsolete {
        true => format!("FAIL: {}", known.obsolete()),
        false => format!("known divergence {} did not occur in the programs that ran", known.title()),
    }));
    notes
}

/// Remarks on figures below their thresholds and on contradicted entries.
fn figure_remarks(pmu: &PmuResults) -> Vec<String> {
    let mut notes = Vec::new();
    let contradicted: Vec<_> = pmu.coverage.contradicted().map(|bin| bin.name.clone()).collect();
    if !contradicted.is_empty() {
        let number = contradicted.len();
        let which = some(contradicted.into_iter());
        notes.push(format!("FAIL: {number} bins that coverage.toml marks as impossible were hit: {which}"));
    }
    let covered = &pmu.collisions.contradicting;
    if !covered.is_empty() {
        let which = some(covered.iter().cloned());
        notes.push(format!(
            "FAIL: {} collisions that collisions.toml marks as impossible were covered: {which}",
            covered.len()
        ));
    }
    let diverged = pmu.code_coverage.iter().filter_map(|code| code.diverged.as_ref());
    notes.extend(diverged.map(|what| format!("FAIL: while code coverage was measured: {what}")));
    let wrong = pmu.code_coverage.iter().flat_map(|code| &code.wrong_exclusions);
    notes.extend(wrong.map(|what| format!("FAIL: exclusions.toml: {what}")));
    // A diverging program covers nothing, so missing items say nothing new; and other shards may cover them.
    if pmu.divergences > 0 || pmu.shard_set.is_some() || !pmu.only.is_empty() {
        return notes;
    }
    let fail = if pmu.figures.enforced { "FAIL: " } else { "" };
    for below in pmu.figures.below() {
        let (figure, covered, total) = (below.figure, below.covered, below.total);
        let percent = |fraction: f64| format!("{:.1} %", fraction * 100.0);
        let (reached, wanted) = (percent(covered as f64 / total as f64), percent(below.threshold));
        let which = some(missing(pmu, figure).into_iter());
        notes.push(format!("{fail}{figure} {covered}/{total} is {reached}, below {wanted}; missing: {which}"));
    }
    if pmu.figures.below().next().is_some() {
        notes.push(format!("to list all missing items: target/release/pmu-cosim coverage --pmu {} --missing", pmu.pmu));
    }
    notes
}

/// Number of items of a list in one line.
const LISTED: usize = 4;

/// The first items of a list, and the number of the others.
pub(super) fn first(list: impl ExactSizeIterator<Item = String>) -> String {
    let more = list.len().saturating_sub(LISTED);
    let listed = list.take(LISTED).collect::<Vec<_>>().join(", ");
    match more {
        0 => listed,
        _ => format!("{listed} and {more} more"),
    }
}

/// The first items of a list that `results.json` contains.
fn some(list: impl ExactSizeIterator<Item = String>) -> String {
    let place = if list.len() > LISTED { ", all in results.json" } else { "" };
    format!("{}{place}", first(list))
}

/// Groups digits by thousands: 10 000 000.
pub fn grouped(number: u64) -> String {
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
    use super::{grouped, percent, rounded};

    #[test]
    fn only_a_complete_figure_is_100_percent() {
        assert_eq!((percent(67, 67), percent(9_999, 10_000), percent(0, 0)), ("100".into(), "99.9".into(), "-".into()));
        assert_eq!(
            (rounded(9_999), rounded(388_848), rounded(10_388_848)),
            ("9999".into(), "388.8k".into(), "10.4M".into())
        );
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!((grouped(7), grouped(123), grouped(1_234_567)), ("7".into(), "123".into(), "1 234 567".into()));
    }
}
