//! Numbers, variables and integer arithmetic.

use super::error::{Fault, Position};
use super::keyword::Keyword;
use super::token::{Token, TokenKind};
use std::borrow::Cow;

/// Value of a loop variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i128),
    /// A name, or a fragment of one.
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Word(word) => write!(formatter, "{word}"),
        }
    }
}

/// Values of loop variables, the innermost last.
#[derive(Default)]
pub(super) struct Variables {
    values: Vec<(String, Value)>,
}

impl Variables {
    pub fn push(&mut self, name: &str, value: Value) {
        self.values.push((name.to_owned(), value));
    }

    pub fn truncate(&mut self, length: usize) {
        self.values.truncate(length);
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    fn find(&self, name: &str) -> Option<&Value> {
        self.values.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn get(&self, name: &str, at: Position) -> Result<&Value, Fault> {
        match self.find(name) {
            Some(value) => Ok(value),
            None => Fault::new(at, format!("there is no variable ${name} here")),
        }
    }

    /// A word with each `$name` and `${name}` replaced by the value, a number in decimal.
    pub fn substitute<'w>(&self, word: &'w str, at: Position) -> Result<Cow<'w, str>, Fault> {
        if !word.contains('$') {
            return Ok(Cow::Borrowed(word));
        }
        let mut result = String::with_capacity(word.len());
        let mut rest = word;
        while let Some(dollar) = rest.find('$') {
            result.push_str(&rest[..dollar]);
            rest = &rest[dollar + 1..];
            let (name, after) = match rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
                Some(braced) => braced,
                None => {
                    rest.split_at(rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len()))
                }
            };
            if name.is_empty() {
                return Fault::new(at, "`$` without the name of a variable");
            }
            result.push_str(&self.get(name, at)?.to_string());
            rest = after;
        }
        result.push_str(rest);
        Ok(Cow::Owned(result))
    }
}

/// A cursor over the tokens of one statement.
pub(super) struct Cursor<'t> {
    pub tokens: &'t [Token],
    pub position: usize,
    pub variables: &'t Variables,
}

/// Returns the binary operator of a token and its precedence.
fn binary_operator(token: &Token) -> Option<(&'static str, u8)> {
    let TokenKind::Symbol(symbol) = token.kind else {
        return None;
    };
    let tightness = match symbol {
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 0,
        "|" => 1,
        "^" => 2,
        "&" => 3,
        "<<" | ">>" => 4,
        "+" | "-" => 5,
        "*" | "/" | "%" => 6,
        _ => return None,
    };
    Some((symbol, tightness))
}

impl<'t> Cursor<'t> {
    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.position)
    }

    pub fn at(&self) -> Position {
        match self.peek() {
            Some(token) => token.at,
            None => self.tokens.last().map_or(Position::default(), |last| Position {
                line: last.at.line,
                column: last.at.column + last.describe().chars().count() as u32 - 2,
            }),
        }
    }

    pub fn take(&mut self, symbol: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(symbol));
        self.position += usize::from(found);
        found
    }

    pub fn demand(&mut self, symbol: &str) -> Result<(), Fault> {
        if self.take(symbol) {
            return Ok(());
        }
        Fault::new(self.at(), format!("expected `{symbol}`, found {}", self.found()))
    }

    pub fn found(&self) -> String {
        self.peek().map_or("the end of the line".to_owned(), Token::describe)
    }

    pub fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Fault::new(token.at, format!("expected the end of the line, found {}", token.describe())),
        }
    }

    /// Takes the next word and substitutes its variables.
    pub fn word(&mut self, what: &str) -> Result<Cow<'t, str>, Fault> {
        match self.peek() {
            Some(Token { at, kind: TokenKind::Word(word) }) => {
                self.position += 1;
                self.variables.substitute(word, *at)
            }
            _ => Fault::new(self.at(), format!("expected {what}, found {}", self.found())),
        }
    }

    /// Takes the next word if it is this keyword; returns whether it is.
    pub fn keyword(&mut self, keyword: Keyword) -> bool {
        let found = matches!(self.peek(), Some(Token { kind: TokenKind::Word(word), .. }) if word == keyword.text());
        self.position += usize::from(found);
        found
    }

    /// Takes a number in the syntax of [`Cursor::number`], or a word that starts with a letter.
    pub fn value(&mut self) -> Result<Value, Fault> {
        match self.peek() {
            Some(Token { at, kind: TokenKind::Word(word) }) => {
                if let Some(value) = word.strip_prefix('$').and_then(|name| self.variables.find(name)) {
                    self.position += 1;
                    return Ok(value.clone());
                }
                let word = self.variables.substitute(word, *at)?;
                if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    self.position += 1;
                    return Ok(Value::Word(word.into_owned()));
                }
                self.number().map(Value::Number)
            }
            _ => self.number().map(Value::Number),
        }
    }

    /// Takes a number, a variable or an expression in parentheses, with an optional minus.
    pub fn number(&mut self) -> Result<i128, Fault> {
        if self.take("-") {
            return Ok(-self.number()?);
        }
        if self.take("(") {
            let value = self.binary(0)?;
            self.demand(")")?;
            return Ok(value);
        }
        let at = self.at();
        if let Some(value) = self.variable() {
            return match value {
                Value::Number(number) => Ok(*number),
                Value::Word(word) => Fault::new(at, format!("expected a number, but the variable is the word {word}")),
            };
        }
        let word = self.word("a number")?;
        match parse_number(&word) {
            Some(value) => Ok(value),
            None => Fault::new(at, format!("`{word}` is not a number of up to 64 bits (decimal, 0x or 0b)")),
        }
    }

    /// Takes the next word and returns its value if it consists of one variable.
    fn variable(&mut self) -> Option<&'t Value> {
        let Some(Token { kind: TokenKind::Word(word), .. }) = self.peek() else {
            return None;
        };
        let value = self.variables.find(word.strip_prefix('$')?)?;
        self.position += 1;
        Some(value)
    }

    /// Takes an expression whose operators have at least the precedence `loosest`.
    fn binary(&mut self, loosest: u8) -> Result<i128, Fault> {
        let mut left = self.operand()?;
        let fits = |(_, tightness): &(&str, u8)| *tightness >= loosest;
        while let Some((operator, tightness)) = self.peek().and_then(binary_operator).filter(fits) {
            let at = self.at();
            self.position += 1;
            let right = self.binary(tightness + 1)?;
            left = match apply(operator, left, right) {
                Some(value) if (-(1i128 << 64)..(1i128 << 64)).contains(&value) => value,
                _ => return Fault::new(at, format!("{left} {operator} {right} does not fit into 64 bits")),
            };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<i128, Fault> {
        if self.take("~") {
            return Ok(!self.operand()?);
        }
        if self.take("-") {
            return Ok(-self.operand()?);
        }
        for (function, choose) in [(Keyword::Min, i128::min as fn(i128, i128) -> i128), (Keyword::Max, i128::max)] {
            if self.keyword(function) {
                self.demand("(")?;
                let left = self.binary(0)?;
                self.demand(",")?;
                let right = self.binary(0)?;
                self.demand(")")?;
                return Ok(choose(left, right));
            }
        }
        self.number()
    }
}

fn apply(operator: &str, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|&by| by < 64);
    match operator {
        "==" => Some(i128::from(left == right)),
        "!=" => Some(i128::from(left != right)),
        "<" => Some(i128::from(left < right)),
        "<=" => Some(i128::from(left <= right)),
        ">" => Some(i128::from(left > right)),
        ">=" => Some(i128::from(left >= right)),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "<<" => left.checked_mul(1 << shift()?),
        ">>" => Some(left >> shift()?),
        "+" => Some(left + right),
        "-" => Some(left - right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        _ => left.checked_rem(right),
    }
}

/// Parses decimal, `0x` or `0b` with `_` between digits; up to 64 bits, or the negative of that.
pub(super) fn parse_number(text: &str) -> Option<i128> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (radix, digits) = match text.get(..2) {
        Some("0x" | "0X") => (16, &text[2..]),
        Some("0b" | "0B") => (2, &text[2..]),
        _ => (10, text),
    };
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    let value = i128::from(u64::from_str_radix(&digits.replace('_', ""), radix).ok()?);
    Some(if negative { -value } else { value })
}

