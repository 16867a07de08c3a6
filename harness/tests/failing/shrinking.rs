//! The search for the shortest program, on the RTL as it is: what diverges is what a program expects, or a faulty answer.

use crate::case::root;
use golden_model::Pmu;
use harness::dut::{DutError, Fault, FaultInjectedDut, SimulatedDut};
use harness::lockstep::CheckKind;
use harness::program::{Program, Source};
use harness::rtl::{ensure_model, BuiltModel, Variant, Workspace};
use harness::shrink::{shrink, ShrinkLimits, ShrunkProgram};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const WRONG: &str = "pmu k8
set core1.cpl = 3
write core0.PerfCtr1 = 0x123456
wait 200
expect core0.PerfCtr1 == 0x123456
write cores.PerfCtr2 = 0x5a5a
hold core0 * = 1
wait 30
read core0.PerfCtr1 expect 0x123456
expect core1.PerfCtr2 == 0x5a5a
expect core0.PerfEvtSel0.EN == 1
wait 100
";

fn k8() -> (Pmu, BuiltModel) {
    let pmu = Pmu::find("k8").expect("k8 is built in");
    let workspace = Workspace::find(&root()).expect("the workspace");
    let manifest = root().join("rtl/amd_k8/core/rtl.toml").canonicalize().expect("the RTL");
    let built = ensure_model(&workspace, &pmu.description, &manifest, Variant::Fast, &mut |_| {});
    (pmu, built.unwrap_or_else(|error| panic!("{error}")))
}

fn program(text: &str, pmu: &Pmu) -> Program {
    let source = Source::parse(Path::new("test.pmu"), text).unwrap_or_else(|error| panic!("{error}"));
    source.resolve("test".to_owned(), pmu).unwrap_or_else(|error| panic!("{error}"))
}

fn shortest(text: &str, limits: ShrinkLimits) -> Option<(ShrunkProgram, String)> {
    let (pmu, built) = k8();
    let dut = || SimulatedDut::new(&built, 0);
    let found = shrink(&pmu, &program(text, &pmu), None, &dut, limits, &AtomicBool::new(false)).expect("a device");
    found.map(|found| {
        let text = found.program.to_text(&pmu);
        (found, text)
    })
}

/// What holds goes, and with it everything that it needed.
#[test]
fn the_expectation_that_fails_stays_alone() {
    let (found, text) = shortest(WRONG, ShrinkLimits::default()).expect("a divergence");
    assert_eq!(text, "pmu k8\nexpect core0.PerfEvtSel0.EN == 0x1\nwait\n");
    let signature = &found.divergence.signature;
    assert_eq!((signature.check, signature.register.as_str()), (CheckKind::Expectation, "PerfEvtSel"));
    assert_eq!((signature.value.as_str(), signature.field.as_deref()), ("core0.PerfEvtSel0", Some("EN")));
    assert_eq!((found.divergence.cycle, found.complete), (0, true));
}

/// Without the last clock nothing would hold what is expected against anything.
#[test]
fn the_clock_behind_the_expectation_stays() {
    let text = "pmu k8\nwrite core0.PerfCtr1 = 0x2\nexpect core0.PerfCtr1 == 0x0\nwait\n";
    assert_eq!(shortest(text, ShrinkLimits::default()).expect("a divergence").1, text);
}

/// The answer to a read, not its expectation: the two do not stand in for each other.
#[test]
fn a_wrong_answer_to_a_read_stays_one() {
    let (pmu, built) = k8();
    let dut = || -> Result<_, DutError> {
        let fault = Fault::Garbage { slot: pmu.observation.slot("bus_rdata") };
        Ok(FaultInjectedDut::new(SimulatedDut::new(&built, 0)?, pmu.observation.words(), fault))
    };
    let never = AtomicBool::new(false);
    let program = program(WRONG, &pmu);
    let found =
        shrink(&pmu, &program, None, &dut, ShrinkLimits::default(), &never).expect("a device").expect("a fault");
    let signature = &found.divergence.signature;
    assert_eq!((signature.check, signature.value.as_str()), (CheckKind::BusRead, "bus_rdata of core0.PerfCtr1"));
    assert_eq!(found.program.to_text(&pmu), "pmu k8\nwrite core0.PerfCtr1 = 0x2\nread core0.PerfCtr1\n");
}

/// A counter that takes long to wrap starts nearer to the wrap.
#[test]
fn long_waits_become_short_ones() {
    let (pmu, built) = k8();
    let dut = || -> Result<_, DutError> {
        let fault = Fault::Garbage { slot: pmu.observation.slot("core0.apic_int") };
        Ok(FaultInjectedDut::new(SimulatedDut::new(&built, 0)?, pmu.observation.words(), fault))
    };
    let text = "pmu k8\nwrite core0.PerfCtr1 = -700\n\
                write core0.PerfEvtSel1 EVENT_SELECT=0xC0 OS=1 USR=1 EN=1 INT=1\n\
                hold core0 RETIRED_INSTRUCTIONS = 2\nwait 1000\n";
    let never = AtomicBool::new(false);
    let program = program(text, &pmu);
    let found =
        shrink(&pmu, &program, None, &dut, ShrinkLimits::default(), &never).expect("a device").expect("a fault");
    let text = found.program.to_text(&pmu);
    assert!(found.program.cycles() <= 5 && found.program.ops.len() <= 5, "{text}");
}

#[test]
fn a_program_that_does_not_diverge_is_none() {
    assert!(
        shortest("pmu k8\nwrite core0.PerfCtr1 = 5\nread core0.PerfCtr1 expect 5\n", ShrinkLimits::default()).is_none()
    );
}

#[test]
fn a_search_ends_at_its_limit_with_what_it_has() {
    let runs = ShrinkLimits { runs: 4, ..ShrinkLimits::default() };
    let cycles = ShrinkLimits { cycles: 400, ..ShrinkLimits::default() };
    for limits in [runs, cycles] {
        let (found, text) = shortest(WRONG, limits).expect("a divergence");
        assert!(!found.complete && found.runs <= 5, "{} runs", found.runs);
        assert!(text.contains("expect core0.PerfEvtSel0.EN == 0x1"), "{text}");
    }
}

#[test]
fn a_search_repeats() {
    let one = shortest(WRONG, ShrinkLimits::default()).map(|(found, _)| (found.program, found.runs, found.cycles));
    let two = shortest(WRONG, ShrinkLimits::default()).map(|(found, _)| (found.program, found.runs, found.cycles));
    assert_eq!(one, two);
}
