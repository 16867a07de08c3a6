//! Northbridge ownership (K8-R19, K8-R58 to K8-R61).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/northbridge/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.nb_block", 0)]
#[case("core1.nb_block", 0)]
#[case("core0.nb_claim", 0)]
#[case("nb_owner0", 0)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("northbridge", name, value);
}
