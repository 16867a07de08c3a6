//! Each of several items has its turn, so that none is left to chance.

/// The item of a turn; `None` if there are no items.
///
/// Each round starts one item later than the one before. Otherwise two lists whose lengths have a common factor would never have all
/// combinations.
pub(crate) fn in_turn<T>(items: &[T], turn: u64) -> Option<&T> {
    let count = items.len() as u64;
    let shifted = turn.wrapping_add(turn.checked_div(count)?);
    items.get(usize::try_from(shifted % count).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_item_has_a_turn_in_each_round() {
        let items = [0, 1, 2, 3];
        for round in 0..5 {
            let seen: HashSet<_> = (0..4).map(|turn| in_turn(&items, 4 * round + turn)).collect();
            assert_eq!(seen.len(), 4);
        }
        assert_eq!(in_turn::<u8>(&[], 3), None);
    }

    #[test]
    fn two_lists_have_all_combinations() {
        let (counters, codes): (Vec<u8>, Vec<u8>) = ((0..4).collect(), (0..60).collect());
        // A check has every sixth program.
        let pair = |turn| (in_turn(&counters, turn), in_turn(&codes, 6 * turn));
        let pairs: HashSet<_> = (0..2_000).map(pair).collect();
        assert_eq!(pairs.len(), counters.len() * codes.len());
    }
}
