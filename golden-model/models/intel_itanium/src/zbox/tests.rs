//! Tests of the Z-Box. Expected values are literals that were derived from the requirements by hand.

use super::model::Model;
use golden_model_common::test_bench::TestBench;

const STATUS: u64 = 0xC98;
const PLD: u64 = 0xB08;
const ISS: u64 = 0xE38;
const THR: u64 = 0xCA8;
const FVC: u64 = 0x818;

/// Control fields.
const EN: u64 = 1;
const WRAP: u64 = 1 << 2;
const FRZ: u64 = 1 << 3;
const LIVE_OPS: u64 = 0x3B << 4;

fn ctl(counter: u64) -> u64 {
    0xC90 - 8 * counter
}

fn cnt(counter: u64) -> u64 {
    0xC60 - 8 * counter
}

fn bench() -> TestBench<Model> {
    TestBench::new("itanium_zbox", Model::new)
}

fn count(bench: &TestBench<Model>, counter: u64) -> u64 {
    bench.state(&format!("zbox.Z_CSR_PMU_CNT_{counter}"))
}

fn status(bench: &TestBench<Model>) -> u64 {
    bench.state("zbox.Z_CSR_PMU_CNT_STATUS")
}

/// Returns a box with a counter of `live_ops` whose count is `distance` below its wrap.
fn before_wrap(counter: u64, modes: u64, distance: u64) -> TestBench<Model> {
    let mut bench = bench();
    let value = (1 << 40) - distance;
    bench.write(ctl(counter), LIVE_OPS | EN | modes);
    bench.write(cnt(counter), value >> 8);
    bench.write(ctl(counter), (value & 0xFF) << 24 | 1 << 23);
    bench
}

fn add(bench: &mut TestBench<Model>, amount: u64) {
    bench.set("zbox.live_ops", amount);
    bench.step();
    bench.set("zbox.live_ops", 0);
}

/// ZBOX-R05 to ZBOX-R09: a write of one half of a counter does not change the other.
#[test]
fn halves_of_a_counter_are_written_separately() {
    let mut bench = bench();
    bench.write(ctl(2), 0x3F5);
    bench.write(cnt(2), 0xDEAD_BEEF);
    bench.write(ctl(2), 0x1280_0000);
    assert_eq!((count(&bench, 2), bench.read(ctl(2))), (0xDE_ADBE_EF12, 0x1200_03F5));
    bench.write(ctl(2), 0xFF00_0021);
    assert_eq!((bench.read(cnt(2)), bench.read(ctl(2))), (0xDEAD_BEEF, 0x1200_0021));
}

/// ZBOX-R20 to ZBOX-R26: the four results of an overflow by an increment of 32 at 5 below the wrap.
#[test]
fn overflow_wraps_or_stops_and_freezes_as_configured() {
    for (modes, value, frozen) in
        [(0, 0xFF_FFFF_FFFF, 0), (WRAP, 27, 0), (FRZ, 0xFF_FFFF_FFFF, 1 << 31), (FRZ | WRAP, 27, 1 << 31)]
    {
        let mut bench = before_wrap(4, modes, 5);
        add(&mut bench, 32);
        assert_eq!((count(&bench, 4), status(&bench)), (value, frozen | 1 << 4));
        assert_eq!(
            (bench.state("ovf"), bench.state("pmi"), bench.state("frozen")),
            (frozen >> 31, frozen >> 31, frozen >> 31)
        );
        bench.step();
        assert_eq!((bench.state("ovf"), bench.state("frozen")), (0, frozen >> 31));
    }
}

/// ZBOX-R23 ZBOX-R24: a stopped counter waits until its flag is cleared; the next event overflows.
#[test]
fn stopped_counter_restarts_when_its_flag_is_cleared() {
    let mut bench = before_wrap(0, 0, 1);
    add(&mut bench, 1);
    bench.set("zbox.live_ops", 1);
    bench.write(STATUS, 1);
    assert_eq!((count(&bench, 0), status(&bench)), (0xFF_FFFF_FFFF, 0));
    bench.step();
    assert_eq!((count(&bench, 0), status(&bench)), (0xFF_FFFF_FFFF, 1));
}

