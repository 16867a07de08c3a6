//! Access to the registers.

use super::bench::*;
use rstest::rstest;

/// K8-R02 K8-R09 K8-R10 K8-R11: all bits of PerfEvtSel except 63:32 and 21 are stored.
#[test]
fn select_registers_keep_their_defined_bits() {
    let mut bench = Bench::new();
    for (core, index) in [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)] {
        bench.write(core, evtsel(index), u64::MAX);
        assert_eq!(bench.read(core, evtsel(index)), 0x0000_0000_FFDF_FFFF);
        for bit in 0..64 {
            bench.write(core, evtsel(index), 1 << bit);
            let kept = bit < 32 && bit != 21;
            let expected = if kept { 1 << bit } else { 0 };
            assert_eq!(bench.read(core, evtsel(index)), expected, "bit {bit}");
        }
    }
}

/// K8-R02 K8-R04 K8-R07 K8-R08: 48 bits of PerfCtr are stored, the others read 0.
#[test]
fn counters_keep_48_bits() {
    let mut bench = Bench::new();
    for (core, index) in [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)] {
        bench.write(core, ctr(index), u64::MAX);
        assert_eq!(bench.read(core, ctr(index)), 0x0000_FFFF_FFFF_FFFF);
        for bit in 0..64 {
            bench.write(core, ctr(index), 1 << bit);
            let expected = if bit < 48 { 1 << bit } else { 0 };
            assert_eq!(bench.read(core, ctr(index)), expected, "bit {bit}");
        }
    }
}

/// K8-R02: every register of every core is separate.
#[test]
fn no_register_is_an_alias_of_another() {
    let mut bench = Bench::new();
    for core in 0..2 {
        for index in 0..4 {
            let own = 0x10 * core + index as u64;
            bench.write(core, evtsel(index), 0x100 + own);
            bench.write(core, ctr(index), 0x200 + own);
        }
    }
    for core in 0..2 {
        for index in 0..4 {
            let own = 0x10 * core + index as u64;
            assert_eq!(bench.read(core, evtsel(index)), 0x100 + own);
            assert_eq!(bench.read(core, ctr(index)), 0x200 + own);
        }
    }
}

/// K8-R05 K8-R12: RDPMC and RDMSR return the same value, and neither changes the count.
#[test]
fn rdpmc_reads_the_counters() {
    let mut bench = Bench::new();
    for index in 0..4 {
        bench.write(1, ctr(index), 0x1234_5678_9A00 + index as u64);
    }
    for index in 0..4 {
        let expected = (0, 0x1234_5678_9A00 + index);
        assert_eq!(bench.access(false, RDPMC, 1, index, 0), expected);
    }
    bench.write(0, evtsel(2), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    let reads: Vec<_> = (0..4).map(|_| bench.access(false, RDPMC, 0, 2, 0).1).collect();
    assert_eq!(reads, [0, 1, 2, 3]);
    assert_eq!(bench.read(0, ctr(2)), 4);
    assert_eq!(bench.count(0, 2), 5);
}

/// K8-R06 and the rules of the register port: an access to a missing register returns an error and 0.
#[rstest]
#[case::below_the_first_msr(false, MSR, 0, 0xC000_FFFF)]
#[case::above_the_last_msr(false, MSR, 0, 0xC001_0008)]
#[case::msr_number_zero(true, MSR, 0, 0)]
#[case::write_above_the_last_msr(true, MSR, 1, 0xC001_0008)]
#[case::rdpmc_4(false, RDPMC, 0, 4)]
#[case::rdpmc_with_bit_31(false, RDPMC, 1, 0x8000_0000)]
#[case::rdpmc_of_an_msr_number(false, RDPMC, 0, 0xC001_0004)]
#[case::msr_of_an_rdpmc_number(false, MSR, 0, 0)]
#[case::write_by_rdpmc(true, RDPMC, 0, 0)]
#[case::no_such_space(false, 2, 0, 0xC001_0000)]
#[case::no_such_unit(false, MSR, 2, 0xC001_0000)]
#[case::write_to_no_such_unit(true, MSR, 254, 0xC001_0004)]
#[case::read_from_both_cores(false, MSR, BROADCAST, 0xC001_0004)]
#[case::rdpmc_from_both_cores(false, RDPMC, BROADCAST, 0)]
#[case::rdpmc_write_to_both_cores(true, RDPMC, BROADCAST, 1)]
#[case::broadcast_above_the_last_msr(true, MSR, BROADCAST, 0xC001_0008)]
fn refused_accesses_change_nothing(#[case] write: bool, #[case] space: u64, #[case] unit: u64, #[case] addr: u64) {
    let mut bench = Bench::new();
    for index in 0..4 {
        bench.write(BROADCAST, ctr(index), 0x77 + index as u64);
    }
    assert_eq!(bench.access(write, space, unit, addr, u64::MAX), (1, 0));
    for index in 0..4 {
        for core in 0..2 {
            assert_eq!(bench.read(core, evtsel(index)), 0);
            assert_eq!(bench.read(core, ctr(index)), 0x77 + index as u64);
        }
    }
}

/// The rules of the register port: a write to the broadcast unit is a write to both cores.
#[test]
fn broadcast_writes_reach_both_cores_at_once() {
    let mut bench = Bench::new();
    bench.write(BROADCAST, evtsel(3), ON | RETIRED);
    bench.write(BROADCAST, ctr(3), 0xABC);
    assert_eq!((bench.count(0, 3), bench.count(1, 3)), (0xABC, 0xABC));
    assert_eq!(bench.read(0, evtsel(3)), 0x0043_00C0);
    assert_eq!(bench.read(1, evtsel(3)), 0x0043_00C0);
}

/// The rules of the register port: no response without an access, no data for a write.
#[test]
fn response_is_zero_without_a_read() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), 0x55);
    bench.step();
    assert_eq!((bench.output("bus_error"), bench.output("bus_rdata")), (0, 0));
    assert_eq!(bench.access(true, MSR, 0, ctr(0), 0x66), (0, 0));
}

/// K8-R13: the port does not depend on the privilege level.
#[test]
fn every_privilege_level_has_access() {
    let mut bench = Bench::new();
    for cpl in 0..4 {
        bench.set("core0.cpl", cpl);
        bench.write(0, ctr(1), 0x900 + cpl);
        assert_eq!(bench.read(0, ctr(1)), 0x900 + cpl);
        assert_eq!(bench.access(false, RDPMC, 0, 1, 0), (0, 0x900 + cpl));
    }
}

/// K8-R51: an overflow changes no register other than the counter.
#[test]
fn no_register_reports_an_overflow() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    bench.line(0, RETIRED_LINE, 0);
    bench.step();
    assert_eq!(bench.read(0, evtsel(0)), 0x0053_00C0);
    assert_eq!(bench.read(0, ctr(0)), 0);
    for index in 1..4 {
        assert_eq!(bench.read(0, evtsel(index)), 0);
        assert_eq!(bench.read(0, ctr(index)), 0);
    }
}
