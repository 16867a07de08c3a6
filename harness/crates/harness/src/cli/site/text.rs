//! Markdown of the generated pages.

use std::fmt::Write;

/// Formats a text for a cell of a table: one line, in which only code spans have a meaning.
pub(super) fn cell(text: &str) -> String {
    let mut cell = String::new();
    for (position, part) in text.split('`').enumerate() {
        if position > 0 {
            cell.push('`');
        }
        let is_code = position % 2 == 1;
        for character in part.chars() {
            match character {
                '\n' => cell.push(' '),
                '|' => cell.push_str("\\|"),
                '<' if !is_code => cell.push_str("&lt;"),
                '*' | '_' | '[' | ']' if !is_code => {
                    cell.push('\\');
                    cell.push(character);
                }
                _ => cell.push(character),
            }
        }
    }
    cell
}

/// Formats a name as code in a cell; an empty name is an empty cell.
pub(super) fn code(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("`{}`", text.replace('|', "\\|")),
    }
}

/// Formats a table, or nothing if it has no rows.
pub(super) fn table<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!("| {} |\n{}|\n", header.join(" | "), "|---".repeat(N));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text.push('\n');
    text
}

/// Returns the text of the first heading of a page.
pub(super) fn title(page: &str) -> Option<&str> {
    page.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_has_no_markup_but_code() {
        assert_eq!(cell("a|b *c* [d] `x_y|z`\n<e>"), "a\\|b \\*c\\* \\[d\\] `x_y\\|z` &lt;e>");
        assert_eq!(table(["a", "b"], &[["1".to_owned(), "2".to_owned()]]), "| a | b |\n|---|---|\n| 1 | 2 |\n\n");
        assert_eq!(table(["a"], &[]), "");
        assert_eq!(title("<!-- x -->\n# One page\n\n# Two\n"), Some("One page"));
    }
}
