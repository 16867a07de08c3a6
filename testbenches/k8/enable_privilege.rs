//! Enable and privilege (K8-R14 to K8-R20).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/enable_privilege/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 0)]
#[case("core1.PerfCtr3", 0)]
#[case("core0.apic_int", 1)]
#[case("core0.pm", 1)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("enable_privilege", name, value);
}
