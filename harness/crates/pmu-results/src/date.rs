//! Dates in documents.

use chrono::DateTime;

/// Formats seconds since 1970 as a date.
pub(crate) fn date(seconds: i64) -> String {
    let date = DateTime::from_timestamp(seconds, 0);
    date.map_or_else(|| seconds.to_string(), |date| date.format("%Y-%m-%d %H:%M UTC").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_formatted() {
        assert_eq!(date(1_700_000_000), "2023-11-14 22:13 UTC");
    }
}
