//! Numbers of cycles on the command line.

/// Parses a number above 0: `10000000`, `10_000_000`, `10M` or `1e7`.
pub(super) fn count(text: &str) -> Result<u64, String> {
    match exact(text) {
        Some(0) => Err("it must be at least 1".to_owned()),
        Some(number) => Ok(number),
        None => Err("it must be a whole number below 2^64, such as 1000000, 1_000_000, 1M or 1e6".to_owned()),
    }
}

fn exact(text: &str) -> Option<u64> {
    let units = [("k", 3), ("M", 6), ("G", 9)];
    let unit = units.iter().find_map(|&(unit, power)| Some((text.strip_suffix(unit)?, power)));
    let (text, power) = unit.unwrap_or((text, 0));
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.chars().filter(|&c| c != '_').collect::<String>();
    let (whole, fraction) = (digits(whole), digits(fraction));
    let is_number = !whole.is_empty() && whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_digit());
    // Digits after the point must not be lost.
    let zeros = (power + exponent).checked_sub(fraction.len() as u32).filter(|_| is_number)?;
    (whole + &fraction).parse::<u64>().ok()?.checked_mul(10u64.checked_pow(zeros)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_exponents_and_separators_are_exact() {
        for text in ["10000000", "10_000_000", "10M", "1e7", "0.01G", "10.0M", "1.0E7", "10_000k"] {
            assert_eq!(count(text), Ok(10_000_000), "{text}");
        }
        assert_eq!(count(&u64::MAX.to_string()), Ok(u64::MAX));
        for text in [
            "",
            "_",
            "0",
            "0M",
            "-1",
            "1.5",
            "1.5e0",
            "1e",
            "M",
            "1MM",
            "1e20",
            "1 000",
            "0x10",
            "1e4294967295",
            "18446744073709551616",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
