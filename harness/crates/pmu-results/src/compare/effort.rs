//! Cycles and speed of both runs. They are information only: they do not make a run better or worse.

use super::change::Change;
use crate::document::PmuResults;
use serde::Serialize;

/// Cycles and speed, with their ratios B / A.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// Cycles in lockstep.
    pub cycles: Change<u64>,
    /// Ratio of the cycles; null if A has none.
    pub cycles_ratio: Option<f64>,
    /// Cycles per second of all threads.
    pub cycles_per_second: Change<f64>,
    /// Ratio of the speeds; null if A has none.
    pub speed_ratio: Option<f64>,
}

impl Effort {
    /// The effort for these PMUs in both runs.
    pub(super) fn new(pmus: &[Change<&PmuResults>]) -> Self {
        let cycles = Change {
            a: pmus.iter().map(|pmu| pmu.a.cycles).sum::<u64>(),
            b: pmus.iter().map(|pmu| pmu.b.cycles).sum::<u64>(),
        };
        let speed = Change {
            a: speed(pmus.iter().map(|pmu| (pmu.a.cycles, pmu.a.cycles_per_second))),
            b: speed(pmus.iter().map(|pmu| (pmu.b.cycles, pmu.b.cycles_per_second))),
        };
        Self {
            cycles_ratio: ratio(cycles.b as f64, cycles.a as f64),
            speed_ratio: ratio(speed.b, speed.a),
            cycles,
            cycles_per_second: speed,
        }
    }
}

fn ratio(b: f64, a: f64) -> Option<f64> {
    (a > 0.0).then(|| b / a)
}

/// Cycles per second of several PMUs, from the cycles and the speed of each: all cycles in the sum of the times.
pub(crate) fn speed(pmus: impl Iterator<Item = (u64, f64)>) -> f64 {
    let known = pmus.filter(|(_, speed)| *speed > 0.0).map(|(cycles, speed)| (cycles as f64, cycles as f64 / speed));
    let (cycles, seconds) = known.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if seconds > 0.0 {
        cycles / seconds
    } else {
        0.0
    }
}
