//! Instrumented copy of the RTL that contains every seeded bug of a PMU, each selected by its number at an input of the top.

use super::bug::SeededBug;
use super::bug::{with_indent, Patch};
use pmu_support::copy_tree;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// The input of the top that selects the bug; 0 for none.
const SELECT: &str = "zoo_select";

/// A copy of an RTL tree with the bugs in it. Dropping this value deletes it.
pub(super) struct InstrumentedRtl {
    _copy: tempfile::TempDir,
    folder: PathBuf,
}

impl InstrumentedRtl {
    /// Copies the RTL tree to a folder below `place` and inserts `bugs`.
    ///
    /// The tree begins above `folder` so that it contains all files of the manifest. The first bug is number 1. `top` is the
    /// top module.
    ///
    /// # Errors
    /// Returns a message that names the file or the bug that failed.
    pub fn new(folder: &Path, top: &str, bugs: &[SeededBug], place: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("cannot copy the RTL: {error}");
        std::fs::create_dir_all(place).map_err(failed)?;
        let copy = tempfile::Builder::new().prefix("rtl-").tempdir_in(place).map_err(failed)?;
        let tree = folder.ancestors().nth(height(folder)?).unwrap_or(folder);
        copy_tree(tree, copy.path()).map_err(failed)?;
        let own = copy.path().join(folder.strip_prefix(tree).unwrap_or(folder));
        let mut files: BTreeMap<&str, Vec<(usize, &SeededBug)>> = BTreeMap::new();
        for (position, bug) in bugs.iter().enumerate() {
            files.entry(&bug.file).or_default().push((position + 1, bug));
        }
        let width = (usize::BITS - bugs.len().leading_zeros()).max(1);
        for (file, bugs) in files {
            let path = own.join(file);
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            std::fs::write(&path, spliced(&text, top, width, &bugs)?).map_err(failed)?;
        }
        add_select(&own, top, width)?;
        Ok(Self { _copy: copy, folder: own })
    }

    /// Path of the manifest of the copy.
    pub fn manifest(&self) -> PathBuf {
        self.folder.join("rtl.toml")
    }
}

/// Inserts each bug into `text` as a multiplexer that its number selects.
fn spliced(text: &str, top: &str, width: u32, bugs: &[(usize, &SeededBug)]) -> Result<String, String> {
    // Bugs of one expression share one multiplexer; expressions of two bugs are identical or disjoint.
    let mut sites: BTreeMap<usize, Vec<(usize, Patch)>> = BTreeMap::new();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (number, bug) in bugs {
        let patch = bug.patch(text).map_err(|what| format!("bug {}: {what}", bug.name))?;
        if let Some(item) = patch.site.item.filter(|_| !bug.adds.is_empty()) {
            edits.push((item..item, with_indent(&bug.adds)));
        }
        sites.entry(patch.site.expression.start).or_default().push((*number, patch));
    }
    for patches in sites.into_values() {
        let expression = patches[0].1.site.expression.clone();
        let original = &text[expression.clone()];
        let mut choice = String::from("(");
        for (number, patch) in patches {
            let mut changed = original.to_owned();
            let range = patch.range.start - expression.start..patch.range.end - expression.start;
            changed.replace_range(range, &patch.by);
            let _ = write!(choice, "({top}.{SELECT} == {width}'d{number}) ? ({changed}) : ");
        }
        let _ = write!(choice, "({original}))");
        edits.push((expression, choice));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut result = text.to_owned();
    for (range, by) in edits.into_iter().rev() {
        result.replace_range(range, &by);
    }
    Ok(result)
}

/// The files in a manifest.
#[derive(serde::Deserialize)]
struct Sources {
    sources: Vec<PathBuf>,
}

/// Reads the manifest in a folder and the files that it names.
fn manifest(folder: &Path) -> Result<(String, Sources), String> {
    let path = folder.join("rtl.toml");
    let text = read(&path)?;
    let sources = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((text, sources))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Number of folders by which the manifest's files are above its own folder.
fn height(folder: &Path) -> Result<usize, String> {
    let up = |file: &PathBuf| file.components().take_while(|part| *part == Component::ParentDir).count();
    Ok(manifest(folder)?.1.sources.iter().map(up).max().unwrap_or(0))
}

/// Adds the select input to the top and its name to the manifest.
fn add_select(folder: &Path, top: &str, width: u32) -> Result<(), String> {
    let write = |path: &Path, text| std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    let (text, sources) = manifest(folder)?;
    let manifest = folder.join("rtl.toml");
    write(&manifest, format!("select = \"{SELECT}\"\n{text}"))?;
    let header = regex::Regex::new(&format!(r"(?s)\bmodule\s+{top}\b\s*(#\s*\((?:[^()]|\([^()]*\))*\)\s*)?\("))
        .map_err(|error| error.to_string())?;
    for source in sources.sources {
        let path = folder.join(source);
        let text = read(&path)?;
        if let Some(found) = header.find(&text) {
            let port = format!("\n    input wire [{}:0] {SELECT},", width - 1);
            return write(&path, text[..found.end()].to_owned() + &port + &text[found.end()..]);
        }
    }
    Err(format!("there is no module {top} in the sources of {}", manifest.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pmu_results::BugClass;

    fn bug(find: &str, replace: &str, adds: &str) -> SeededBug {
        SeededBug {
            name: find.to_owned(),
            class: BugClass::Freeze,
            kind: None,
            file: "m.v".to_owned(),
            find: find.to_owned(),
            replace: replace.to_owned(),
            adds: adds.to_owned(),
            breaks: Vec::new(),
            caught_by: None,
            within: None,
            random_within: None,
            missed_by_random: None,
            metamorphic: None,
        }
    }

    #[test]
    fn bugs_of_one_expression_share_a_multiplexer_after_their_added_items() {
        let text = "module m (input a);\n    // comment\n    assign x = a & b;\n    wire y = c;\nendmodule\n";
        let bugs =
            [bug("a & b", "a", ""), bug("x = a & b", "x = a | late_q", "reg late_q;\nreg b;"), bug("c;", "d;", "")];
        let numbered: Vec<_> = bugs.iter().enumerate().map(|(position, bug)| (position + 1, bug)).collect();
        let expected = "module m (input a);\n    // comment\n    reg late_q;\n    reg b;\n    \
                        assign x = ((m.zoo_select == 2'd1) ? (a) : (m.zoo_select == 2'd2) ? (a | late_q) : (a & b));\n    \
                        wire y = ((m.zoo_select == 2'd3) ? (d) : (c));\nendmodule\n";
        assert_eq!(spliced(text, "m", 2, &numbered).expect("spliced"), expected);
    }

    #[test]
    fn ambiguous_text_is_rejected() {
        let bug = bug("a", "b", "");
        let error = spliced("assign x = a;\nassign y = a;\n", "m", 1, &[(1, &bug)]).expect_err("it was taken");
        assert_eq!(error, "bug a: its text occurs 4 times in m.v, not once; adapt `find`");
    }
}
