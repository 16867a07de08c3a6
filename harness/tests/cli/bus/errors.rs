//! Wrong `[bus]` tables and blocks that do not keep to them.

use super::super::support::{pmu_cosim, root, run};
use super::block::Block;
use rstest::rstest;

#[rstest]
#[case::unknown_protocol("protocol = \"apb\"", "protocol = \"wishbone\"", "unknown variant `wishbone`")]
#[case::unknown_key("wait_states = 1", "wait = 1", "unknown field `wait`")]
#[case::missing_signal(
    "[ports]",
    "signals = { psel = \"sel\" }\n[ports]",
    "[bus] the top has no port sel; name its psel in `signals`"
)]
#[case::unknown_signal(
    "[ports]",
    "signals = { awvalid = \"sel\" }\n[ports]",
    "[bus] signals: the protocol has no signal awvalid"
)]
#[case::direction(
    "[ports]",
    "signals = { psel = \"prdata\" }\n[ports]",
    "[bus] psel: port prdata has the wrong direction"
)]
#[case::other_protocol("\"apb\"", "\"ahb_lite\"", "[bus] the top has no port htrans; name its htrans in `signals`")]
#[case::unknown_part(
    "\"bus_unit\"",
    "\"bus_data\"",
    "there is no bus_data; its parts are bus_addr, bus_unit and bus_space, or bits of them"
)]
#[case::wrong_bits("\"bus_unit\"", "\"bus_unit[8:0]\"", "bus_unit[8:0] is not a part such as bus_unit[7:0]")]
#[case::too_many_bits(
    "\"bus_unit\"",
    "\"bus_unit\", \"bus_unit\"",
    "its parts have 52 bits, more than the 44 of the bus"
)]
#[case::only_for_axi(
    "wait_states = 1",
    "wait_states = 1\nanswer = 2",
    "[bus] `write`, `read` and `answer` are for AXI4-Lite"
)]
#[case::too_long("wait_states = 1", "wait_states = 5000", "[bus] wait_states: at most 255 cycles")]
fn wrong_bus_is_one_error(#[case] find: &str, #[case] replace: &str, #[case] expected: &str) {
    let block = Block::new("ivt_ubox", &root().join("rtl"), "apb", 1);
    block.edit("ports.toml", find, replace);
    let (rtl, map) = (block.path("").display().to_string(), block.map().display().to_string());
    let output = run(&mut pmu_cosim(&["run", "--pmu", "ivt_ubox", "--rtl", &rtl, "--top", "block", "--ports", &map]));
    assert_eq!(output.status, 2, "{}{}", output.out, output.err);
    assert!(output.error().contains("ports.toml") || output.err.contains("[bus]"), "{}", output.err);
    assert!(output.err.contains(expected), "{}", output.err);
}

#[test]
fn block_that_is_slower_than_its_map_says_ends_the_run_with_the_reason() {
    let block = Block::new("ivt_ubox", &root().join("rtl"), "apb", 3);
    block.edit("ports.toml", "wait_states = 3", "wait_states = 2");
    let results = block.run("2000");
    assert_eq!(results["verdict"], "fail");
    let text = results.to_string();
    assert!(text.contains("the bus has not answered 3 cycles after an access"), "{text}");
}

/// A slave that answers although there was no access, and one that answers twice.
#[rstest]
#[case::spurious("assign bvalid = ", "assign bvalid = free & ~rst | ")]
#[case::other_channel("assign rvalid = left_q == 1 & ~write_q", "assign rvalid = left_q == 1")]
#[case::twice("accepted ?", "accepted & again_q ?")]
fn answer_without_an_access_ends_the_run_with_the_reason(#[case] find: &str, #[case] replace: &str) {
    let block = Block::new("ivt_ubox", &root().join("rtl"), "axi", 1);
    block.edit("slaves.v", find, replace);
    block.edit("slaves.v", "bvalid & bready | rvalid & rready", "~free & (bvalid & bready | rvalid & rready)");
    block.edit(
        "slaves.v",
        "reg write_q, error_q;",
        "reg write_q, error_q, again_q; always @(posedge clk) again_q <= ~rst & accepted & ~again_q;",
    );
    block.edit("ports.toml", "wait_states = 1", "wait_states = 1\nanswer = 3");
    let results = block.run("2000");
    assert_eq!(results["verdict"], "fail");
    let text = results.to_string();
    assert!(text.contains("the bus answers without an access, or a second time"), "{text}");
}

/// Programs that would pass without testing their requirements.
#[test]
fn programs_that_a_bus_cannot_run_are_skipped_with_the_reason() {
    let text = Block::new("riscv_hpm32", &root().join("rtl"), "apb", 0).run("2000").to_string();
    for needs in ["an access in a reset", "two writes of a register in successive cycles"] {
        assert!(text.contains(needs), "{needs}");
    }
}

#[test]
fn run_lists_what_it_skips_on_a_bus() {
    let block = Block::new("ivt_ubox", &root().join("rtl"), "apb", 3);
    let (rtl, map) = (block.path("").display().to_string(), block.map().display().to_string());
    let out = block.path("out").display().to_string();
    let own = ["--pmu", "ivt_ubox", "--rtl", &rtl, "--top", "block", "--ports", &map];
    let output = run(&mut pmu_cosim(&[&["run", "--cycles", "2000", "--no-waves", "--out", &out], &own[..]].concat()));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let console = [output.out, output.err].concat();
    assert!(console.contains("skipped, because the RTL lacks what "), "{console}");
    assert!(console.contains("(accesses less than 5 cycles apart)"), "{console}");
    assert!(console.contains("no metamorphic check was made"), "{console}");

    let output = run(&mut pmu_cosim(&[&["metamorphic"], &own[..]].concat()));
    assert_eq!(output.status, 2, "{}{}", output.out, output.err);
    assert!(output.error().contains("metamorphic checks do not support RTL on a bus"), "{}", output.err);
}
