//! What one random program concentrates on. Uniform programs reach few of the corners that moody ones do.

use super::bias;
use super::targets::Targets;
use rand::seq::SliceRandom;
use rand::Rng;

/// A program concentrates on a few units where there are more than this of a kind.
const MANY_UNITS: usize = 4;

/// Probabilities that hold for a whole program.
pub(super) struct Knobs {
    /// Of an access in a clock.
    pub bus: f64,
    /// Of occurrences in a clock.
    pub events: f64,
    /// That an occurrence is held rather than of one clock.
    pub hold: f64,
    /// Of a reset in a clock.
    pub reset: f64,
    /// Whether inputs change often.
    pub busy_inputs: bool,
    /// Units that the program uses most.
    pub units: Vec<usize>,
    /// For each kind of units the event codes that it likes.
    focus: Vec<Vec<u64>>,
}

impl Knobs {
    pub fn draw(rng: &mut impl Rng, targets: &Targets, shared: Option<[u64; 2]>) -> Self {
        let pick = |rng: &mut _, from: &[f64]| from.choose(rng).copied().unwrap_or(0.0);
        let shared = shared.filter(|_| rng.gen_bool(0.25));
        let focus = targets.kinds.iter().map(|kind| {
            let in_shared = |code: &u64| shared.is_some_and(|[first, last]| (first..=last).contains(code));
            let shared_codes: Vec<u64> = kind.codes.iter().copied().filter(|code| in_shared(code)).collect();
            let pool = if shared_codes.is_empty() { &kind.codes } else { &shared_codes };
            let size = rng.gen_range(1..=5);
            pool.choose_multiple(rng, size).copied().collect()
        });
        let focus = focus.collect();
        let units = targets.kinds.iter().flat_map(|kind| match kind.units.len() {
            many if many > MANY_UNITS && rng.gen_bool(0.9) => {
                let size = rng.gen_range(1..=MANY_UNITS);
                kind.units.choose_multiple(rng, size).copied().collect()
            }
            _ => kind.units.clone(),
        });
        Self {
            units: units.collect(),
            bus: pick(rng, &[0.03, 0.2, 0.5, 0.8, 1.0]),
            events: pick(rng, &[0.1, 0.4, 0.8, 0.95]),
            hold: pick(rng, &[0.05, 0.2, 0.5]),
            reset: pick(rng, &[0.0, 0.0, 0.001, 0.01]),
            busy_inputs: rng.gen_bool(0.5),
            focus,
        }
    }

    /// An event code for a kind of units: mostly a favourite, sometimes another of the catalogue, sometimes any number.
    pub fn code(&self, rng: &mut impl Rng, targets: &Targets, kind: usize, width: u32) -> u64 {
        let favourite = match rng.gen_range(0..20) {
            0..=15 => self.focus[kind].choose(rng),
            16..=18 => targets.kinds[kind].codes.choose(rng),
            _ => None,
        };
        favourite.copied().unwrap_or_else(|| bias::any(rng, width))
    }
}
