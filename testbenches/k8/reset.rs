//! Reset (K8-R66).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/reset/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("core0.PerfCtr0", 1)]
#[case("core0.PerfEvtSel0", 1)]
#[case("core0.pm", 1)]
#[case("nb_owner0", 1)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("reset", name, value);
}
