//! Which directed programs a DUT with tied inputs runs.

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::dut::TiedInputs;
use harness::program::{Program, Source};
use harness::regression::required_input;
use rstest::rstest;
use std::path::Path;

fn hpm32() -> Pmu {
    Pmu::find("riscv_hpm32").expect("a PMU of the tree")
}

fn program(pmu: &Pmu, text: &str) -> Program {
    let source = Source::parse(Path::new("test.pmu"), &format!("pmu riscv_hpm32\n{text}")).expect("a program");
    source.resolve("test".to_owned(), pmu).expect("a program of this PMU")
}

#[rstest]
#[case::start_value_without_effect(1, "write hart.minstret = 5\nexpect minstret == 5\nwait", None)]
#[case::no_effect_before_the_end(1, "write hart.mcycle = 5\nexpect mcycle == 5\nwait", None)]
#[case::start_value_with_effect(1, "write hart.mcycle = 5\nwait\nexpect mcycle == 5\nwait", Some("cyc = 0x0"))]
#[case::effect_only_before_the_expectation(
    1,
    "wait 3\nwrite hart.mcycle = 0\nexpect mcycle == 0\nwait",
    Some("cyc = 0x0")
)]
#[case::effect_on_a_read(1, "wait\nread hart.mcycle expect 0", Some("cyc = 0x0"))]
#[case::the_tied_value_is_set(1, "set cyc = 1\nwait 3\nexpect mcycle == 3\nwait", None)]
#[case::another_value_is_set(0, "set cyc = 1\nwrite hart.minstret = 5\nexpect minstret == 5\nwait", Some("cyc = 0x1"))]
#[case::without_expectations(1, "wait 3", None)]
fn program_runs_unless_a_tied_input_matters(#[case] value: u64, #[case] text: &str, #[case] needs: Option<&str>) {
    let pmu = hpm32();
    let mut tied = TiedInputs::default();
    tied.add(&pmu.frame.slot("cyc"), value);
    assert_eq!(required_input(&pmu, &program(&pmu, text), &tied).as_deref(), needs);
}
