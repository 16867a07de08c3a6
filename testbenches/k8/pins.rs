//! Performance monitor pins (K8-R52 to K8-R55).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/pins/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.pm", 0)]
#[case("core1.pm", 0)]
#[case("core0.pm", 15)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("pins", name, value);
}
