//! Start values of collisions.

/// A value with its name in coverage results, such as `max-1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateValue {
    /// Notation in the table.
    pub name: String,
    /// The value.
    pub value: u64,
}

impl StateValue {
    /// Reads `max`, `max-1`, `2^32`, `2^32-1` or a number for a field of `width` bits. `None` for any other text or a value
    /// that is too large.
    pub(super) fn parse(name: &str, width: u32) -> Option<Self> {
        let max = all_ones(width);
        let (base, below) = match name.split_once('-') {
            Some((base, below)) => (base, below.parse().ok()?),
            None => (name, 0u64),
        };
        let base = match base.strip_prefix("2^") {
            _ if base == "max" => max,
            Some(power) => 1u64.checked_shl(power.parse().ok()?)?,
            None => match base.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok()?,
                None => base.parse().ok()?,
            },
        };
        let value = base.checked_sub(below)?;
        (value <= max).then(|| Self { name: name.to_owned(), value })
    }
}

/// The largest value of `width` bits, at most 64.
pub(super) fn all_ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_names_depend_on_the_width() {
        let value = |name: &str| StateValue::parse(name, 44).map(|value| value.value);
        assert_eq!(value("max"), Some((1 << 44) - 1));
        assert_eq!(value("max-1"), Some((1 << 44) - 2));
        assert_eq!((value("2^32"), value("2^32-1")), (Some(1 << 32), Some((1 << 32) - 1)));
        assert_eq!((value("0x10"), value("7")), (Some(16), Some(7)));
        assert_eq!(StateValue::parse("max", 64).map(|value| value.value), Some(u64::MAX));
        for wrong in ["2^44", "2^64", "max+1", "0-1", "", "min"] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
    }
}
