//! Random values that are biased towards those at which PMU bugs are likely.

use rand::seq::SliceRandom;
use rand::Rng;

/// Draws one of these values, or with weight `any` any value of `width` bits.
///
/// Any value if all weights are 0.
pub(super) fn choose(rng: &mut impl Rng, values: &[(u64, u32)], any: u32, width: u32) -> u64 {
    let total: u32 = values.iter().map(|(_, weight)| weight).sum::<u32>() + any;
    let mut draw = rng.gen_range(0..total.max(1));
    for (value, weight) in values {
        if draw < *weight {
            return *value;
        }
        draw -= weight;
    }
    self::any(rng, width)
}

/// Draws one of the listed values; also 0, all ones, or any value if others than the listed ones may occur. All are equally likely.
pub(super) fn evenly(rng: &mut impl Rng, values: &[(u64, u32)], has_others: bool, width: u32) -> u64 {
    let others = if has_others { 3 } else { 0 };
    match (rng.gen_range(0..values.len() + others)).checked_sub(values.len()) {
        Some(0) => 0,
        Some(1) => u64::MAX >> (64 - width),
        Some(_) => any(rng, width),
        None => values.choose(rng).map_or(0, |&(value, _)| value),
    }
}

/// Draws one item, with the same random numbers as `choose` on a slice of the items.
pub(super) fn pick<T>(rng: &mut impl Rng, from: impl Iterator<Item = T> + Clone) -> Option<T> {
    let number = from.clone().count() as u32;
    let mut from = from;
    if number == 0 {
        return None;
    }
    from.nth(rng.gen_range(0..number) as usize)
}

/// Narrowest value that has special ones: all values of narrower ones are drawn often.
const SPECIAL: u32 = 5;

/// A random value of `width` bits: mostly uniform; for wide values sometimes near a power of two, with few bits, or small.
pub(super) fn any(rng: &mut impl Rng, width: u32) -> u64 {
    let width = width.clamp(1, 64);
    if width < SPECIAL {
        return uniform(rng, width);
    }
    let ones = u64::MAX >> (64 - width);
    let one = |rng: &mut _| 1u64 << Rng::gen_range(rng, 0..width);
    ones & match rng.gen_range(0..32) {
        0..=1 => one(rng),
        2 => !one(rng),
        3 => one(rng) | one(rng),
        4 => one(rng).wrapping_sub(1),
        5 => one(rng) + 1,
        // All magnitudes are equally likely.
        6..=8 => uniform(rng, width) >> rng.gen_range(0..width),
        9..=10 => repeated(rng, width),
        _ => uniform(rng, width),
    }
}

/// A short pattern, repeated: all cores, ways or bytes of the value are alike.
fn repeated(rng: &mut impl Rng, width: u32) -> u64 {
    let period = [1, 1, 2, 3, 4, 8][rng.gen_range(0..6)];
    let pattern = uniform(rng, period);
    (0..width).step_by(period as usize).fold(0, |value, low| value | pattern << low)
}

/// A uniformly random value of `width` bits.
fn uniform(rng: &mut impl Rng, width: u32) -> u64 {
    rng.gen::<u64>() >> (64 - width)
}

/// A number from `least` to `most`; all magnitudes are equally likely.
pub(super) fn magnitude(rng: &mut impl Rng, least: u64, most: u64) -> u64 {
    let (low, high) = ((least.max(1) as f64).ln(), (most.max(1) as f64 + 0.999).ln());
    (rng.gen_range(low..=high.max(low)).exp() as u64).clamp(least, most.max(least))
}

/// A value of `width` bits that a comparator may mistake for `value`: the same, with one or two bits inverted, with a few
/// adjacent bits replaced, or its neighbour.
pub(super) fn similar(rng: &mut impl Rng, value: u64, width: u32) -> u64 {
    let width = width.clamp(1, 64);
    let one = |rng: &mut _| 1u64 << Rng::gen_range(rng, 0..width);
    (u64::MAX >> (64 - width))
        & match rng.gen_range(0..16) {
            0..=6 => value,
            7..=9 => value ^ one(rng),
            10..=12 => value ^ one(rng) ^ one(rng),
            13 => {
                let (low, bits) = (rng.gen_range(0..width), rng.gen_range(1..=width));
                value ^ uniform(rng, bits) << low
            }
            14 => value ^ uniform(rng, width.min(12)),
            15 if rng.gen() => value.wrapping_add(1),
            _ => value.wrapping_sub(1),
        }
}

