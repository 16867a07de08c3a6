//! Edge detection (K8-R38 to K8-R46).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/edge/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 0)]
#[case("core0.edge_history0", 0)]
#[case("core0.edge_history0", 1)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("edge", name, value);
}
