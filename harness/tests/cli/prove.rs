//! `prove`: theorems about RTL. They concern the register port and the reset, and belong to rules 2, 4 and 5 of the register port.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, CommandOutput};
use rstest::rstest;

const DECODER: &str = "intel_ivt/ubox/ivt_ubox_decoder.v";

fn prove(rtl: &str) -> CommandOutput {
    run(&mut pmu_cosim(&["prove", "--pmu", "ivt_ubox", "--rtl", rtl]))
}

#[test]
fn theorems_about_the_rtl_in_the_tree_are_proven() {
    let output = prove("rtl/intel_ivt/ubox");
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let line = output.out.trim();
    let proven = line.strip_prefix("ivt_ubox: ").and_then(|line| line.strip_suffix(" theorems proven"));
    let (proven, all) = proven.and_then(|counts| counts.split_once(" of ")).expect("two numbers");
    assert_eq!(proven, all);
    assert!(all.parse::<usize>().is_ok_and(|all| all > 15), "{line}");
}

#[rstest]
// An alias two address bits away from the register: no address near an existing one.
#[case::alias(
    DECODER,
    "assign at_fixed_ctr     = here & (offset == FIXED_CTR);",
    "assign at_fixed_ctr     = here & (offset == FIXED_CTR) | bus_valid & (bus_space == SPACE_MSR) & \
     (bus_unit == UNIT) & (bus_addr == 32'h40200C09);",
    "ivt_ubox: decoder: writes: refuted\n    inputs 1: bus_valid = 0x1, bus_write = 0x1, ",
    "bus_addr = 0x40200c09"
)]
// A read of a counter at its largest value clears it.
#[case::read(
    "intel_ivt/ubox/ivt_ubox.v",
    ".ctr_write      (at_ctr & bus_write),",
    ".ctr_write      (at_ctr & (bus_write | ctr == {CTR_WIDTH{1'b1}})),",
    "ivt_ubox: reads: all addresses: refuted\n    inputs 1: bus_valid = 0x1, bus_addr = 0xc",
    "theorems proven"
)]
// A register that keeps its value if it was all ones.
#[case::survives_reset(
    "common/pmu_sticky.v",
    "if (rst) value_q <= {WIDTH{1'b0}};",
    "if (rst) value_q <= {WIDTH{&value_q & set[0]}};",
    "ivt_ubox: reset: ",
    "reset: refuted\n    inputs 1: rst = 0x1, "
)]
fn wrong_rtl_is_refuted_with_the_inputs(
    #[case] file: &str,
    #[case] find: &str,
    #[case] replace: &str,
    #[case] theorem: &str,
    #[case] inputs: &str,
) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), file, find, replace);
    let output = prove(&folder.path().join("intel_ivt/ubox").display().to_string());
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    assert!(output.out.contains(theorem) && output.out.contains(inputs), "{}", output.out);
}
