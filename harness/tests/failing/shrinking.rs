//! Shrinking on correct RTL: the divergence is a wrong expectation of the program or an injected fault.

use crate::case::root;
use golden_model_core::Pmu;
use harness::dut::{DutError, Fault, FaultInjectedDut, SimulatedDut};
use harness::known::Known;
use harness::lockstep::CheckKind;
use harness::program::{Program, Source};
use harness::rtl::{ensure_model, BuiltModel, Variant, Workspace};
use harness::shrink::{shrink, ShrinkLimits, ShrunkProgram};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const WRONG: &str = "pmu k8
set core1.cpl = 3
write core0.PerfCtr1 = 0x123456
write core0.PerfEvtSel0 EVENT_SELECT=0xC0 EN=1
wait 200
expect core0.PerfCtr1 == 0x123456
write cores.PerfCtr2 = 0x5a5a
hold core0 * = 1
wait 30
read core0.PerfCtr1 expect 0x123456
expect core1.PerfCtr2 == 0x5a5a
expect core0.PerfEvtSel0.EN == 0
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
    let found =
        shrink(&pmu, &program(text, &pmu), None, Known::none(), &dut, limits, &AtomicBool::new(false)).expect("a DUT");
    found.map(|found| {
        let text = found.program.to_text(&pmu);
        (found, text)
    })
}

/// Expectations that are satisfied are removed, and so are the operations that do not affect the value.
#[test]
fn failing_expectation_remains_with_its_value() {
    let (found, text) = shortest(WRONG, ShrinkLimits::default()).expect("a divergence");
    assert_eq!(text, "pmu k8\nwrite core0.PerfEvtSel0 EN=0x1\nexpect core0.PerfEvtSel0.EN == 0x0\nwait\n");
    let signature = &found.divergence.signature;
    assert_eq!((signature.check, signature.register.as_str()), (CheckKind::Expectation, "PerfEvtSel"));
    assert_eq!((signature.value.as_str(), signature.field.as_deref()), ("core0.PerfEvtSel0", Some("EN")));
    assert_eq!((found.divergence.cycle, found.complete), (1, true));
    let message = "DUT and model both have 0x1; the program expects core0.PerfEvtSel0.EN == 0x0 \
                   (test.pmu:12: `expect core0.PerfEvtSel0.EN == 0x0`)";
    assert_eq!(found.divergence.failed_expectations[0].to_string(), message);
    let text = found.divergence.to_string();
    assert!(text.contains("fails in cycle 1") && !text.contains("diverges"), "{text}");
}

/// One repetition alone cannot be shortened or dropped, because the count would be another.
#[test]
fn repetitions_become_shorter_together_and_are_printed_as_such() {
    let text = "pmu k8\nwrite core0.PerfEvtSel1 EVENT_SELECT=0xc0 OS=0x1 EN=0x1\nrepeat 1000 {\nread core1.PerfCtr2\n\
                raise core0 0xC0 = 1\nwrite core1.PerfCtr3 = 7\nset core1.cpl = 3\nwait 3\n}\nexpect core0.PerfCtr1 == 1001\nwait\n";
    let (found, text) = shortest(text, ShrinkLimits::default()).expect("a failure");
    let shrunk = "pmu k8\nwrite core0.PerfEvtSel1 EVENT_SELECT=0xc0 OS=0x1 EN=0x1\nrepeat 1000 {\n    raise core0 \
                  RETIRED_INSTRUCTIONS = 1\n    wait\n}\nexpect core0.PerfCtr1 == 0x3e9\nwait\n";
    assert_eq!(text, shrunk);
    let listed: Vec<_> = found.divergence.operations.iter().map(|line| line.trim()).collect();
    assert_eq!((listed[1], listed[4]), ("1  repeat 1000 {", "1001  }"));
}

/// The order of the wait and of what happens in its cycles does not matter.
#[test]
fn waits_merge_across_other_operations() {
    let text = "pmu k8\nwrite core0.PerfEvtSel1 EVENT_SELECT=0xc0 OS=0x1 EN=0x1\nhold core0 0xC0 = 1\nwait 38\n\
                raise core0 0xC0 = 3\nwait\nwait 90\nexpect core0.PerfCtr1 == 0\nwait\n";
    let (_, text) = shortest(text, ShrinkLimits::default()).expect("a failure");
    assert!(text.contains("\nwait 129\n") && !text.contains("wait 38"), "{text}");
}

/// A shorter program with another wrong value would be about another error.
#[test]
fn shrunk_expectation_never_fails_with_another_value() {
    let text = "pmu k8\nwrite core0.PerfCtr1 = 0x6\nwait 3\nexpect core0.PerfCtr1 == 0x9\nwait\n";
    let shrunk = "pmu k8\nwrite core0.PerfCtr1 = 0x6\nexpect core0.PerfCtr1 == 0x9\nwait\n";
    assert_eq!(shortest(text, ShrinkLimits::default()).expect("a failure").1, shrunk);
}

