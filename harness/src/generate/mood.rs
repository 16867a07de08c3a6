//! What one random program concentrates on. Uniform programs reach few of the corners that moody ones do.

use super::bias;
use rand::seq::SliceRandom;
use rand::Rng;

/// Probabilities that hold for a whole program.
pub(super) struct Mood {
    /// Of an access in a clock.
    pub bus: f64,
    /// Of occurrences in a clock.
    pub events: f64,
    /// That an occurrence is held rather than of one clock.
    pub hold: f64,
    /// Of a reset in a clock.
    pub reset: f64,
    /// Whether context changes often.
    pub busy_context: bool,
    /// Event codes that it likes.
    focus: Vec<u64>,
}

impl Mood {
    pub fn draw(rng: &mut impl Rng, codes: &[u64], shared: Option<[u64; 2]>) -> Self {
        let in_shared = |code: &u64| shared.is_some_and(|[first, last]| (first..=last).contains(code));
        let shared_codes: Vec<u64> = codes.iter().copied().filter(|code| in_shared(code)).collect();
        let pool = if !shared_codes.is_empty() && rng.gen_bool(0.25) { &shared_codes } else { codes };
        let pick = |rng: &mut _, from: &[f64]| from.choose(rng).copied().unwrap_or(0.0);
        let focus_size = rng.gen_range(1..=5);
        Self {
            bus: pick(rng, &[0.03, 0.2, 0.5, 0.8, 1.0]),
            events: pick(rng, &[0.1, 0.4, 0.8, 0.95]),
            hold: pick(rng, &[0.05, 0.2, 0.5]),
            reset: pick(rng, &[0.0, 0.0, 0.001, 0.01]),
            busy_context: rng.gen_bool(0.5),
            focus: pool.choose_multiple(rng, focus_size).copied().collect(),
        }
    }

    /// An event code: mostly a favourite, sometimes another of the catalogue, sometimes any number.
    pub fn code(&self, rng: &mut impl Rng, codes: &[u64], width: u32) -> u64 {
        let favourite = match rng.gen_range(0..20) {
            0..=15 => self.focus.choose(rng),
            16..=18 => codes.choose(rng),
            _ => None,
        };
        favourite.copied().unwrap_or_else(|| bias::any(rng, width))
    }
}