/// ZBOX-R31 ZBOX-R32: another overflow requests nothing, unless the flag is cleared in its cycle.
#[test]
fn second_overflow_requests_only_if_its_flag_is_cleared() {
    for (clears, pulse) in [(0, 0), (1 << 1, 1)] {
        let mut bench = before_wrap(1, WRAP | FRZ, 1);
        add(&mut bench, 1);
        bench.write(STATUS, 1 << 30);
        bench.write(cnt(1), 0xFFFF_FFFF);
        bench.write(ctl(1), 0xFF80_0000);
        bench.set("zbox.live_ops", 3);
        bench.write(STATUS, clears);
        assert_eq!((count(&bench, 1), status(&bench), bench.state("ovf")), (2, pulse << 31 | 2, pulse));
    }
}

/// ZBOX-R10 ZBOX-R44 ZBOX-R49: a write takes priority over an overflow.
#[test]
fn write_takes_priority_over_overflow() {
    for (offset, data, left) in [(cnt(0), 7, 0x7FF), (ctl(0), 0x0580_0000, 0xFF_FFFF_FF05), (ctl(0), 1 << 22, 0)] {
        let mut bench = before_wrap(0, FRZ, 1);
        bench.set("zbox.live_ops", 9);
        bench.write(offset, data);
        assert_eq!((count(&bench, 0), status(&bench), bench.state("ovf")), (left, 0, 0));
    }
}

/// ZBOX-R39: a freeze takes priority over an unfreeze.
#[test]
fn freeze_takes_priority_over_unfreeze() {
    let mut bench = bench();
    bench.write(STATUS, 3 << 30);
    assert_eq!(status(&bench), 1 << 31);
    bench.set("dbx_unfrz", 1);
    bench.write(STATUS, 1 << 31);
    assert_eq!(status(&bench), 1 << 31);
    bench.set("dbx_frz", 1);
    bench.write(STATUS, 1 << 30);
    assert_eq!(status(&bench), 1 << 31);
    bench.set("dbx_frz", 0);
    bench.step();
    assert_eq!(status(&bench), 0);
}

/// ZBOX-R56 to ZBOX-R63: sub-control registers filter events and select the event rows.
#[test]
fn subcontrol_registers_filter_events() {
    let mut bench = bench();
    bench.write(THR, 2 << 9 | 1 << 7 | 5 << 4);
    bench.set("thr_up5", 0b0010);
    bench.set("thr_dn5", 0b0100);
    bench.write(ctl(0), 0x04 << 4 | EN);
    bench.write(ctl(1), 0x05 << 4 | EN);
    bench.step();
    assert_eq!((count(&bench, 0), count(&bench, 1)), (2, 1));
    assert_eq!(bench.coverage()[0], [(0, 4, Some(1)), (1, 5, Some(2))]);
    bench.write(PLD, 0x0C01);
    bench.write(ISS, 3 << 7);
    bench.write(ctl(2), 0x0A << 4 | EN);
    for (command, mode, more) in [(0x0C, 3, 1), (0x0C, 2, 0), (0x0D, 3, 0)] {
        let before = count(&bench, 2);
        bench.set("dram_cmd_v", 1);
        bench.set("dram_cmd", command);
        bench.set("sched_mode", mode);
        bench.step();
        assert_eq!(count(&bench, 2) - before, more);
    }
}

/// ZBOX-R64 to ZBOX-R68: slots share one command; reserved codes do not match.
#[test]
fn slots_share_the_command_and_ignore_reserved_codes() {
    let mut bench = bench();
    bench.write(FVC, 7 << 21 | 6 << 18 | 5 << 15 | 5 << 12 | 6 << 9 | 9 << 5);
    for counter in 0..4 {
        bench.write(ctl(counter), (0x0D + counter) << 4 | EN);
    }
    for (name, value) in [("smi_nb_trig", 1), ("bcmd_v", 1), ("bcmd", 9), ("resp_v", 1), ("resp", 6)] {
        bench.set(name, value);
    }
    bench.step();
    assert_eq!([0, 1, 2, 3].map(|counter| count(&bench, counter)), [0, 0, 0, 1]);
    assert_eq!(bench.state("trig"), 0b1000);
    bench.write(FVC, 7 << 21 | 6 << 18 | 5 << 15 | 5 << 12 | 7 << 9 | 15 << 5);
    bench.set("bcmd", 15);
    bench.set("resp", 7);
    bench.step();
    assert_eq!([0, 1, 2, 3].map(|counter| count(&bench, counter)), [1, 1, 1, 3]);
}
