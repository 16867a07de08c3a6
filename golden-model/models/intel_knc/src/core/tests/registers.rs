//! Storage and width of the registers.

use super::bench::*;
use rstest::rstest;

/// All registers with storage, and the bits that each stores.
const STORED: [(u64, u64); 7] = [
    (TSC, u64::MAX),
    (CNT[0], 0xFF_FFFF_FFFF),
    (CNT[1], 0xFF_FFFF_FFFF),
    (SEL[0], 0xFFF7_FFFF),
    (SEL[1], 0xFFF7_FFFF),
    (SPFLT_CONTROL, 0x8000_0000_0000_0003),
    (GLOBAL_CTRL, 0x3),
];

/// KNC-R03 KNC-R06 KNC-R22 KNC-R23 KNC-R24 KNC-R25: each bit is stored, or reads 0 and is no fault.
#[rstest]
fn registers_keep_their_defined_bits(#[values(0, 1, 2, 3)] thread: u64) {
    for (msr, stored) in STORED {
        // The counters are disabled; the time-stamp counter is read in the cycle after its write.
        let mut bench = Bench::new();
        for data in [u64::MAX, 0].into_iter().chain((0..64).map(|bit| 1 << bit)) {
            bench.write(thread, msr, data);
            assert_eq!(bench.read(thread, msr), data & stored, "{msr:#x} = {data:#x}");
        }
    }
}

/// KNC-R02 KNC-R04 KNC-R05 KNC-R07 KNC-R27: every thread has separate registers,
/// except the time-stamp counter.
#[test]
fn no_register_is_an_alias_of_another() {
    let mut bench = Bench::new();
    let banked = &STORED[1..];
    for thread in 0..4 {
        for (number, (msr, stored)) in banked.iter().enumerate() {
            let pattern = (0x9E37_79B9_7F4A_7C15_u64).rotate_left((thread * 8) as u32 + number as u32);
            bench.write(thread, *msr, pattern & !EN & stored);
        }
    }
    for thread in 0..4 {
        for (number, (msr, stored)) in banked.iter().enumerate() {
            let pattern = (0x9E37_79B9_7F4A_7C15_u64).rotate_left((thread * 8) as u32 + number as u32);
            assert_eq!(bench.read(thread, *msr), pattern & !EN & stored, "{msr:#x} of thread {thread}");
        }
    }
}

/// KNC-R11 KNC-R22 KNC-R24: no sign extension from bit 31 and no bits above 39, on both access paths.
#[rstest]
fn counters_are_40_bits_wide(#[values(0, 1)] index: u64) {
    let mut bench = Bench::new();
    bench.write(2, CNT[index as usize], 0xFFFF_FF12_8000_0001);
    assert_eq!(bench.read(2, CNT[index as usize]), 0x12_8000_0001);
    assert_eq!(bench.access(false, RDPMC, 2, index, 0), (0, 0x12_8000_0001));
    assert_eq!(bench.count(2, index as usize), 0x12_8000_0001);
}

/// KNC-R71 KNC-R73: writes to the status are ignored and its clear register reads
/// 0, both without an error.
#[test]
fn status_is_read_only_and_clear_register_reads_0() {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 1);
    bench.step();
    bench.line(0, ELEMENTS, 0);
    bench.write(0, STATUS, 0);
    bench.write(0, STATUS, u64::MAX);
    assert_eq!(bench.read(0, STATUS), 1);
    assert_eq!(bench.read(0, OVF_CTRL), 0);
    assert_eq!(bench.status(), [1, 0, 0, 0]);
}

/// KNC-R26: a counter write changes neither the status nor the line, for any value.
#[test]
fn counter_write_changes_no_status() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.write(1, CNT[0], 0);
    assert_eq!((bench.status(), bench.pmi()), ([0; 4], [0; 4]));
    bench.line(0, ELEMENTS, 1);
    bench.step();
    bench.line(0, ELEMENTS, 0);
    for value in [0, MAX] {
        bench.write(0, CNT[0], value);
        assert_eq!((bench.status(), bench.pmi()), ([1, 0, 0, 0], [1, 0, 0, 0]));
    }
}

/// The state words equal the values that RDMSR returns.
#[test]
fn state_words_equal_read_values() {
    let mut bench = Bench::new();
    for (msr, name) in [
        (SEL[0], "IA32_PerfEvtSel0"),
        (SEL[1], "IA32_PerfEvtSel1"),
        (SPFLT_CONTROL, "PERF_SPFLT_CONTROL"),
        (GLOBAL_CTRL, "IA32_PERF_GLOBAL_CTRL"),
    ] {
        bench.write(3, msr, u64::MAX);
        assert_eq!(bench.state(&format!("thread3.{name}")), bench.read(3, msr));
        assert_eq!(bench.state(&format!("thread2.{name}")), 0);
    }
}
