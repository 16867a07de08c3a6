//! The freeze latch.

use super::super::*;
use rstest::rstest;

/// IVT-R69 IVT-R70 IVT-R72 IVT-R73: the latch after a cycle with own message, freeze and unfreeze.
#[rstest]
#[case::nothing((false, false, false), [false, true])]
#[case::unfreeze((false, false, true), [false, false])]
#[case::freeze((false, true, false), [true, true])]
#[case::freeze_takes_priority((false, true, true), [true, true])]
#[case::own((true, false, false), [true, true])]
#[case::own_takes_priority((true, false, true), [true, true])]
#[case::all((true, true, true), [true, true])]
fn freeze_takes_priority_over_unfreeze(
    #[case] (own, freeze, unfreeze): (bool, bool, bool),
    #[case] expected: [bool; 2],
) {
    let after = [false, true].map(|frozen| {
        let mut latch = FreezeLatch::default();
        latch.step(frozen, Broadcasts::default());
        latch.step(own, Broadcasts { freeze, unfreeze });
        latch.frozen()
    });
    assert_eq!(after, expected);
}
