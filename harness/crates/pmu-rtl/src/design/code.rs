//! The code of a Verilog file without its comments and layout.

/// First words of comments that tools read as directives.
const DIRECTIVES: [&str; 5] = ["verilator", "synopsys", "synthesis", "pragma", "translate_"];

/// The tokens of a Verilog text in order, without comments, blank lines and indentation: equal for two texts that no
/// tool distinguishes. Comments with directives for tools remain.
pub(crate) fn code(text: &str) -> String {
    let mut lines = String::new();
    for line in without_comments(text).lines().map(str::trim).filter(|line| !line.is_empty()) {
        lines += line;
        lines.push('\n');
    }
    lines
}

fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, is_comment) = match first {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), true),
            '/' if rest.starts_with("/*") => (rest[2..].find("*/").map_or(rest.len(), |end| end + 4), true),
            '"' => (string_length(rest), false),
            // An escaped identifier ends with white space and may contain anything else.
            '\\' => (rest.find(char::is_whitespace).unwrap_or(rest.len()), false),
            other => (other.len_utf8(), false),
        };
        let (token, behind) = rest.split_at(length);
        match is_comment && !is_directive(token) {
            // A comment separates tokens.
            true => code.push(' '),
            false => code += token,
        }
        rest = behind;
    }
    code
}

/// Bytes of the string literal at the start of `text`, with its quotes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (position, c) in text.char_indices().skip(1) {
        match c {
            '"' | '\n' if !is_escaped => return position + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    text.len()
}

fn is_directive(comment: &str) -> bool {
    let text = comment.trim_start_matches(['/', '*']).trim_start();
    DIRECTIVES.iter().any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::line_comment("assign a = b; // why\n", "assign a = b;\n")]
    #[case::header("// What it does.\n\n`default_nettype none\n", "`default_nettype none\n")]
    #[case::block_comment("a/* one\ntwo */b", "a b\n")]
    #[case::layout("  begin\n\n    end  \n", "begin\nend\n")]
    #[case::in_a_string("$display(\"// \\\" /*\"); // x", "$display(\"// \\\" /*\");\n")]
    #[case::escaped_identifier("wire \\a//b ;", "wire \\a//b ;\n")]
    #[case::directive("wire a; // verilator lint_off UNUSED", "wire a; // verilator lint_off UNUSED\n")]
    #[case::directive_in_a_block("reg a /* verilator public */;", "reg a /* verilator public */;\n")]
    #[case::unfinished("a /* b", "a\n")]
    fn only_comments_and_layout_are_removed(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(code(text), expected);
    }
}
