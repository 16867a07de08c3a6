//! Halt (K8-R56, K8-R57, K8-R67).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/halt/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.apic_int", 0)]
#[case("core0.PerfCtr0", 0)]
#[case("core0.edge_history0", 1)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("halt", name, value);
}
