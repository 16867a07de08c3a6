//! Register access: addresses, stored bits, refusals, independence of registers (K8-R01, K8-R02, K8-R04 to K8-R13).

use crate::BENCH;
use rstest::rstest;
use std::path::PathBuf;

#[rstest]
fn program(#[files("k8/programs/access/*.pmu")] file: PathBuf) {
    BENCH.passes(&file);
}

/// The programs see a wrong device by what they expect, without the model's help.
#[rstest]
#[case("bus_rdata", 0)]
#[case("bus_error", 0)]
#[case("bus_error", 1)]
#[case("core0.PerfCtr3", 0)]
#[case("core1.PerfEvtSel0", 0xFFDF_FFFF)]
fn stuck_value_is_found(#[case] name: &str, #[case] value: u64) {
    BENCH.finds_stuck("access", name, value);
}
