//! Numbers as ranges.

use std::collections::BTreeSet;

/// Formats numbers in ascending order, consecutive ones as a range: `1-3,7`.
pub fn ranges(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_numbers_are_a_range() {
        assert_eq!(ranges(&[3, 1, 2, 7, 9, 10].into()), "1-3,7,9-10");
        assert_eq!((ranges(&[].into()), ranges(&[u64::MAX].into())), (String::new(), u64::MAX.to_string()));
    }
}
