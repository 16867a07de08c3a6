//! RTL whose register port is a slave of a standard bus: `[bus]` of the port map.

mod block;
mod errors;
mod faults;

use super::support::root;
use block::Block;
use rstest::rstest;

const PMUS: [&str; 3] = ["k8", "ivt_cbox", "riscv_hpm32"];
const PROTOCOLS: [&str; 3] = ["apb", "axi", "ahb"];

/// An AXI4-Lite slave whose reads, writes and answers take different times.
#[test]
fn map_gives_the_times_of_an_axi4_lite_slave() {
    let block = Block::new("riscv_hpm32", &root().join("rtl"), "axi", 2);
    block.edit("block.v", ".WAIT(2)", ".WAIT(2), .READ_WAIT(5), .ANSWER(3)");
    block.edit("ports.toml", "wait_states = 2", "write = 2\nread = 5\nanswer = 3");
    let results = block.run("20000");
    assert_eq!(results["verdict"], "pass", "{:?}", results["programs"]);
}

/// A reset that acts at once, and an APB slave without PREADY and PSLVERR.
#[test]
fn asynchronous_reset_acts_at_the_edge_on_a_bus() {
    let block = Block::new("riscv_hpm32", &root().join("rtl"), "apb", 0);
    block.edit("block.v", "input wire  rst,", "input wire rst_n,");
    block.edit("block.v", "apb_slave", "wire rst = ~rst_n;\n    apb_slave");
    block.edit("ports.toml", "[ports]", "[ports]\nrst = { port = \"rst_n\", invert = true, async = true }");
    let results = block.run("20000");
    assert_eq!(results["verdict"], "pass", "{:?}", results["programs"]);
}

/// A block whose state is not observable: a read in place of an expectation of state takes cycles on a bus.
#[rstest]
fn block_without_observable_state_passes(#[values("k8", "ivt_cbox", "ivt_ubox")] pmu: &'static str) {
    let block = Block::new(pmu, &root().join("rtl"), "apb", 2);
    let map = std::fs::read_to_string(block.map()).expect("a map");
    let (ports, _) = map.split_once("[state]").expect("states");
    std::fs::write(block.map(), ports).expect("a map");
    let results = block.run("20000");
    assert_eq!(results["verdict"], "pass", "{:?}", results["buckets"]);
}

/// Each protocol with each number of wait states on one of the PMUs.
#[rstest]
fn block_on_a_bus_passes(#[values(0, 1, 2)] protocol: usize, #[values(0, 1, 2, 3, 4, 5, 6, 7)] wait: u32) {
    let pmu = PMUS[(protocol + wait as usize) % PMUS.len()];
    let results = Block::new(pmu, &root().join("rtl"), PROTOCOLS[protocol], wait).run("20000");
    assert_eq!(results["verdict"], "pass", "{:?}", results["programs"]);
    let requirements = &results["requirements"];
    let (covered, total) = (requirements["covered"].as_u64(), requirements["total"].as_u64());
    assert!(covered.expect("a number") * 4 >= total.expect("a number") * 3, "{covered:?} of {total:?}");
}
