//! Templates of program statements.

/// Statements with placeholders in braces, and their line in the table.
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

    /// The first placeholder that is not in `known`.
    pub fn unknown_placeholder(&self, known: &[&str]) -> Option<&str> {
        let mut pieces = self.text.split('{').skip(1).filter_map(|piece| Some(piece.split_once('}')?.0));
        pieces.find(|name| !known.contains(name))
    }
}

/// A text with `{name}` replaced.
pub(super) fn replace(text: &str, known: &[(String, String)]) -> String {
    known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
