//! Addresses and stored bits.

use super::super::registers::Register;
use super::bench::*;
use rstest::rstest;
use std::collections::BTreeSet;

/// UBOX-R01 UBOX-R36: exactly ten registers are accepted, in this space and unit only.
#[rstest]
fn exactly_ten_registers_are_accepted(#[values(false, true)] write: bool) {
    let mut bench = Bench::new();
    let known = [0xC00, 0xC01, 0xC06, 0xC08, 0xC09, 0xC10, 0xC11, 0xC15, 0xC16, 0xC17];
    for addr in 0xBE0..0xD20 {
        let refused = u64::from(!known.contains(&addr));
        let (error, data) = bench.frames.access(write, 0, 0, addr, 0);
        let reset = u64::from(!write && addr == GLOBAL_CONFIG) * 8;
        assert_eq!((error, data), (refused, reset), "{addr:#x}");
        bench.frames.write(GLOBAL_CONFIG, 8);
    }
    for (space, unit, addr) in [(1, 0, 0xC06), (0, 1, 0xC06), (0, 255, 0xC06), (0, 0, 0x1C06), (0, 0, 0x8000_0C06)] {
        assert_eq!(bench.frames.access(write, space, unit, addr, 5), (1, 0));
        assert_eq!(bench.now("U_MSR_PMON_GLOBAL_CONFIG"), 8);
    }
    let described = bench.frames.pmu.description.registers.iter().flat_map(|register| &register.access);
    let described: BTreeSet<_> = described.map(|path| path.address).collect();
    assert_eq!(described, (0..0x1000).filter(|&addr| Register::at(addr).is_some()).collect());
}

/// UBOX-R02: reset restores the reset state after every register was changed.
#[test]
fn reset_restores_all_state() {
    let mut bench = Bench::locking();
    let fresh = bench.frames.all_state();
    let other_than_0 = fresh.iter().filter(|(_, value)| *value != 0);
    assert_eq!(other_than_0.collect::<Vec<_>>(), [&("ubox.U_MSR_PMON_GLOBAL_CONFIG".to_owned(), 8)]);
    bench.frames.write(GLOBAL_CTL, WK_ON_PMI | 0x7FFF);
    bench.frames.write(GLOBAL_CONFIG, 3);
    bench.frames.write(FIXED_CTL, EN | OV_EN);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(ctl(0), EN | OV_EN | thresh(1) | LOCKS);
    bench.pulse("ovf_c", 0x7FFF);
    bench.pulse("ovf_p", 1);
    bench.frames.reset();
    assert_eq!(bench.frames.all_state(), fresh);
}

/// UBOX-R03 UBOX-R04 UBOX-R35 UBOX-R42 UBOX-R46 IVT-R06 IVT-R07 IVT-R08: the bits that are stored
/// when all ones are written.
#[rstest]
#[case(GLOBAL_CTL, 0x4000_7FFF)]
#[case(GLOBAL_STATUS, 0)]
#[case(GLOBAL_CONFIG, 0xF)]
#[case(FIXED_CTL, 0x0050_0000)]
#[case(FIXED_CTR, MAX)]
#[case(ctl(0), 0x1F54_FFFF)]
#[case(ctl(1), 0x1F54_FFFF)]
#[case(BOX_STATUS, 0)]
#[case(ctr(0), MAX)]
#[case(ctr(1), MAX)]
fn registers_store_their_defined_bits(#[case] addr: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, FRZ_ALL);
    bench.frames.cycles(2);
    bench.frames.write(addr, u64::MAX);
    assert_eq!(bench.frames.read(addr), expected);
}

/// UBOX-R04: num_c is stored and has no other effect.
#[test]
fn num_c_is_only_stored() {
    let mut bench = Bench::new();
    let before = bench.frames.all_state();
    for num_c in 0..16 {
        bench.frames.write(GLOBAL_CONFIG, num_c);
        let after = bench.frames.all_state();
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        assert!(changed.into_iter().all(|(_, (name, value))| name.ends_with("GLOBAL_CONFIG") && *value == num_c));
        assert_eq!(bench.frames.read(GLOBAL_CONFIG), num_c);
    }
}
