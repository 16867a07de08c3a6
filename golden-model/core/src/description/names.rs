//! Selection of bits in the description files, such as `7:0`.

/// Lowest bit and width of `HIGH:LOW` or `BIT`.
pub(super) fn bits(text: &str) -> Option<(u32, u32)> {
    let bit = |text: &str| text.trim().parse::<u32>().ok();
    let (high, low) = match text.split_once(':') {
        Some((high, low)) => (bit(high)?, bit(low)?),
        None => (bit(text)?, bit(text)?),
    };
    (high >= low).then(|| (low, high - low + 1))
}

/// Name, lowest bit and width of `NAME[HIGH:LOW]` or `NAME[BIT]`.
pub(super) fn part(text: &str) -> Option<(&str, u32, u32)> {
    let (name, rest) = text.split_once('[')?;
    let (low, width) = bits(rest.strip_suffix(']')?)?;
    Some((name, low, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_parsed() {
        assert_eq!((bits("7:4"), bits("9"), bits("4:7"), bits("x")), (Some((4, 4)), Some((9, 1)), None, None));
        assert_eq!((part("evt[3]"), part("evt")), (Some(("evt", 3, 1)), None));
    }
}
