//! Confidence intervals of fractions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Quantile of the normal distribution for 95 %.
const Z: f64 = 1.96;

/// A fraction with its 95 % confidence interval (Wilson score), each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The fraction.
    pub fraction: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Interval {
    /// The interval of `count` of `total`. Without a total, nothing is known: from 0 to 1.
    pub fn of(count: u64, total: u64) -> Self {
        if total == 0 {
            return Self { fraction: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, fraction) = (total as f64, count as f64 / total as f64);
        let scale = 1.0 + Z * Z / n;
        let center = (fraction + Z * Z / (2.0 * n)) / scale;
        let half = Z * (fraction * (1.0 - fraction) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
        let [fraction, low, high] = [fraction, (center - half).max(0.0), (center + half).min(1.0)].map(rounded);
        Self { fraction, low, high }
    }

    /// Whether two intervals have a value in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// Four decimals: more have no meaning for some hundred mutants.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let values = |count, total| {
            let Interval { fraction, low, high } = Interval::of(count, total);
            [fraction, low, high]
        };
        assert_eq!(values(0, 10), [0.0, 0.0, 0.2775]);
        assert_eq!(values(10, 10), [1.0, 0.7225, 1.0]);
        assert_eq!(values(50, 100), [0.5, 0.4038, 0.5962]);
        assert_eq!(values(0, 0), [0.0, 0.0, 1.0]);
        assert!(
            Interval::of(5, 10).overlaps(&Interval::of(8, 10)) && !Interval::of(0, 99).overlaps(&Interval::of(9, 10))
        );
    }
}
