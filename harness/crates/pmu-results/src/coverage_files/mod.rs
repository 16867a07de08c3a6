//! Line coverage of the RTL in the formats of other tools: lcov and Cobertura.
//!
//! Both have the same points as `results.json`. A source line counts if it has a point that is not excluded, and is hit if one of
//! its points was executed. Each point is a branch of its line, so the branches add up to the figure `line` of the results.
//! The formats have no place for toggles.

mod cobertura;
mod tracefile;

pub(super) use cobertura::document as cobertura;
pub(super) use tracefile::document as lcov;

use crate::code_coverage::{CodeBlock, CodeCoverage, FileCoverage};
use crate::document::Results;
use std::collections::BTreeMap;

/// Points by their line.
type Lines<'r> = BTreeMap<u32, Vec<&'r CodeBlock>>;

/// The PMUs with line points; the results of older versions do not list them.
fn measured(results: &Results) -> impl Iterator<Item = (&str, &CodeCoverage)> {
    let all = results.pmus.iter().filter_map(|pmu| Some((pmu.pmu.as_str(), pmu.code_coverage.as_ref()?)));
    all.filter(|(_, code)| code.files.iter().any(|file| !file.blocks.is_empty()))
}

/// Whether results have line points.
pub(super) fn has_any(results: &Results) -> bool {
    measured(results).next().is_some()
}

/// The points of a file by line, for files with points.
fn by_line(file: &FileCoverage) -> Lines<'_> {
    let mut lines = Lines::new();
    file.blocks.iter().for_each(|block| lines.entry(block.line).or_default().push(block));
    lines
}

/// Whether a point of a line was executed.
fn is_hit(blocks: &[&CodeBlock]) -> bool {
    blocks.iter().any(|block| block.covered)
}
