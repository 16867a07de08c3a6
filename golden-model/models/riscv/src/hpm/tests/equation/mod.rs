//! Compares the model with the equations (specification, 5.15), written out for each CSR number and each counter, on random
//! stimulus.

mod counting;
mod reference;
mod selector;
mod stimulus;

use super::bench::*;
use reference::Reference;
use rstest::rstest;
use stimulus::Stimulus;

/// Cycles of one configuration.
const CYCLES: usize = 20_000;

/// RVHPM-R01 to R144.
#[rstest]
#[case(HPM64, "")]
#[case(HPM64, "mcountinhibit_rst = 0x80000005\nsel_illegal = 'keep'\nof_write = 'set'\nlcofip_write = 'write'")]
#[case(HPM64, "half_write = 'count'\ncycle_write = 'tick'\nwrite_overflow = 'flag'\nof_sw = 'request'")]
#[case(HPM64, "h = 0\nshcounterenw = 0\nlcofi_delay = 1\nsel_illegal = 'store'\ncombine = 'or'")]
#[case(HPM64, "counters = []\nunimplemented = 'all_illegal'\nscounteren_wr = 0x0000FFFF\nhcounteren_wr = 0x5555FFFF")]
#[case(HPM64, "counters = [3, 17]\nunimplemented = 'all_illegal'\nsmcntrpmf = 0\nof_sw = 'request'")]
#[case(HPM64, "smcdeleg = 0\nsmstateen = 0\nzicntr = 0\nmcounteren_wr = 0xFF00FF0D")]
#[case(HPM64, "zihpm = 0\nsmcntrpmf = 0\nsscofpmf = 0\nsmstateen = 0\nstop_cycle = 0")]
#[case(HPM64, "zicntr = 0\nsmcntrpmf = 0\nof_write = 'set'\nof_sw = 'request'\nlcofi_delay = 1")]
#[case(HPM64, "width = [0, 0, 0, 1, 2, 8, 31, 32, 33, 63, 64]\ncounters = [3, 4, 5, 6, 7, 8, 9, 10]")]
#[case(HPM32, "")]
#[case(HPM32, "combine = 'sum'\nsel_illegal = 'store'\nhalf_write = 'count'\ncycle_write = 'tick'")]
#[case(HPM32, "mask_onehot = 1\nmcountinhibit = 0\nu = 0\nstopcount = 0\nunimplemented = 'user_illegal'")]
#[case(HPM32, "mask_onehot = 1\nsel_illegal = 'keep'\nunimplemented = 'all_illegal'\ncycle_write = 'tick'")]
#[case(HPM32, "s = 1\nsscofpmf = 1\nscounteren_wr = 0xFFFFFFFF\nhalf_write = 'count'")]
#[case(HPM32_FULL, "")]
#[case(
    HPM32_FULL,
    "half_write = 'drop'\nwrite_overflow = 'drop'\nof_write = 'write'\nlcofi_delay = 0\nof_sw = 'silent'"
)]
#[case(HPM32_FULL, "write_overflow = 'drop'\ncycle_write = 'hold'\nsel_illegal = 'keep'\nlcofip_write = 'set'")]
#[case(HPM32_FULL, "smcntrpmf = 0\nunimplemented = 'all_illegal'\nsel_illegal = 'store'\nsmstateen = 0")]
#[case(
    HPM32_FULL,
    "width = [0, 0, 0, 1, 31, 32, 33, 34, 63, 64]\ncounters = [3, 4, 5, 6, 7, 8, 9]\nof_write = 'write'"
)]
fn model_and_equations_agree(#[case] configuration: &str, #[case] changes: &str) {
    let mut bench = Bench::with(configuration, changes);
    let mut reference = Reference::new(parameters(configuration, changes));
    let mut stimulus = Stimulus::new(configuration, &reference);
    for cycle in 0..CYCLES {
        stimulus.next(&reference, &mut bench.inputs);
        let inputs = &bench.inputs;
        let expected = reference.answer(inputs);
        let access = bench.hpm.access(inputs);
        let outputs = (access.response().error, access.is_virtual_exception(), access.response().rdata, access.old());
        assert_eq!(outputs, expected, "cycle {cycle}: {inputs:x?} {:x?}", reference.state);
        let before = reference.state.clone();
        reference.advance(inputs);
        bench.step();
        assert_eq!(bench.hpm.state, reference.state, "cycle {cycle}: {:x?} from {before:x?}", bench.inputs);
    }
}
