//! Knobs: settings that are drawn for one random program, or for a phase of one.
//!
//! Programs with different settings cover more corner cases than uniform ones.

use super::bias;
use super::targets::{Kind, Targets};
use crate::turns::in_turn;
use rand::seq::SliceRandom;
use rand::Rng;

/// Largest number of units of a kind that a program mostly prefers.
const MANY_UNITS: usize = 4;

/// Length up to which the number of resets grows with the length. Longer programs show what happens long after a reset.
const MANY_CYCLES: u64 = 8192;

/// Densities of a phase.
pub(super) struct Tempo {
    /// Probability of an access in a cycle.
    pub bus: f64,
    /// Probability of occurrences in a cycle.
    pub events: f64,
    /// Probability that an event line is held for several cycles.
    pub hold: f64,
    /// Whether inputs change often.
    pub busy_inputs: bool,
}

impl Tempo {
    pub fn draw(rng: &mut impl Rng) -> Self {
        Self {
            bus: pick(rng, &[0.003, 0.03, 0.2, 0.5, 0.8, 1.0]),
            events: pick(rng, &[0.1, 0.4, 0.8, 0.95]),
            hold: pick(rng, &[0.05, 0.2, 0.5]),
            busy_inputs: rng.gen_bool(0.5),
        }
    }
}

fn pick(rng: &mut impl Rng, from: &[f64]) -> f64 {
    from.choose(rng).copied().unwrap_or(0.0)
}

/// The settings of one program.
pub(super) struct Knobs {
    /// Probability of a reset in a cycle.
    pub reset: f64,
    /// Probability that all fields of a register that is configured are all ones.
    pub full: f64,
    /// Probability that the fields of a register, an input or a transaction have special values, which are equally likely.
    pub even: f64,
    /// Units that the program uses most.
    pub units: Vec<usize>,
    /// For each kind of units, the preferred event codes.
    focus: Vec<Vec<u64>>,
}

impl Knobs {
    /// Draws the settings of program number `turn`. Successive programs prefer successive codes of the catalogue, so that
    /// each is counted often, and a few that are drawn.
    pub fn draw(rng: &mut impl Rng, targets: &Targets, shared: Option<[u64; 2]>, length: u64, turn: u64) -> Self {
        let focus = focus(rng, targets, shared, turn);
        let units = targets.kinds.iter().flat_map(|kind| match kind.units.len() {
            many if many > MANY_UNITS && rng.gen_bool(0.9) => {
                let size = rng.gen_range(1..=MANY_UNITS);
                kind.units.choose_multiple(rng, size).copied().collect()
            }
            _ => kind.units.clone(),
        });
        let units = units.collect();
        let reset = pick(rng, &[0.0, 0.0, 0.0005, 0.005]) * (MANY_CYCLES as f64 / length as f64).min(1.0);
        let full = if rng.gen_bool(0.1) { 0.5 } else { 0.0 };
        let even = pick(rng, &[0.0, 0.03, 0.1, 0.5]);
        Self { reset, full, even, units, focus }
    }

    /// Draws other preferred codes.
    pub fn prefer_others(&mut self, rng: &mut impl Rng, targets: &Targets, shared: Option<[u64; 2]>) {
        let turn = rng.gen();
        self.focus = focus(rng, targets, shared, turn);
    }

    /// Draws an event code for a kind of units.
    ///
    /// Mostly a preferred code, above all the first, sometimes another one of the catalogue, sometimes any number.
    pub fn code(&self, rng: &mut impl Rng, targets: &Targets, kind: usize, width: u32) -> u64 {
        let favourite = match rng.gen_range(0..20) {
            0..=4 => self.focus[kind].first(),
            5..=15 => self.focus[kind].choose(rng),
            16..=18 => targets.kinds[kind].codes.choose(rng),
            _ => None,
        };
        favourite.copied().unwrap_or_else(|| bias::any(rng, width))
    }
}

/// The preferred event codes of each kind of units: that of a turn first, then a few of all codes, or of those in `shared`.
fn focus(rng: &mut impl Rng, targets: &Targets, shared: Option<[u64; 2]>, turn: u64) -> Vec<Vec<u64>> {
    let shared = shared.filter(|_| rng.gen_bool(0.25));
    let of_kind = |kind: &Kind| {
        let in_shared = |code: &u64| shared.is_some_and(|[first, last]| (first..=last).contains(code));
        let shared_codes: Vec<u64> = kind.codes.iter().copied().filter(|code| in_shared(code)).collect();
        let pool = if shared_codes.is_empty() { &kind.codes } else { &shared_codes };
        let size = rng.gen_range(0..=4);
        let drawn = pool.choose_multiple(rng, size);
        in_turn(&kind.distinct_codes, turn).into_iter().chain(drawn).copied().collect()
    };
    targets.kinds.iter().map(of_kind).collect()
}
