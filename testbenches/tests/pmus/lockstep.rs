//! The lockstep itself: it finds every wrong value at the first clock in which it is wrong, and the model takes nothing
//! from the device.

use crate::{trial, LazyBench};
use golden_model::Slot;
use harness::dut::{Dut, Fault, FaultInjectedDut};
use harness::lockstep::{values_from_dut, Divergence};
use harness::program::Program;
use libtest_mimic::Trial;
use testbenches::{Bench, Recording};

/// The tests, by name.
macro_rules! tests {
    ($($test:ident),+ $(,)?) => { [$((stringify!($test), $test as fn(&Bench))),+] };
}

/// All tests on one PMU.
pub fn trials(pmu: &str, bench: &LazyBench) -> Vec<Trial> {
    let tests = tests![
        every_compared_value_is_found_at_the_first_clock_in_which_it_is_wrong,
        a_constant_on_reads_is_found_at_the_first_affected_read,
        garbage_on_reads_is_found_at_the_first_affected_read,
        a_truncated_program_diverges_as_the_whole_one,
        the_model_takes_nothing_from_the_device,
        reset_values_are_those_of_the_description,
    ];
    tests.into_iter().map(|(name, test)| trial(format!("{pmu}::lockstep::{name}"), bench, test)).collect()
}

fn diverges(bench: &Bench, program: &Program, dut: impl Dut, fault: Fault) -> Option<Divergence> {
    let dut = FaultInjectedDut::new(dut, bench.pmu.observation.words(), fault);
    bench.run(program, dut).divergence.map(|divergence| *divergence)
}

/// The first clock in which the honest device shows something else than `wrong` makes of it.
fn first_affected(recording: &Recording, slot: &Slot, wrong: impl Fn(u64) -> u64) -> Option<u64> {
    let affected = |shown: u64| wrong(shown) & slot.mask() != shown;
    recording.observations().position(|observation| affected(slot.get(observation))).map(|cycle| cycle as u64)
}

fn every_compared_value_is_found_at_the_first_clock_in_which_it_is_wrong(bench: &Bench) {
    let program = bench.random_program(0);
    let recording = bench.record(&program);
    let slots = bench.pmu.observation.slots().iter().zip(recording.observable());
    for slot in slots.filter_map(|(slot, &shown)| shown.then_some(slot)) {
        for value in [0, slot.mask()] {
            let expected = first_affected(&recording, slot, |_| value);
            let found = diverges(bench, &program, recording.clone(), Fault::Stuck { slot: slot.clone(), value });
            let cycle = found.as_ref().map(|divergence| divergence.cycle);
            assert_eq!(cycle, expected, "{} stuck at {value:#x}", slot.name);
            if let Some(divergence) = found {
                let names: Vec<_> = divergence.differences.iter().map(|difference| &difference.name).collect();
                assert_eq!(names, [&slot.name]);
            }
        }
    }
}

fn a_constant_on_reads_is_found_at_the_first_affected_read(bench: &Bench) {
    let value = 0x5A;
    wrong_reads_are_found(bench, |slot| Fault::Stuck { slot, value }, |_| value);
}

fn garbage_on_reads_is_found_at_the_first_affected_read(bench: &Bench) {
    wrong_reads_are_found(bench, |slot| Fault::Garbage { slot }, |shown| if shown == 0 { 0 } else { !shown });
}

fn wrong_reads_are_found(bench: &Bench, fault: impl Fn(Slot) -> Fault, wrong: impl Fn(u64) -> u64) {
    let slot = bench.pmu.observation.slot("bus_rdata");
    for index in 0..5 {
        let program = bench.random_program(index);
        let recording = bench.record(&program);
        let expected = first_affected(&recording, &slot, &wrong);
        assert!(expected.is_some(), "the program reads something");
        let found = diverges(bench, &program, recording, fault(slot.clone()));
        assert_eq!(found.map(|divergence| divergence.cycle), expected);
    }
}

/// The repro runs on the device itself: what it answers must not depend on anything that is cut off.
fn a_truncated_program_diverges_as_the_whole_one(bench: &Bench) {
    for index in 0..5 {
        let program = bench.random_program(index);
        let recording = bench.record(&program);
        // What is wrong for the first time as late as possible leaves most to be cut right.
        let slots = bench.pmu.observation.slots().iter();
        let wrong = |slot: &&Slot| first_affected(&recording, slot, |shown| if shown == 0 { 0 } else { !shown });
        let slot = slots.filter(|slot| wrong(slot).is_some()).max_by_key(wrong).expect("a value that is not always 0");
        let fault = Fault::Garbage { slot: slot.clone() };
        let whole = diverges(bench, &program, recording.clone(), fault.clone()).expect("a divergence");
        let repro = program.up_to(whole.last_op, whole.cycle);
        let again = diverges(bench, &repro, bench.dut(), fault).expect("the same divergence");
        assert_eq!((again.cycle, &again.differences), (whole.cycle, &whole.differences));
        assert_eq!(repro.cycles(), whole.cycle + 1);
    }
}

fn the_model_takes_nothing_from_the_device(bench: &Bench) {
    let taken = values_from_dut(&bench.pmu, &bench.random_program(3), || Ok(bench.dut())).expect("two runs");
    assert_eq!(taken, 0);
}

fn reset_values_are_those_of_the_description(bench: &Bench) {
    let mut dut = bench.dut();
    dut.reset().expect("a reset");
    let mut observation = vec![0; bench.pmu.observation.words()];
    dut.step(&vec![0; bench.pmu.frame.words()], &mut observation).expect("a step");
    let description = &bench.pmu.description;
    for signal in description.outputs.iter().chain(&description.states) {
        assert_eq!(bench.pmu.observation.slot(&signal.name).get(&observation), signal.reset, "{}", signal.name);
    }
}
