//! A seeded bug: a change of the RTL, and the check that must catch it.

use super::site::{site, ExpressionSite};
use pmu_results::{BugClass, BugResult, Check, HigherOrderKind};
use serde::{Deserialize, Serialize};
use similar::TextDiff;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// A change of one expression of the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeededBug {
    /// Name.
    pub name: String,
    /// Class of the bug.
    pub class: BugClass,
    /// Kind of a bug of higher order, which random programs of several seeds must find.
    pub kind: Option<HigherOrderKind>,
    /// File, relative to the folder of the PMU's manifest.
    pub file: String,
    /// Text that occurs once in the file. The difference from `replace` must be within one expression.
    pub find: String,
    /// Replacement text.
    pub replace: String,
    /// Additional module items that `replace` needs, such as a register. They are inserted before the changed item.
    #[serde(default)]
    pub adds: String,
    /// Requirements that the bug violates.
    pub breaks: Vec<String>,
    /// The check that must catch it. Only a bug of higher order may have none.
    pub caught_by: Option<Check>,
    /// Limit of cycles of that program until it is caught.
    pub within: Option<u64>,
    /// Limit of cycles of random programs until it is caught, if they must catch it: at seed 1, or for a bug of higher
    /// order at each of the seeds.
    pub random_within: Option<u64>,
    /// For a bug with a kind that random programs do not find at every seed: the stimulus that would find it. They do not run.
    pub missed_by_random: Option<String>,
    /// The metamorphic check that must also detect it, if any.
    pub metamorphic: Option<String>,
}

/// Position of a bug in the text of its file.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// Replaced text, without the common prefix and suffix of `find` and `replace`.
    pub range: Range<usize>,
    /// Replacement of the text in `range`.
    pub by: String,
    /// The expression around the replaced text.
    pub site: ExpressionSite,
}

impl SeededBug {
    /// The result of the bug before it has run.
    pub(super) fn not_run(&self, folder: &Path) -> BugResult {
        BugResult {
            name: self.name.clone(),
            class: self.class,
            kind: self.kind,
            location: format!("{}:{}", self.path(folder).display(), self.line(folder).unwrap_or(0)),
            breaks: self.breaks.clone(),
            caught_by: self.caught_by.clone(),
            within: self.within,
            random_within: self.random_within,
            metamorphic: self.metamorphic.clone(),
            caught: None,
            random: None,
            seeds: Vec::new(),
            violation: None,
            faults: Vec::new(),
            elsewhere: Vec::new(),
        }
    }

    /// Reads the text of the bug's file.
    pub(super) fn read(&self, folder: &Path) -> Result<String, String> {
        let path = folder.join(&self.file);
        std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    }

    /// Finds the bug in the text of its file.
    pub(super) fn patch(&self, text: &str) -> Result<Patch, String> {
        let place = match text.match_indices(&self.find).collect::<Vec<_>>().as_slice() {
            [(place, _)] => *place,
            places => {
                return Err(format!("its text occurs {} times in {}, not once; adapt `find`", places.len(), self.file))
            }
        };
        let alike = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
        };
        let (old, new) = (self.find.as_str(), self.replace.as_str());
        let head = alike(&mut old.chars().zip(new.chars()));
        let tail = alike(&mut old[head..].chars().rev().zip(new[head..].chars().rev()));
        let range = place + head..place + old.len() - tail;
        let site = site(text, range.clone()).map_err(|what| format!("its change in {} is {what}", self.file))?;
        if site.item.is_none() && !self.adds.is_empty() {
            return Err("`adds` needs a change of a wire, an assign or a port connection".to_owned());
        }
        Ok(Patch { range, by: new[head..new.len() - tail].to_owned(), site })
    }

    /// The text of the file with the bug.
    ///
    /// # Errors
    /// Returns an error message if the file cannot be read or the bug does not apply to it.
    pub fn changed(&self, folder: &Path) -> Result<String, String> {
        let mut text = self.read(folder)?;
        let patch = self.patch(&text)?;
        text.replace_range(patch.range, &patch.by);
        if let Some(item) = patch.site.item {
            text.insert_str(item, &with_indent(&self.adds));
        }
        Ok(text)
    }

    /// The change as a unified diff.
    ///
    /// # Errors
    /// Returns an error message if the file cannot be read or the bug does not apply to it.
    pub fn diff(&self, folder: &Path) -> Result<String, String> {
        let path = self.path(folder).display().to_string();
        let (from, to) = (format!("a/rtl/{path}"), format!("b/rtl/{path}"));
        Ok(TextDiff::from_lines(&self.read(folder)?, &self.changed(folder)?)
            .unified_diff()
            .header(&from, &to)
            .to_string())
    }

    /// Line of the file at which the change begins.
    pub fn line(&self, folder: &Path) -> Option<usize> {
        let text = self.read(folder).ok()?;
        let patch = self.patch(&text).ok()?;
        Some(1 + text[..patch.range.start].matches('\n').count())
    }

    /// Path of the changed file without `..`, relative to the folder above that of the PMU's family: `common/pmu_edge.v`.
    pub fn path(&self, folder: &Path) -> PathBuf {
        let names: Vec<_> = folder.iter().collect();
        let mut path: PathBuf = names[names.len().saturating_sub(2)..].iter().collect();
        for component in Path::new(&self.file).components() {
            match component {
                Component::ParentDir => drop(path.pop()),
                other => path.push(other),
            }
        }
        path
    }
}

/// Indents module items like the item before which they are inserted.
pub(super) fn with_indent(items: &str) -> String {
    items.trim().lines().map(|line| format!("{line}\n    ")).collect()
}
