//! Collision sites.

use super::super::collisions::CollisionSites;
use super::bench::*;
use crate::collisions::CollisionTable;
use rstest::rstest;

/// A PMU without a collision table records nothing, and the sites exist in every configuration.
#[rstest]
#[case(HPM64, "")]
#[case(HPM32, "")]
#[case(HPM32_FULL, "")]
#[case(HPM32, "counters = []\nmcountinhibit = 0")]
fn sites_of_an_empty_table(#[case] configuration: &str, #[case] changes: &str) {
    let _ = CollisionSites::new(&CollisionTable::default(), &parameters(configuration, changes));
}
