//! Unit masks, sums of sub-events and the paths of E9h (K8-R22 to K8-R25, K8-R27 to K8-R30).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/unit_mask/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 0)]
#[case("core1.PerfCtr3", 0)]
#[case("core1.PerfCtr1", 1)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("unit_mask", name, value);
}
