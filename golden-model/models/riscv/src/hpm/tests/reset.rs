//! Reset (5.14).

use super::bench::*;
use crate::hpm::state::State;
use rstest::rstest;

/// RVHPM-R143, R144: reset takes priority over a write, an overflow and a request under way; accesses are answered.
#[rstest]
#[case(HPM64, "mcountinhibit_rst = 5")]
#[case(HPM32_FULL, "")]
#[case(HPM32, "mcountinhibit_rst = 0x1000")]
fn reset_takes_priority(#[case] configuration: &str, #[case] changes: &str) {
    let mut bench = Bench::with(configuration, changes);
    let start = bench.hpm.state.clone();
    let writable: Vec<u32> =
        (0..0x1000).filter(|&addr| matches!(bench.write_answer(M, addr), Answer::Old(_))).collect();
    for addr in writable {
        bench.write(addr, 0xFFFF_FFFF_FFFF_0101);
    }
    bench.write(MCOUNTINHIBIT, 0).write(MCYCLE, 9).write(MHPMCOUNTER3, u64::MAX);
    bench.inputs.lines.fill(1);
    bench.step();
    assert_ne!(bench.hpm.state, start);
    bench.inputs.rst = true;
    let cycles = bench.get(MCYCLE) & 0xFFFF_FFFF;
    assert_eq!(bench.operate(0, MCYCLE, 77), old(cycles));
    let parameters = &bench.hpm.parameters;
    assert_eq!(bench.hpm.state, State::new(parameters));
    assert_eq!(bench.hpm.state, start);
    assert_eq!(u64::from(start.mcountinhibit), parameters.mcountinhibit_rst.into());
    assert_eq!(bench.hpm.selections, Bench::with(configuration, changes).hpm.selections);
}

/// RVHPM-R143: all words are 0 except those that the parameters name.
#[test]
fn reset_values() {
    let bench = Bench::new(HPM32);
    assert_eq!([0x32A, 0x32B, 0x32C, MCOUNTINHIBIT, MCYCLE].map(|addr| bench.get(addr)), [0, 0x800, 0x1000, 0, 0]);
}
