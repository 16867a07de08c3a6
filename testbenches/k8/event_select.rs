//! Event codes (K8-R01, K8-R03, K8-R21, K8-R24, K8-R26).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/event_select/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 0)]
#[case("core1.PerfCtr3", 0)]
#[case("core0.PerfCtr2", 5)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("event_select", name, value);
}
