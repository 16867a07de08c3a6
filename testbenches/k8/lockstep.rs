//! The lockstep itself on this PMU: it finds every wrong value at the first clock in which it is wrong, and the model takes
//! nothing from the device.

use crate::BENCH;
use golden_model::Slot;
use harness::dut::{Fault, FaultyDut};
use harness::generate::{Generator, Profile};
use harness::lockstep::{values_from_device, Divergence};
use harness::program::Program;
use rstest::rstest;
use std::path::Path;

fn random_program(index: u64) -> Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("k8/stimulus.toml");
    let profile = Profile::read(&file, &BENCH.pmu).expect("the profile of k8");
    Generator::new(&BENCH.pmu, &profile).program(11, index)
}

fn diverges(program: &Program, fault: Fault) -> Option<Divergence> {
    let device = FaultyDut::new(BENCH.device(), BENCH.pmu.observation.words(), fault);
    BENCH.run(program, device).divergence.map(|divergence| *divergence)
}

/// The first clock in which the honest device shows something else than `wrong` makes of it.
fn first_affected(program: &Program, slot: &Slot, wrong: impl Fn(u64) -> u64) -> Option<u64> {
    use harness::dut::Dut;
    use harness::program::{Batch, Lowering};
    let mut device = BENCH.device();
    device.reset().expect("a reset");
    let mut lowering = Lowering::new(&BENCH.pmu, &program.ops);
    let mut batch = Batch::default();
    let words = BENCH.pmu.observation.words();
    while lowering.next_batch(&mut batch, 256) {
        let mut observations = vec![0; batch.ops.len() * words];
        device.step(&batch.frames, &mut observations).expect("a step");
        let affected = |observation: &[u64]| wrong(slot.get(observation)) & slot.mask() != slot.get(observation);
        if let Some(clock) = observations.chunks_exact(words).position(affected) {
            return Some(batch.start + clock as u64);
        }
    }
    None
}

#[test]
fn every_compared_value_is_found_at_the_first_clock_in_which_it_is_wrong() {
    let program = random_program(0);
    for slot in BENCH.pmu.observation.slots() {
        for value in [0, slot.mask()] {
            let expected = first_affected(&program, slot, |_| value);
            let found = diverges(&program, Fault::Stuck { slot: slot.clone(), value });
            assert_eq!(
                found.as_ref().map(|divergence| divergence.cycle),
                expected,
                "{} stuck at {value:#x}",
                slot.name
            );
            if let Some(divergence) = found {
                assert_eq!(divergence.differences.len(), 1);
                assert_eq!(divergence.differences[0].name, slot.name);
            }
        }
    }
}

#[rstest]
#[case::garbage(None)]
#[case::constant(Some(0x5A))]
fn a_device_that_lies_on_reads_diverges_at_the_first_affected_read(#[case] constant: Option<u64>) {
    let slot = BENCH.pmu.observation.slot("bus_rdata");
    for index in 0..5 {
        let program = random_program(index);
        let (fault, expected) = match constant {
            Some(value) => (Fault::Stuck { slot: slot.clone(), value }, first_affected(&program, &slot, |_| value)),
            None => {
                let garbage = |value: u64| if value == 0 { 0 } else { !value };
                (Fault::Garbage { slot: slot.clone() }, first_affected(&program, &slot, garbage))
            }
        };
        assert!(expected.is_some(), "the program reads something");
        assert_eq!(diverges(&program, fault).map(|divergence| divergence.cycle), expected);
    }
}

#[test]
fn the_model_takes_nothing_from_the_device() {
    let taken = values_from_device(&BENCH.pmu, &random_program(3), || Ok(BENCH.device())).expect("two runs");
    assert_eq!(taken, 0);
}

#[test]
fn a_truncated_program_diverges_as_the_whole_one() {
    let slot = BENCH.pmu.observation.slot("core1.PerfCtr2");
    let fault = Fault::Garbage { slot };
    for index in 0..5 {
        let program = random_program(index);
        let whole = diverges(&program, fault.clone()).expect("a divergence");
        let repro = whole.truncate(&program);
        let again = diverges(&repro, fault.clone()).expect("the same divergence");
        assert_eq!((again.cycle, &again.differences), (whole.cycle, &whole.differences));
        assert_eq!(repro.clocks(), whole.cycle + 1);
    }
}

#[test]
fn reset_values_are_those_of_the_description() {
    use harness::dut::Dut;
    let mut device = BENCH.device();
    device.reset().expect("a reset");
    let mut observation = vec![0; BENCH.pmu.observation.words()];
    device.step(&vec![0; BENCH.pmu.frame.words()], &mut observation).expect("a step");
    let description = &BENCH.pmu.description;
    for signal in description.outputs.iter().chain(&description.states) {
        assert_eq!(BENCH.pmu.observation.slot(&signal.name).get(&observation), signal.reset, "{}", signal.name);
    }
}
