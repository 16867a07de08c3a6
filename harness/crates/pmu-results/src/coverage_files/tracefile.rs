//! `coverage.info`: a tracefile of lcov, with one test for each PMU.

use super::{by_line, is_hit, measured};
use crate::code_coverage::CodeBlock;
use crate::document::Results;
use lcov::report::section::{branch, line, Key, Value};
use lcov::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Numbers of branches by file, line, name of the point and position among those of the same name.
type Numbers<'r> = BTreeMap<(&'r str, u32), BTreeSet<(&'r str, usize)>>;

/// Formats the document.
pub(in super::super) fn document(results: &Results) -> String {
    let numbers = numbers(results);
    let mut report = Report::new();
    for (pmu, code) in measured(results) {
        for file in code.files.iter().filter(|file| !file.blocks.is_empty()) {
            let mut value = Value::default();
            for (number, blocks) in by_line(file) {
                let is_hit = is_hit(&blocks);
                value.lines.insert(line::Key { line: number }, line::Value { count: is_hit.into(), checksum: None });
                let names = &numbers[&(file.file.as_str(), number)];
                for (name, block) in named(&blocks) {
                    let branch = names.iter().position(|one| *one == name).unwrap_or_default() as u32;
                    // A branch of a line that was not executed has no count.
                    let taken = is_hit.then_some(u64::from(block.covered));
                    value.branches.insert(branch::Key { line: number, block: 0, branch }, branch::Value { taken });
                }
            }
            report.sections.insert(Key { test_name: pmu.to_owned(), source_file: (&file.file).into() }, value);
        }
    }
    report.into_records().fold(String::new(), |mut text, record| {
        let _ = writeln!(text, "{record}");
        text
    })
}

/// Numbers the branches of each line. Tools join the branches of all PMUs by number, and the PMUs that share a file can have
/// different points in it.
fn numbers(results: &Results) -> Numbers<'_> {
    let mut numbers = Numbers::new();
    for file in measured(results).flat_map(|(_, code)| &code.files) {
        for (number, blocks) in by_line(file) {
            let names = numbers.entry((file.file.as_str(), number)).or_default();
            names.extend(named(&blocks).into_iter().map(|(name, _)| name));
        }
    }
    numbers
}

/// The points of a line, each with its name and its position among those of the same name.
fn named<'r>(blocks: &[&'r CodeBlock]) -> Vec<((&'r str, usize), &'r CodeBlock)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named = Vec::new();
    for &block in blocks {
        let position = seen.entry(&block.name).or_default();
        named.push(((block.name.as_str(), *position), block));
        *position += 1;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::tests::plain;
    use crate::code_coverage::{CodeCoverage, FileCoverage};
    use crate::document::{PmuResults, RunRecord, Tool};

    fn measured(pmu: &str, blocks: &[(u32, &str, bool)]) -> PmuResults {
        let block = |&(line, name, covered): &(u32, &str, bool)| CodeBlock { line, name: name.to_owned(), covered };
        let blocks = blocks.iter().map(block).collect();
        let file = FileCoverage { file: "a.v".to_owned(), blocks, ..FileCoverage::default() };
        let code = CodeCoverage { files: vec![file, FileCoverage::new("empty.v")], ..CodeCoverage::default() };
        let results: PmuResults = serde_json::from_value(plain()).expect("results");
        PmuResults { pmu: pmu.to_owned(), code_coverage: Some(code), ..results }
    }

    /// Tools join the branches of both PMUs by their numbers.
    #[test]
    fn branch_of_a_line_has_one_number_in_all_pmus() {
        let tool = Tool { pmu_cosim: String::new(), verilator: String::new(), cxx: String::new() };
        let (commit, modified, source_url, command) = (None, None, None, String::new());
        let run = RunRecord { tool, commit, modified, source_url, finished_at: 0, command };
        let one = measured("k8", &[(5, "else", true), (5, "if", false), (9, "block", false)]);
        let other = measured("knc", &[(5, "if", true)]);
        let lines = "\
            TN:k8\nSF:a.v\nBRDA:5,0,0,1\nBRDA:5,0,1,0\nBRDA:9,0,0,-\nBRF:3\nBRH:1\nDA:5,1\nDA:9,0\nLF:2\nLH:1\nend_of_record\n\
            TN:knc\nSF:a.v\nBRDA:5,0,1,1\nBRF:1\nBRH:1\nDA:5,1\nLF:1\nLH:1\nend_of_record\n";
        let mut results = Results::new(run, vec![one, other]);
        assert_eq!(document(&results), lines);
        assert!(super::super::has_any(&results));
        results.pmus = vec![measured("k8", &[])];
        assert!(!super::super::has_any(&results), "results of an older version");
    }
}
