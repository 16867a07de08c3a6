//! RTL with its code coverage, for files in which points are missing or excluded.

use crate::code_coverage::FileCoverage;
use crate::document::Results;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of all annotated files in bytes.
const LARGEST: usize = 500_000;
/// Approximate size in bytes of the markup of a line, with characters that HTML escapes.
const MARKUP: usize = 30;
/// Number of points that a line names.
const NAMED: usize = 4;

/// A line of the RTL.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Line<'f> {
    number: u32,
    text: &'f str,
    state: &'static str,
    /// Points of the line that are not covered.
    note: String,
}

/// Position of a PMU in the results, and of a file in its code coverage.
pub(super) type Key = (usize, usize);

/// The files for which a page has space that may grow by `space` bytes.
pub(super) fn selected(results: &Results, space: usize) -> BTreeSet<Key> {
    let files = results.pmus.iter().enumerate().flat_map(|(pmu, one)| {
        let files = one.code_coverage.iter().flat_map(|code| code.files.iter().enumerate());
        files.map(move |(number, file)| ((pmu, number), file))
    });
    let mut files: Vec<_> = files.filter(|(_, file)| !file.source.is_empty()).collect();
    // Files with holes come first.
    files.sort_by_key(|(_, file)| {
        [&file.missing_lines, &file.missing_bits, &file.missing_registers].iter().all(|list| list.is_empty())
    });
    let mut size = 0;
    let fits = |(_, file): &(_, &FileCoverage)| {
        size += lines(file).iter().map(|line| line.text.len() + line.note.len() + MARKUP).sum::<usize>();
        size <= space.min(LARGEST)
    };
    files.into_iter().take_while(fits).map(|(key, _)| key).collect()
}

/// The lines of a file.
pub(super) fn lines<'f>(file: &'f FileCoverage) -> Vec<Line<'f>> {
    let missing_lines = by_line(file, file.missing_lines.iter());
    let missing_bits = by_line(file, file.missing_bits.iter());
    let missing_registers = by_line(file, file.missing_registers.iter());
    let excluded = by_line(file, file.excluded.iter().map(|point| &point.name));
    let blocks: BTreeSet<u32> = file.blocks.iter().map(|block| block.line).collect();
    let line = |(number, text): (u32, &'f String)| {
        let of = |points: &BTreeMap<u32, Vec<&str>>| points.get(&number).map(|names| listed(names));
        let (missing_line, missing_bits, excluded) = (of(&missing_lines), of(&missing_bits), of(&excluded));
        let missing_registers = of(&missing_registers);
        let has_points = blocks.contains(&number) || file.toggle_points.contains(&number);
        let state = match () {
            () if missing_line.is_some() => "missed",
            () if missing_bits.is_some() || missing_registers.is_some() => "partly",
            () if has_points => "hit",
            () if excluded.is_some() => "excluded",
            () => "",
        };
        let notes = [
            ("not executed", missing_line),
            ("not toggled", missing_bits),
            ("registers not toggled", missing_registers),
            ("excluded", excluded),
        ];
        let notes = notes.into_iter().filter_map(|(what, names)| Some(format!("{what}: {}", names?)));
        Line { number, text: text.as_str(), state, note: notes.collect::<Vec<_>>().join("; ") }
    };
    (1..).zip(&file.source).map(line).collect()
}

/// Names of points by line.
fn by_line<'f>(file: &FileCoverage, names: impl Iterator<Item = &'f String>) -> BTreeMap<u32, Vec<&'f str>> {
    let mut all: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for name in names {
        let place = name.strip_prefix(&file.file).and_then(|rest| rest.strip_prefix(':'));
        let Some((line, point)) = place.and_then(|place| place.split_once(' ')) else { continue };
        if let Ok(line) = line.parse() {
            all.entry(line).or_default().push(point);
        }
    }
    all
}

/// The first names of a list.
fn listed(names: &[&str]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let first = names[..names.len() - more].join(", ");
    if more > 0 {
        format!("{first} and {more} more")
    } else {
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code_coverage::{CodeBlock, ExcludedCode};

    #[test]
    fn each_line_has_the_state_of_its_points() {
        let name = |line: u32, point: &str| format!("a.v:{line} {point}");
        let block = |line: u32, covered: bool| CodeBlock { line, name: "if".to_owned(), covered };
        let file = FileCoverage {
            file: "a.v".to_owned(),
            source: ["module", "if (a)", "b = 1;", "reg [9:0] c;", "wire d;"].map(str::to_owned).to_vec(),
            blocks: vec![block(2, true), block(3, false)],
            toggle_points: vec![4],
            missing_lines: vec![name(3, "if")],
            missing_bits: (0..6).map(|bit| name(4, &format!("c[{bit}]"))).collect(),
            excluded: vec![ExcludedCode { name: name(5, "d"), reason: "tied".to_owned() }],
            ..FileCoverage::default()
        };
        let lines: Vec<_> = lines(&file).into_iter().map(|line| (line.state, line.note)).collect();
        let expected = [
            ("", ""),
            ("hit", ""),
            ("missed", "not executed: if"),
            ("partly", "not toggled: c[0], c[1], c[2], c[3] and 2 more"),
            ("excluded", "excluded: d"),
        ];
        assert_eq!(lines, expected.map(|(state, note)| (state, note.to_owned())));
    }
}
