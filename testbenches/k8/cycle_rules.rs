//! What meets in one clock (K8-R62 to K8-R65).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/cycle_rules/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 0)]
#[case("core0.apic_int", 0)]
#[case("core0.pm", 0)]
#[case("bus_rdata", 0)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("cycle_rules", name, value);
}
