//! RDMSR, WRMSR, RDPMC, RDTSC and SPFLT at the register port.

use super::bench::*;
use rstest::rstest;

/// A model whose state differs from the reset state, with all threads at the given rings.
fn prepared(rings: [u64; 4]) -> Bench {
    let mut bench = Bench::new();
    for thread in 0..4 {
        bench.write(thread, CNT[0], 0x77 + thread);
        bench.write(thread, CNT[1], 0x99 + thread);
        bench.write(thread, SPFLT_CONTROL, 2);
    }
    bench.cpl(rings);
    bench
}

/// All state except the time-stamp counter.
fn banked(bench: &Bench) -> Vec<u64> {
    let states = bench.pmu.description.states.iter();
    let names = states.map(|state| state.name.as_str()).filter(|name| *name != "IA32_TIME_STAMP_COUNTER");
    names.map(|name| bench.state(name)).collect()
}

/// KNC-R13 and the rules of the register port: an access to a missing register returns an error
/// and 0 and changes no state.
#[rstest]
#[case(MSR, 0, 0x0F)]
#[case(MSR, 0, 0x11)]
#[case(MSR, 1, 0x1F)]
#[case(MSR, 1, 0x22)]
#[case(MSR, 2, 0x27)]
#[case(MSR, 2, 0x2A)]
#[case(MSR, 3, 0x2B)]
#[case(MSR, 3, 0x30)]
#[case(MSR, 0, 0)]
#[case(MSR, 0, 0x8000_0020)]
#[case(MSR, 4, 0x20)]
#[case(MSR, 255, 0x20)]
#[case(RDPMC, 0, 2)]
#[case(RDPMC, 0, 0xFFFF_FFFF)]
#[case(RDPMC, 0, 0x20)]
#[case(RDPMC, 4, 0)]
#[case(RDTSC, 4, 0)]
#[case(SPFLT, 4, 0)]
#[case(SPFLT, 128, 0)]
#[case(4, 0, 0x20)]
#[case(15, 3, 0)]
fn refused_accesses_change_nothing(#[case] space: u64, #[case] unit: u64, #[case] addr: u64) {
    for write in [false, true] {
        let mut bench = prepared([0; 4]);
        let before = banked(&bench);
        let tsc = bench.state("IA32_TIME_STAMP_COUNTER");
        assert_eq!(bench.access(write, space, unit, addr, u64::MAX), (1, 0));
        assert_eq!(banked(&bench), before);
        assert_eq!(bench.state("IA32_TIME_STAMP_COUNTER"), tsc + 1);
    }
}

/// Each space is readable only or writable only, except that of RDMSR and WRMSR.
#[rstest]
#[case::write_by_rdpmc(true, RDPMC, 1)]
#[case::write_by_rdtsc(true, RDTSC, 0)]
#[case::read_by_spflt(false, SPFLT, 0)]
fn access_in_the_wrong_direction_is_refused(#[case] write: bool, #[case] space: u64, #[case] addr: u64) {
    let mut bench = prepared([0; 4]);
    let before = banked(&bench);
    assert_eq!(bench.access(write, space, 0, addr, u64::MAX), (1, 0));
    assert_eq!(banked(&bench), before);
}

/// KNC-R08 KNC-R09 KNC-R17: RDMSR and WRMSR of every address require ring 0 of the executing thread.
#[rstest]
fn msr_access_outside_ring_0_is_refused(#[values(1, 2, 3)] ring: u64, #[values(0, 1, 2, 3)] thread: u64) {
    let mut rings = [0; 4];
    rings[thread as usize] = ring;
    for msr in [TSC, CNT[0], CNT[1], SEL[0], SEL[1], SPFLT_CONTROL, STATUS, OVF_CTRL, GLOBAL_CTRL] {
        let mut bench = prepared(rings);
        let before = banked(&bench);
        let tsc = bench.state("IA32_TIME_STAMP_COUNTER");
        assert_eq!(bench.access(true, MSR, thread, msr, 0x5555), (1, 0));
        assert_eq!(bench.access(false, MSR, thread, msr, 0), (1, 0));
        assert_eq!(banked(&bench), before);
        assert_eq!(bench.state("IA32_TIME_STAMP_COUNTER"), tsc + 2);
        // The rings of the other threads and the thread in the execution stage have no effect.
        bench.set("exec_tid", thread);
        assert_eq!(bench.access(false, MSR, (thread + 1) % 4, CNT[0], 0), (0, 0x77 + (thread + 1) % 4));
    }
}

/// KNC-R11 KNC-R12: RDPMC works at every ring and reads a counter that is stopped by SPFLT.
#[rstest]
fn rdpmc_works_at_every_ring(#[values(0, 1, 2, 3)] ring: u64) {
    let mut bench = prepared([ring; 4]);
    for thread in 0..4 {
        assert_eq!(bench.access(false, RDPMC, thread, 0, 0), (0, 0x77 + thread));
        assert_eq!(bench.access(false, RDPMC, thread, 1, 0), (0, 0x99 + thread));
    }
}

/// KNC-R10: RDTSC works at every ring and with any address.
#[rstest]
fn rdtsc_works_at_every_ring(#[values(0, 1, 2, 3)] ring: u64, #[values(0, 7, 0xFFFF_FFFF)] addr: u64) {
    let mut bench = Bench::new();
    bench.write(1, TSC, 0x1234_5678_9ABC_DEF0);
    bench.cpl([ring; 4]);
    let reads = [0, 1, 2, 3].map(|thread| bench.access(false, RDTSC, thread, addr, 0));
    assert_eq!(reads.map(|(_, tsc)| tsc - 0x1234_5678_9ABC_DEF0), [0, 1, 2, 3]);
    assert_eq!(reads.map(|(error, _)| error), [0; 4]);
}

/// KNC-R14 KNC-R15 KNC-R16 KNC-R17: SPFLT copies only bit 0, at every ring, for one thread.
#[rstest]
fn spflt_copies_one_bit(#[values(0, 1, 2, 3)] ring: u64, #[values(0, 3)] thread: u64) {
    let mut bench = Bench::new();
    for initial in [0, USER_PREF | 1] {
        for (data, addr) in [(0, 0), (1, 0), (2, 0), (u64::MAX, 0x2C), (u64::MAX - 1, 0xFFFF_FFFF)] {
            bench.cpl([0; 4]);
            (0..4).for_each(|thread| bench.write(thread, SPFLT_CONTROL, initial));
            bench.cpl([ring; 4]);
            assert_eq!(bench.access(true, SPFLT, thread, addr, data), (0, 0));
            for other in 0..4 {
                let expected = if other == thread { initial & 3 | (data & 1) << 63 } else { initial };
                assert_eq!(bench.state(&format!("thread{other}.PERF_SPFLT_CONTROL")), expected);
            }
        }
    }
}

/// The rules of the register port: no response without an access, no data for a write.
#[test]
fn response_is_zero_without_a_read() {
    let mut bench = prepared([0; 4]);
    bench.step();
    assert_eq!((bench.output("bus_error"), bench.output("bus_rdata")), (0, 0));
    assert_eq!(bench.access(true, MSR, 0, CNT[0], 0x66), (0, 0));
}
