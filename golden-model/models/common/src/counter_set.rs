//! Sets of up to eight counters of one PMU.

/// A set of counters, 8 bits: the position of a bit is the number of the counter in its model.
pub type CounterSet = u8;

/// Whether a set contains the counter of that number.
#[inline]
pub fn has(set: CounterSet, counter: usize) -> bool {
    set >> counter & 1 != 0
}

/// Adds the counter to the set or removes it.
#[inline]
pub fn put(set: &mut CounterSet, counter: usize, member: bool) {
    *set = *set & !(1 << counter) | CounterSet::from(member) << counter;
}

/// The counters that are in at least two of up to eight sets. Each comes with the sets that it is in, a bit for each by
/// the position of the set.
#[inline]
pub fn in_several<const N: usize>(sets: [CounterSet; N]) -> impl Iterator<Item = (usize, u32)> {
    const { assert!(N <= 8, "one byte has the sets of a counter") };
    let (mut once, mut several) = (0, 0);
    for set in sets {
        several |= once & set;
        once |= set;
    }
    let rows = sets.iter().rev().fold(0, |rows, &set| rows << 8 | u64::from(set));
    let columns = transposed(rows);
    std::iter::from_fn(move || {
        let counter = (several != 0).then(|| several.trailing_zeros() as usize)?;
        several &= several - 1;
        Some((counter, u32::from((columns >> (8 * counter)) as u8)))
    })
}

/// Exchanges rows and columns of eight rows of eight bits: bit j of byte i becomes bit i of byte j.
#[inline]
fn transposed(mut rows: u64) -> u64 {
    // Exchanges bits across the diagonal of squares of two, four and eight rows.
    for (distance, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let differing = (rows ^ rows >> distance) & mask;
        rows ^= differing | differing << distance;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_in_several_sets_come_with_their_sets() {
        let found: Vec<_> = in_several([0b1000_0001, 0b0000_0011, 0, 0b1000_0010, 0b0100_0001]).collect();
        assert_eq!(found, [(0, 0b10011), (1, 0b01010), (7, 0b01001)]);
    }

    #[test]
    fn rows_and_columns_are_exchanged() {
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            assert_eq!(transposed(1 << (8 * row + column)), 1 << (8 * column + row));
        }
    }
}