/// The value is that after reset, so every operation could be removed. But one of them should have changed the value.
#[test]
fn expectation_that_fails_after_reset_keeps_the_operations_before_it() {
    let text = "pmu k8\nwrite core0.PerfEvtSel1 EVENT_SELECT=0xc0 OS=0x1 EN=0x1\n\
                raise core1 RETIRED_INSTRUCTIONS = 2\nwait 3\n";
    let checked = format!("{text}expect core0.PerfCtr1 == 0x2\nwait 9\n");
    let checked = checked.replace("wait 3", "expect core1.PerfCtr1 == 0x0\nwait 3");
    let (found, shrunk) = shortest(&checked, ShrinkLimits::default()).expect("a failure");
    assert_eq!((shrunk, found.complete), (format!("{text}expect core0.PerfCtr1 == 0x2\nwait\n"), true));
}

/// Expectations are evaluated in the next cycle, so the last `wait` is necessary.
#[test]
fn cycle_after_the_expectation_remains() {
    let text = "pmu k8\nwrite core0.PerfCtr1 = 0x2\nexpect core0.PerfCtr1 == 0x0\nwait\n";
    assert_eq!(shortest(text, ShrinkLimits::default()).expect("a divergence").1, text);
}

/// The divergence is the value of a read, not a failed expectation: shrinking must not replace one by the other.
#[test]
fn wrong_read_value_keeps_its_signature() {
    let (pmu, built) = k8();
    let dut = || -> Result<_, DutError> {
        let fault = Fault::Garbage { slot: pmu.observation.slot("bus_rdata") };
        Ok(FaultInjectedDut::new(SimulatedDut::new(&built, 0)?, pmu.observation.words(), fault))
    };
    let never = AtomicBool::new(false);
    let program = program(WRONG, &pmu);
    let found = shrink(&pmu, &program, None, Known::none(), &dut, ShrinkLimits::default(), &never)
        .expect("a DUT")
        .expect("a fault");
    let signature = &found.divergence.signature;
    assert_eq!((signature.check, signature.value.as_str()), (CheckKind::BusRead, "bus_rdata of core0.PerfCtr1"));
    assert_eq!(found.program.to_text(&pmu), "pmu k8\nwrite core0.PerfCtr1 = 0x2\nread core0.PerfCtr1\n");
}

/// Activity on all event lines of a unit hides the line that matters.
#[test]
fn lines_that_matter_remain_of_all_lines() {
    let text = "pmu k8\nset core0.cpl = 3\nwrite core0.PerfEvtSel1 EVENT_SELECT=0xc0 USR=1 EN=1\nhold core0 * = 1\n\
                hold core1 * = 2\nwait 9\nexpect core0.PerfCtr1 == 0\nwait\n";
    let (found, text) = shortest(text, ShrinkLimits::default()).expect("a failure");
    assert!(text.contains(" core0 RETIRED_INSTRUCTIONS = 1\n") && !text.contains('*'), "{text}");
    assert!(found.runs < 300, "{} runs", found.runs);
}

/// The threshold is reached by two sub-events together, and by none alone.
#[test]
fn lines_that_matter_together_remain() {
    let text = "pmu k8\nwrite core0.PerfEvtSel0 EVENT_SELECT=0x42 UNIT_MASK=0x6 OS=1 EN=1 CNT_MASK=2\n\
                hold core0 * = 1\nwait\nexpect core0.PerfCtr0 == 0\nwait\n";
    let (_, text) = shortest(text, ShrinkLimits::default()).expect("a failure");
    let lines: Vec<_> = text.lines().filter(|line| line.contains(" core0 ") && !line.starts_with("write")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(!text.contains('*'), "{text}");
}

/// A counter that needs many cycles to wrap is preset to a higher value.
#[test]
fn long_waits_are_shortened() {
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
    let found = shrink(&pmu, &program, None, Known::none(), &dut, ShrinkLimits::default(), &never)
        .expect("a DUT")
        .expect("a fault");
    let text = found.program.to_text(&pmu);
    assert!(found.program.cycles() <= 5 && found.program.ops.len() <= 5, "{text}");
}

#[test]
fn program_without_a_divergence_is_not_shrunk() {
    assert!(
        shortest("pmu k8\nwrite core0.PerfCtr1 = 5\nread core0.PerfCtr1 expect 5\n", ShrinkLimits::default()).is_none()
    );
}

#[test]
fn search_at_its_limit_returns_the_best_program() {
    let runs = ShrinkLimits { runs: 4, ..ShrinkLimits::default() };
    let cycles = ShrinkLimits { cycles: 400, complete_runs: 0, ..ShrinkLimits::default() };
    for limits in [runs, cycles] {
        let (found, text) = shortest(WRONG, limits).expect("a divergence");
        assert!(!found.complete && found.runs <= 5, "{} runs", found.runs);
        assert!(text.contains("expect core0.PerfEvtSel0.EN == 0x0"), "{text}");
    }
}

#[test]
fn search_is_deterministic() {
    let one = shortest(WRONG, ShrinkLimits::default()).map(|(found, _)| (found.program, found.runs, found.cycles));
    let two = shortest(WRONG, ShrinkLimits::default()).map(|(found, _)| (found.program, found.runs, found.cycles));
    assert_eq!(one, two);
}