/// A counter value: half of them within a few events of the wrap.
///
/// The others are near other powers of two or anywhere.
pub(super) fn counter(rng: &mut impl Rng, bits: u32) -> u64 {
    let top = if bits >= 64 { 0 } else { 1u64 << bits };
    let few = rng.gen_range(0..8);
    let value = match rng.gen_range(0..20) {
        0..=9 => top.wrapping_sub(1 + few),
        10 => few,
        11 if bits > 32 => (1 << 32) - 1 - few,
        12 if bits > 16 => (1 << 16) - 1 - few,
        13 => (1u64 << (bits - 1)).wrapping_sub(1 + few),
        14 if bits > 1 => (1 << rng.gen_range(1..bits)) - 1,
        15 if bits > 1 => top.wrapping_sub((1 << rng.gen_range(1..bits)) + 1 + few.min(1)),
        // A carry through a run of ones into other bits: any, or the first of a byte.
        16..=17 => {
            let into = if rng.gen() { rng.gen_range(0..bits) } else { 8 * rng.gen_range(0..=(bits - 1) / 8) };
            let below = if rng.gen() { few.min(2) } else { magnitude(rng, 1, 64) };
            (uniform(rng, bits) | ((1 << into) - 1)).wrapping_sub(below)
        }
        _ => any(rng, bits),
    };
    // Bits above the counter: sign extension, zeros, or random.
    match rng.gen_range(0..4) {
        0 => value,
        1 => value | any(rng, 64).checked_shl(bits).unwrap_or(0),
        _ => value | u64::MAX.checked_shl(bits).unwrap_or(0),
    }
}

/// An address that is probably unused: near a used one, in a neighbouring window, one or two bits of it inverted, or random.
pub(super) fn near_address(rng: &mut impl Rng, right: u32) -> u32 {
    let near = rng.gen_range(1..16) << (rng.gen_range(0..13u32) * rng.gen_range(0..2));
    match rng.gen_range(0..9) {
        0..=1 => right.wrapping_add(near),
        2..=3 => right.wrapping_sub(near),
        4..=5 => right ^ (1 << rng.gen_range(0..32)),
        6 => right ^ (1 << rng.gen_range(0..32)) ^ (1 << rng.gen_range(0..32)),
        7 => window(right, PAGE, rng.gen_range(0..WINDOWS)),
        _ => rng.gen(),
    }
}

/// Usual number of address bits in the window of a block.
pub(super) const PAGE: u32 = 12;

/// Number of windows in which the blocks of a chip usually are.
pub(super) const WINDOWS: u32 = 16;

/// The same place in another window of `1 << bits` addresses.
pub(super) fn window(address: u32, bits: u32, number: u32) -> u32 {
    address & ((1 << bits) - 1) | number << bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn narrow_counters_get_values() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        for bits in 1..=4 {
            let low: Vec<u64> = (0..400).map(|_| counter(&mut rng, bits) % (1 << bits)).collect();
            assert!((0..1 << bits).all(|value| low.contains(&value)), "{bits} bits");
        }
    }

    #[test]
    fn pick_draws_the_same_items_as_choose_on_a_slice() {
        use rand::seq::SliceRandom;
        let all: Vec<u32> = (0..7).collect();
        let (mut a, mut b) =
            (rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3), rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3));
        for length in (0..7).cycle().take(100) {
            assert_eq!(pick(&mut a, all[..length].iter()), all[..length].choose(&mut b));
        }
    }

    #[test]
    fn half_of_the_counter_values_are_within_a_few_events_of_the_wrap() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let near = (0..10_000).filter(|_| counter(&mut rng, 48) & ((1 << 48) - 1) >= (1 << 48) - 8).count();
        assert!((4_800..6_000).contains(&near), "{near} of 10000");
    }
}
