//! Templates of program statements.

use crate::placeholders::expand;

/// Statements with placeholders, and their line in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Line of the first statement in `collisions.toml`, from 1.
    pub line: usize,
    /// The statements, one on each line.
    pub text: String,
}

impl Text {
    /// Each statement with its line in `collisions.toml` and its placeholders replaced.
    pub fn statements<'t>(&'t self, known: &'t [(String, String)]) -> impl Iterator<Item = (usize, String)> + 't {
        let lines = self.text.lines().enumerate();
        let lines = lines.map(|(offset, line)| (self.line + offset, line.trim())).filter(|(_, line)| !line.is_empty());
        lines.map(|(number, line)| (number, replace(line, known)))
    }
}

/// A text of the table with its placeholders replaced.
///
/// # Panics
/// If one is not in `known`; the table is not accepted with such a text.
pub(super) fn replace(text: &str, known: &[(String, String)]) -> String {
    expand(text, known).expect("placeholders of the table are known")
}
