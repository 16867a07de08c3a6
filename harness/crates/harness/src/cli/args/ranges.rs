//! Ranges of numbers on the command line.

use std::ops::RangeInclusive;

/// Parses `A..B`, both included.
pub(super) fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wrong = || "it must be A..B with A <= B, such as 1..5 for the five numbers from 1 to 5".to_owned();
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn both_ends_are_included() {
        assert_eq!(range("1..5"), Ok(1..=5));
        assert_eq!(range("7..7"), Ok(7..=7));
        for text in ["", "5", "5..1", "1..", "..5", "1...5", "1..=5", "a..b", "-1..5"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
