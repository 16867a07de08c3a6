//! Tokenizer: text to logical lines of tokens.

use super::error::{Fault, Position};
use super::keyword::Keyword;

/// A token with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub at: Position,
    pub kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name, a number, or a mixture with variables: `core$c.PerfCtr$i`.
    Word(String),
    /// An operator or a bracket.
    Symbol(&'static str),
}

/// Operators and brackets; longer symbols come before their prefixes.
const SYMBOLS: [&str; 24] = [
    "==", "!=", "<=", ">=", "<<", ">>", "..", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "(", ")",
    ",", ":", "{",
];

impl Token {
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self.kind, TokenKind::Symbol(s) if s == symbol)
    }

    /// The reserved word that it is, if any.
    pub fn keyword(&self) -> Option<Keyword> {
        match &self.kind {
            TokenKind::Word(word) => Keyword::find(word),
            TokenKind::Symbol(_) => None,
        }
    }

    pub fn describe(&self) -> String {
        match &self.kind {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
        }
    }
}

/// Splits a text into logical lines.
///
/// Drops comments and empty lines. Joins a line that ends in a comma with the next one.
pub(super) fn lines(text: &str) -> Result<Vec<Vec<Token>>, Fault> {
    let mut result: Vec<Vec<Token>> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let tokens = tokens(number, line)?;
        let goes_on = tokens.last().map_or(open, |last| last.is(","));
        if open {
            if let Some(previous) = result.last_mut() {
                previous.extend(tokens);
            }
        } else if !tokens.is_empty() {
            result.push(tokens);
        }
        open = goes_on;
    }
    Ok(result)
}

fn tokens(number: u32, line: &str) -> Result<Vec<Token>, Fault> {
    let chars: Vec<char> = line.chars().collect();
    let mut tokens = Vec::new();
    let mut position = 0;
    while position < chars.len() {
        let at = Position { line: number, column: position as u32 + 1 };
        match chars[position] {
            '#' => break,
            c if c.is_whitespace() => position += 1,
            '}' => {
                tokens.push(Token { at, kind: TokenKind::Symbol("}") });
                position += 1;
            }
            c if starts_word(c) => {
                let end = word_end(&chars, position, at)?;
                tokens.push(Token { at, kind: TokenKind::Word(chars[position..end].iter().collect()) });
                position = end;
            }
            c => match SYMBOLS.iter().find(|s| s.chars().eq(chars[position..].iter().take(s.len()).copied())) {
                Some(symbol) => {
                    tokens.push(Token { at, kind: TokenKind::Symbol(symbol) });
                    position += symbol.len();
                }
                None => return Fault::new(at, format!("the character {c:?} is not valid here")),
            },
        }
    }
    Ok(tokens)
}

fn starts_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// Returns the end of the word that starts at `start`. A word may contain `.`, `$name` and `${name}`, but not `..`.
fn word_end(chars: &[char], start: usize, at: Position) -> Result<usize, Fault> {
    let mut end = start;
    while end < chars.len() {
        let next = chars.get(end + 1);
        match chars[end] {
            '$' if next == Some(&'{') => match chars[end..].iter().position(|&c| c == '}') {
                Some(length) => end += length + 1,
                None => return Fault::new(at, "`${` without `}`"),
            },
            '.' if next.is_some_and(|&c| starts_word(c)) => end += 1,
            c if starts_word(c) => end += 1,
            _ => break,
        }
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        lines(text).expect("valid").concat().iter().map(Token::describe).collect()
    }

    #[test]
    fn names_keep_dots_and_variables_but_ranges_split() {
        assert_eq!(words("read core$c.PerfCtr${i}"), ["`read`", "`core$c.PerfCtr${i}`"]);
        assert_eq!(words("0..$last, 0xE9:0xA8"), ["`0`", "`..`", "`$last`", "`,`", "`0xE9`", "`:`", "`0xA8`"]);
    }

    #[test]
    fn a_trailing_comma_joins_lines() {
        assert_eq!(lines("for $i in 1, # one\n\n  2 {\nwait\n}").expect("valid").len(), 3);
    }

    #[test]
    fn invalid_character_is_reported_with_its_position() {
        let fault = lines("pmu k8\n  wait ?").expect_err("invalid");
        assert_eq!((fault.at, fault.message.contains("'?'")), (Position { line: 2, column: 8 }, true));
    }
}
