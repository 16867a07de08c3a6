//! Overflow and interrupt (K8-R47 to K8-R51).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/overflow/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.apic_int", 0)]
#[case("core0.apic_int", 1)]
#[case("core1.apic_int", 0)]
#[case("core0.PerfCtr0", 0)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("overflow", name, value);
}
