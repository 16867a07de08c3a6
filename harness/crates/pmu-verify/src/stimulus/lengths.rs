//! Lengths of random programs.
//!
//! Most programs are short, so that many configurations occur; some are long, so that what needs thousands of cycles occurs
//! too. Each octave of lengths gets the same share of the cycles.

use super::Profile;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Ratio of the longest and the shortest program.
const RANGE: f64 = 200.0;

/// Cycles by which a program may be longer than the one before it, so that a short run has no program of all its cycles.
const STEP: u64 = 512;

/// The generator of random numbers of a program.
pub(super) fn rng(seed: u64, index: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Draws the number of cycles of program number `index`.
pub(super) fn draw(rng: &mut impl Rng, index: u64, typical: u64) -> u64 {
    let shortest = (typical / 4).max(1);
    let length = shortest as f64 / (1.0 - rng.gen_range(0.0..1.0) * (1.0 - 1.0 / RANGE));
    (length as u64).min(typical + STEP * index)
}

impl Profile {
    /// Number of random programs of a seed that together have at least this number of cycles.
    pub fn programs_for(&self, seed: u64, cycles: u64) -> u64 {
        let mut left = cycles;
        let mut index = 0;
        while left > 0 {
            left = left.saturating_sub(draw(&mut rng(seed, index), index, self.cycles));
            index += 1;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(count: u64) -> impl Iterator<Item = u64> {
        (0..count).map(|index| draw(&mut rng(1, index), index, 4096))
    }

    #[test]
    fn octaves_get_equal_shares_of_the_cycles() {
        let mut shares = [0; 8];
        for length in lengths(20_000) {
            shares[(length / 1024).ilog2() as usize] += length;
        }
        let whole_octaves = &shares[..7];
        let mean = whole_octaves.iter().sum::<u64>() / 7;
        assert!(whole_octaves.iter().all(|share| (mean * 8 / 10..mean * 12 / 10).contains(share)), "{shares:?}");
        assert!(lengths(20_000).all(|length| (1024..=204_800).contains(&length)));
    }

    #[test]
    fn first_programs_are_short() {
        assert!(lengths(8).all(|length| length <= 8192));
    }
}
