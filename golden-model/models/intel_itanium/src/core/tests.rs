//! Tests of the complete core model with worked examples.

use super::registers::SubBlocks;
use super::Core;
use golden_model_common::test_bench::TestBench;

const PMC: u64 = 0;
const PMD: u64 = 1;
const CR: u64 = 4;

/// Returns a core with user monitors of both threads enabled.
fn core() -> TestBench<Core> {
    let mut core = TestBench::new("itanium_core", |pmu| Core::new(pmu, SubBlocks::ALL));
    core.set("thread0.psr_up", 1);
    core.set("thread1.psr_up", 1);
    core
}

/// Returns the PMC value of a counter of this event at every privilege level.
fn selecting(code: u64, umask: u64) -> u64 {
    0xF | code << 8 | umask << 16 | 2 << 24
}

fn write(core: &mut TestBench<Core>, space: u64, thread: u64, number: u64, data: u64) {
    assert_eq!(core.access(true, space, thread, number, data), (0, 0));
}

fn drive_lane(core: &mut TestBench<Core>, lane: u64, code: u64, amount: u64, thread: u64) {
    let ports = [("valid", 1), ("code", code), ("umhit", 0xFFFF), ("inc", amount), ("tid", thread), ("tag", 15)];
    ports.iter().for_each(|(name, value)| core.set(&format!("ev_{name}{lane}"), *value));
    core.set(&format!("ev_dtag{lane}"), 1);
}

#[test]
fn counter_reads_sign_extended() {
    let mut core = core();
    for (written, read) in [(0x4000_0000_0000, 0xFFFF_C000_0000_0000), (0x3FFF_FFFF_FFFF, 0x0000_3FFF_FFFF_FFFF)] {
        write(&mut core, PMD, 1, 7, written);
        assert_eq!(core.access(false, PMD, 1, 7, 0), (0, read));
    }
}

#[test]
fn counter_preloaded_for_five_overflows_on_the_fifth_event() {
    let mut core = core();
    write(&mut core, CR, 0, 73, 0x55);
    write(&mut core, PMC, 0, 4, selecting(0x00, 0) | 1 << 5 | 1 << 4);
    write(&mut core, PMD, 0, 4, 0x7FFF_FFFF_FFFB);
    drive_lane(&mut core, 3, 0, 1, 0);
    core.cycles(5);
    assert_eq!(core.state("thread0.PMC0"), 0x11);
    let outputs = ["frozen", "pmi_irq", "pmi_level", "pmi_vec", "ext_notify", "PMD4"];
    let seen = outputs.map(|name| core.state(&format!("thread0.{name}")));
    assert_eq!(seen, [1, 1, 1, 0x55, 1, 0]);
    core.step();
    let seen = outputs.map(|name| core.state(&format!("thread0.{name}")));
    assert_eq!(seen, [1, 0, 1, 0x55, 0, 0]);
}

#[test]
fn threshold_counts_cycles_above_it() {
    let mut core = core();
    write(&mut core, PMC, 0, 4, selecting(0x00, 0) | 3 << 20);
    for amount in [0, 3, 4, 6] {
        drive_lane(&mut core, 0, 0, amount, 0);
        core.step();
    }
    assert_eq!(core.state("thread0.PMD4"), 2);
}

#[test]
fn banked_counter_does_not_count_the_last_cycle_of_its_thread() {
    let mut core = core();
    write(&mut core, PMC, 0, 4, selecting(0x12, 0));
    write(&mut core, PMC, 0, 10, selecting(0x12, 0));
    let before = core.state("thread0.PMD4");
    core.cycles(3);
    core.set("ts_dead", 1);
    core.step();
    core.set("ts_dead", 0);
    core.set("act_tid", 1);
    core.cycles(4);
    assert_eq!((core.state("thread0.PMD4") - before, core.state("thread0.PMD10")), (4, 3));
}

#[test]
fn l2d_follower_counts_only_with_its_leader() {
    let mut core = core();
    write(&mut core, PMC, 0, 5, selecting(0xEB, 9));
    drive_lane(&mut core, 0, 0xEB, 1, 0);
    core.cycles(2);
    assert_eq!(core.state("thread0.PMD5"), 0);
    write(&mut core, PMC, 0, 4, selecting(0xEA, 5));
    core.cycles(2);
    assert_eq!(core.state("thread0.PMD5"), 2);
}

#[test]
fn users_read_pmds_unless_sp_hides_them() {
    let mut core = core();
    write(&mut core, PMD, 0, 4, 9);
    core.set("thread0.psr_cpl", 3);
    assert_eq!(core.access(false, PMD, 0, 4, 0), (0, 9));
    assert_eq!(core.access(false, PMC, 0, 4, 0), (1, 0));
    assert_eq!(core.access(true, PMD, 0, 4, 1), (1, 0));
    core.set("thread0.psr_sp", 1);
    assert_eq!(core.access(false, PMD, 0, 4, 0), (0, 0));
    assert_eq!(core.access(false, 5, 0, 4, 0), (0, 0));
    assert_eq!(core.access(false, PMC, 2, 4, 0), (1, 0));
}