/// Converts a number to a field of `width` bits, negative numbers to two's complement; none if it does not fit.
pub(super) fn fit(value: i128, width: u32) -> Option<u64> {
    let range = 1i128 << width;
    (-range < value && value < range).then_some((value & (range - 1)) as u64)
}

#[cfg(test)]
mod tests {
    use super::super::token::lines;
    use super::*;
    use rstest::rstest;

    fn value(text: &str) -> Result<i128, Fault> {
        let mut variables = Variables::default();
        variables.push("n", Value::Number(3));
        variables.push("box", Value::Word("ha0".to_owned()));
        let tokens = lines(text).expect("tokens").concat();
        let mut cursor = Cursor { tokens: &tokens, position: 0, variables: &variables };
        let value = cursor.number()?;
        cursor.end()?;
        Ok(value)
    }

    #[rstest]
    #[case("0x1_0", 16)]
    #[case("-3", -3)]
    #[case("$n", 3)]
    #[case("0b1${n}0", 0)]
    #[case("(1 + 2 * $n)", 7)]
    #[case("((1 << 4) - 1 & 6)", 6)]
    #[case("(~0x0F & 0xFF)", 0xF0)]
    #[case("($n >= 3)", 1)]
    #[case("(min(3, $n + 1) - max(-1, 0))", 3)]
    #[case("(10 - 3 - 2)", 5)]
    #[case("(7 % 4 * 2 + 1 << 1)", 14)]
    #[case("(6 ^ 3 & 1 | 8)", 15)]
    #[case("(1 | 2 == 3)", 1)]
    #[case("(-$n * -2 - -1)", 7)]
    fn expressions(#[case] text: &str, #[case] expected: i128) {
        if text.contains("${n}") {
            assert!(value(text).is_err(), "0b130 is not a binary number");
        } else {
            assert_eq!(value(text), Ok(expected));
        }
    }

    #[rstest]
    #[case("(1 / 0)", 4)]
    #[case("(1 << 64)", 4)]
    #[case("0x1_0000_0000_0000_0000", 1)]
    #[case("$m", 1)]
    #[case("$box", 1)]
    #[case("(2 + $box)", 6)]
    #[case("(1 + )", 6)]
    fn errors_have_a_column(#[case] text: &str, #[case] column: u32) {
        assert_eq!(value(text).expect_err("invalid").at.column, column);
    }

    #[rstest]
    #[case(-3, 48, Some(0xFFFF_FFFF_FFFD))]
    #[case(-1, 1, Some(1))]
    #[case(256, 8, None)]
    #[case(255, 8, Some(255))]
    #[case(-(1 << 64), 64, None)]
    fn values_fit_or_not(#[case] value: i128, #[case] width: u32, #[case] expected: Option<u64>) {
        assert_eq!(fit(value, width), expected);
    }
}
