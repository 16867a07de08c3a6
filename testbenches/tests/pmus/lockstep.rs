//! Checks of the lockstep: it finds every wrong value in the first cycle in which it is wrong, and the model takes no values
//! from the DUT.

use crate::{trial, LazyBench};
use golden_model_core::Slot;
use harness::dut::{Dut, Fault, FaultInjectedDut};
use harness::lockstep::{values_from_dut, Divergence};
use harness::program::Program;
use libtest_mimic::Trial;
use testbenches::{Bench, Recording};

/// Pairs each test with its name.
macro_rules! tests {
    ($($test:ident),+ $(,)?) => { [$((stringify!($test), $test as fn(&Bench))),+] };
}

/// Returns all tests of one PMU.
pub fn trials(pmu: &str, bench: &LazyBench) -> Vec<Trial> {
    let tests = tests![
        every_wrong_value_is_found_in_the_first_cycle,
        constant_read_data_is_found_at_the_first_affected_read,
        garbage_read_data_is_found_at_the_first_affected_read,
        truncated_program_has_the_same_divergence,
        model_takes_no_values_from_the_dut,
        reset_values_match_the_description,
    ];
    tests.into_iter().map(|(name, test)| trial(format!("{pmu}::lockstep::{name}"), bench, test)).collect()
}

fn diverges(bench: &Bench, program: &Program, dut: impl Dut, fault: Fault) -> Option<Divergence> {
    let dut = FaultInjectedDut::new(dut, bench.pmu.observation.words(), fault);
    bench.run(program, dut).divergence.map(|divergence| *divergence)
}

/// Returns the first cycle in which `wrong` changes a value of the correct DUT.
fn first_affected(recording: &Recording, slot: &Slot, wrong: impl Fn(u64) -> u64) -> Option<u64> {
    let affected = |value: u64| wrong(value) & slot.mask() != value;
    recording.observations().position(|observation| affected(slot.get(observation))).map(|cycle| cycle as u64)
}

fn every_wrong_value_is_found_in_the_first_cycle(bench: &Bench) {
    let program = bench.random_program(0);
    let recording = bench.record(&program);
    let slots = bench.pmu.observation.slots().iter().zip(recording.observable());
    for slot in slots.filter_map(|(slot, &observable)| observable.then_some(slot)) {
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

fn constant_read_data_is_found_at_the_first_affected_read(bench: &Bench) {
    let value = 0x5A;
    wrong_reads_are_found(bench, |slot| Fault::Stuck { slot, value }, |_| value);
}

fn garbage_read_data_is_found_at_the_first_affected_read(bench: &Bench) {
    wrong_reads_are_found(bench, |slot| Fault::Garbage { slot }, |value| if value == 0 { 0 } else { !value });
}

fn wrong_reads_are_found(bench: &Bench, fault: impl Fn(Slot) -> Fault, wrong: impl Fn(u64) -> u64) {
    let slot = bench.pmu.observation.slot("bus_rdata");
    let mut affected = 0;
    for index in 0..5 {
        let program = bench.random_program(index);
        let recording = bench.record(&program);
        let expected = first_affected(&recording, &slot, &wrong);
        affected += u32::from(expected.is_some());
        let found = diverges(bench, &program, recording, fault(slot.clone()));
        assert_eq!(found.map(|divergence| divergence.cycle), expected);
    }
    assert!(affected >= 3, "most programs read something");
}

/// Runs the repro on the RTL itself: its observations must not depend on the operations that were removed.
fn truncated_program_has_the_same_divergence(bench: &Bench) {
    for index in 0..5 {
        let program = bench.random_program(index);
        let recording = bench.record(&program);
        // Select the value whose first error is latest, so that the repro is as long as possible.
        let slots = bench.pmu.observation.slots().iter();
        let wrong = |slot: &&Slot| first_affected(&recording, slot, |value| if value == 0 { 0 } else { !value });
        let slot = slots.filter(|slot| wrong(slot).is_some()).max_by_key(wrong).expect("a value that is not always 0");
        let fault = Fault::Garbage { slot: slot.clone() };
        let complete = diverges(bench, &program, recording.clone(), fault.clone()).expect("a divergence");
        let repro = program.up_to(complete.last_op, complete.cycle);
        let again = diverges(bench, &repro, bench.dut(), fault).expect("the same divergence");
        assert_eq!((again.cycle, &again.differences), (complete.cycle, &complete.differences));
        assert_eq!(repro.cycles(), complete.cycle + 1);
    }
}

fn model_takes_no_values_from_the_dut(bench: &Bench) {
    let taken = values_from_dut(&bench.pmu, &bench.random_program(3), || Ok(bench.dut())).expect("two runs");
    assert_eq!(taken, 0);
}

fn reset_values_match_the_description(bench: &Bench) {
    let mut dut = bench.dut();
    dut.reset().expect("a reset");
    let mut observation = vec![0; bench.pmu.observation.words()];
    dut.step(&vec![0; bench.pmu.frame.words()], &mut observation).expect("a step");
    let description = &bench.pmu.description;
    for signal in description.outputs.iter().chain(&description.states) {
        assert_eq!(bench.pmu.observation.slot(&signal.name).get(&observation), signal.reset, "{}", signal.name);
    }
}
