//! The tokens of a Verilog text, with their lines.

use regex::Regex;
use std::sync::LazyLock;

/// Directives that take the rest of their line, which a backslash continues.
const OF_A_LINE: &str = "define|undef|include|ifdef|ifndef|elsif|timescale|default_nettype|line|pragma";
/// Directives without an argument.
const OF_A_WORD: &str = "else|endif|resetall|celldefine|endcelldefine|begin_keywords|end_keywords";

/// What separates tokens in addition to white space: comments and compiler directives.
static SKIPPED: LazyLock<Regex> = LazyLock::new(|| {
    let directives = format!(r"`(?:{OF_A_LINE})\b(?:\\\r?\n|[^\n])*|`(?:{OF_A_WORD})\b");
    Regex::new(&format!(r"^(?://|/\*|{directives})")).expect("a valid expression")
});

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let parts = [
        r"//[^\n]*|(?s:/\*.*?\*/)",
        r#""(?:\\.|[^"\\])*""#,
        &format!(r"`(?:{OF_A_LINE})\b(?:\\\r?\n|[^\n])*"),
        // The use of a macro, or a directive without an argument.
        r"`\w+",
        // An escaped identifier.
        r"\\\S+",
        r"\d[\d_]*(?:\s*'[sS]?[bodhBODH]\s*[\w?]+)?",
        r"[A-Za-z_$][\w$]*",
        // Only the operators that matter here have several characters.
        r"<=|::|\S",
    ];
    Regex::new(&parts.join("|")).expect("a valid expression")
});

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    /// Its line, from 1.
    pub line: u32,
}

impl Token<'_> {
    /// Whether it is an identifier or a keyword.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '\\')
    }

    /// The identifier without the mark of an escaped one.
    pub fn name(&self) -> String {
        self.text.trim_start_matches('\\').to_owned()
    }
}

/// The tokens of a text, without comments and compiler directives. All branches of conditional compilation remain.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut line, mut at) = (1, 0);
    let mut tokens = Vec::new();
    for found in TOKEN.find_iter(text) {
        line += text[at..found.start()].matches('\n').count() as u32;
        at = found.start();
        if !SKIPPED.is_match(found.as_str()) {
            tokens.push(Token { text: found.as_str(), line });
        }
    }
    tokens
}

/// The number of tokens up to and including the bracket that closes the first one; all if none does.
pub(super) fn bracketed(tokens: &[Token]) -> usize {
    end_of(tokens, |_, depth| depth == 0).map_or(tokens.len(), |position| position + 1)
}

/// The position of the first of these tokens outside of brackets.
pub(super) fn position(tokens: &[Token], wanted: &[&str]) -> Option<usize> {
    end_of(tokens, |token, depth| depth == 0 && wanted.contains(&token.text))
}

/// The sequences between the commas outside of brackets.
pub(super) fn items<'s, 't>(tokens: &'s [Token<'t>]) -> Vec<&'s [Token<'t>]> {
    let mut items = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let end = position(rest, &[","]).unwrap_or(rest.len());
        items.push(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    items
}

/// The first position at which `ends` accepts the token with the depth of brackets after it.
fn end_of(tokens: &[Token], ends: impl Fn(&Token, i32) -> bool) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().position(|token| {
        depth += match token.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        ends(token, depth)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_directives_are_no_tokens_and_lines_are_counted() {
        let text =
            "`define A(x) \\\n  always x\n/* one\ntwo */ q <= `W'd3; // end\n`ifdef B\n\"//\" 8'h4_2 \\a.b \n`else\n";
        let found: Vec<_> = tokens(text).iter().map(|token| (token.text, token.line)).collect();
        let expected =
            [("q", 4), ("<=", 4), ("`W", 4), ("'", 4), ("d3", 4), (";", 4), ("\"//\"", 6), ("8'h4_2", 6), ("\\a.b", 6)];
        assert_eq!(found, expected);
    }

    #[test]
    fn commas_in_brackets_separate_no_items() {
        let found = tokens("a, f(b, c), {d, e}[1]");
        let lengths: Vec<_> = items(&found).iter().map(|item| item.len()).collect();
        assert_eq!(lengths, [1, 6, 8]);
    }
}
