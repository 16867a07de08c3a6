//! Numbered names in one: `core0.PerfCtr0` to `core1.PerfCtr3` are `core[0-1].PerfCtr[0-3]`.

use crate::support::ranges;
use std::collections::BTreeSet;

/// Names that differ in numbers only become one, in the order of the first of each.
pub(super) fn folded(names: impl Iterator<Item: AsRef<str>>) -> Vec<String> {
    let names: Vec<_> = names.collect();
    let mut groups: Vec<(Vec<&str>, Vec<Vec<u64>>)> = Vec::new();
    for name in &names {
        let (texts, numbers) = split(name.as_ref());
        match groups.iter_mut().find(|(known, _)| *known == texts) {
            Some((_, all)) => all.push(numbers),
            None => groups.push((texts, vec![numbers])),
        }
    }
    groups.iter().flat_map(|(texts, numbers)| parts(texts, numbers)).collect()
}

/// The texts between the numbers of a name, and the numbers. A number with a leading zero or of many digits is text.
fn split(name: &str) -> (Vec<&str>, Vec<u64>) {
    let (mut texts, mut numbers, mut start) = (Vec::new(), Vec::new(), 0);
    let is_digit = |at: usize| name.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while at < name.len() {
        let end = (at..=name.len()).find(|&end| !is_digit(end)).unwrap_or(name.len());
        let digits = &name[at..end];
        let is_number = !digits.is_empty() && (digits.len() == 1 || !digits.starts_with('0'));
        if let (true, Ok(number)) = (is_number, digits.parse()) {
            texts.push(&name[start..at]);
            numbers.push(number);
            start = end;
        }
        at = end.max(at + 1);
    }
    texts.push(&name[start..]);
    (texts, numbers)
}

/// One name for all numbers if they are all combinations of the numbers at each place, otherwise one for each number at the
/// first place that differs.
fn parts(texts: &[&str], numbers: &[Vec<u64>]) -> Vec<String> {
    let places: Vec<BTreeSet<u64>> =
        (0..texts.len() - 1).map(|at| numbers.iter().map(|all| all[at]).collect()).collect();
    let combinations: usize = places.iter().map(BTreeSet::len).product();
    let first_that_differs = places.iter().position(|values| values.len() > 1);
    match first_that_differs {
        Some(at) if combinations != numbers.len() => {
            let of = |value: u64| numbers.iter().filter(|all| all[at] == value).cloned().collect::<Vec<_>>();
            places[at].iter().flat_map(|&value| parts(texts, &of(value))).collect()
        }
        _ => {
            let values = places.iter().map(bracketed).chain([String::new()]);
            vec![texts.iter().zip(values).map(|(text, values)| format!("{text}{values}")).collect()]
        }
    }
}

/// A single number, or ranges in brackets.
fn bracketed(values: &BTreeSet<u64>) -> String {
    match values.len() {
        1 => ranges(values),
        _ => format!("[{}]", ranges(values)),
    }
}

#[cfg(test)]
mod tests {
    use super::folded;
    use rstest::rstest;

    #[rstest]
    #[case("a b a0", "a b a0")]
    #[case("c0.P0 c0.P1 c1.P0 c1.P1 x", "c[0-1].P[0-1] x")]
    #[case("c0.P0 c0.P1 c1.P0", "c0.P[0-1] c1.P0")]
    #[case("P1 P2 P3 P7 P9 P10", "P[1-3,7,9-10]")]
    #[case("R01 R02 R1", "R01 R02 R1")]
    fn numbered_names_become_one(#[case] names: &str, #[case] expected: &str) {
        assert_eq!(folded(names.split(' ')).join(" "), expected);
    }
}
