//! Repetitions in a sequence, so that a program is printed with `repeat`.

use super::op::Op;
use std::ops::Range;

/// Longest sequence that is recognized as repeated.
const LONGEST: usize = 64;

/// Fewest repetitions.
const FEWEST: usize = 3;

/// Items that follow each other, or repetitions of the same items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The items, those of the first repetition.
    pub items: Range<usize>,
    /// Number of repetitions; 1 for items that are not repeated.
    pub times: usize,
}

impl Run {
    /// The items of all repetitions.
    pub fn all(&self) -> Range<usize> {
        self.items.start..self.items.start + self.items.len() * self.times
    }
}

/// Divides operations into repetitions and the operations between them.
pub fn rolled(ops: &[Op]) -> Vec<Run> {
    runs(ops.len(), |one, other| ops[one].kind == ops[other].kind)
}

/// Likewise, a sequence of which `is_same` compares two items by their positions.
fn runs(count: usize, is_same: impl Fn(usize, usize) -> bool) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut first = 0;
    while first < count {
        match repetition(first, count, &is_same) {
            Some(run) => {
                first = run.all().end;
                runs.push(run);
            }
            None => {
                match runs.last_mut().filter(|last| last.times == 1) {
                    Some(last) => last.items.end += 1,
                    None => runs.push(Run { items: first..first + 1, times: 1 }),
                }
                first += 1;
            }
        }
    }
    runs
}

/// The repetition that begins with an item and saves most lines; `repeat` and `}` are two lines.
fn repetition(first: usize, count: usize, is_same: &impl Fn(usize, usize) -> bool) -> Option<Run> {
    let of_length = |length: usize| {
        let equal = (first + length..count).take_while(|&at| is_same(at, at - length)).count();
        Run { items: first..first + length, times: 1 + equal / length }
    };
    let saved = |run: &Run| run.items.len() * (run.times - 1);
    let runs = (1..=LONGEST.min((count - first) / FEWEST)).map(of_length);
    let runs = runs.filter(|run| run.times >= FEWEST && saved(run) > 2);
    // The shortest of those that save as much.
    runs.rev().max_by_key(saved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Sequences as letters; repetitions in parentheses with their number.
    #[rstest]
    #[case("", "")]
    #[case("abc", "abc")]
    #[case("aa", "aa")]
    #[case("aaaa", "(a)4")]
    #[case("xababababy", "x(ab)4y")]
    #[case("abcabcabc", "(abc)3")]
    #[case("aaaaaaab", "(a)7b")]
    #[case("abababc", "(ab)3c")]
    fn repetitions_are_found(#[case] sequence: &str, #[case] expected: &str) {
        let items = sequence.as_bytes();
        let text = |run: Run| match run.times {
            1 => sequence[run.items].to_owned(),
            times => format!("({}){times}", &sequence[run.items]),
        };
        let runs = runs(items.len(), |one, other| items[one] == items[other]);
        assert_eq!(runs.into_iter().map(text).collect::<String>(), expected);
    }
}
