//! Addresses, stored bits and straps.

use super::bench::*;
use rstest::rstest;

/// The accepted offsets, except that of the status.
const OFFSETS: [u64; 11] = [0x04, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x19, 0x1A];

/// CBOX-R01 CBOX-R02: each box accepts accesses at its own addresses and no others.
#[rstest]
fn each_box_accepts_only_its_addresses(
    #[values(0, 1, 2, 7, 8, 14, 15)] number: u64,
    #[values(0, 1)] ovf: u64,
    #[values(false, true)] write: bool,
) {
    let mut bench = Bench::new();
    bench.set_all(&[("box_id", number), ("cbox_ovf", ovf)]);
    let base = 0xD00 + 0x20 * number;
    for addr in 0xBFF..0xF20 {
        let answers = addr >= base && OFFSETS.contains(&(addr - base)) || addr == base + 0x15 && ovf == 1;
        assert_eq!(bench.frames.access(write, 0, 0, addr, 0), (u64::from(!answers), 0), "{addr:#x}");
    }
}

/// CBOX-R02: accesses with other spaces, units or high address bits are refused and change nothing.
#[rstest]
#[case::space(1, 0, 0xD14)]
#[case::last_space(15, 0, 0xD14)]
#[case::unit(0, 1, 0xD14)]
#[case::broadcast(0, 255, 0xD14)]
#[case::bit_12(0, 0, 0x1D14)]
#[case::bit_31(0, 0, 0x8000_0D14)]
fn refused_accesses_change_nothing(#[case] space: u64, #[case] unit: u64, #[case] addr: u64) {
    let mut bench = Bench::new();
    assert_eq!(bench.frames.access(true, space, unit, addr, 0x1F), (1, 0));
    assert_eq!(bench.now("Cn_MSR_PMON_BOX_FILTER"), 0);
    assert_eq!(bench.frames.access(false, space, unit, addr, 0), (1, 0));
}

/// CBOX-R02: a change of the strap changes the addresses in the same cycle.
#[test]
fn box_id_takes_effect_in_the_same_cycle() {
    let mut bench = Bench::new();
    bench.set("box_id", 3);
    bench.frames.write(0xD74, 5);
    bench.set("box_id", 4);
    assert_eq!(bench.frames.access(false, 0, 0, 0xD74, 0), (1, 0));
    assert_eq!(bench.frames.read(0xD94), 5);
}

/// CBOX-R03 IVT-R02: all state is 0 after reset, which takes priority over a write and over counting.
#[test]
fn reset_takes_priority_and_clears_all_state() {
    let mut bench = Bench::new();
    let fresh = bench.frames.all_state();
    bench.set("cbox_ovf", 1);
    bench.frames.write(FILTER, u64::MAX);
    bench.frames.write(FILTER1, u64::MAX);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(ctl(0), EN | OV_EN | thresh(1));
    bench.frames.write(BOX_CTL, 0x100);
    bench.set("frz_bcast", 1);
    bench.frames.step();
    bench.frames.reset();
    bench.set_all(&[("cbox_ovf", 0), ("frz_bcast", 0)]);
    assert_eq!(bench.frames.all_state(), fresh);
    assert!(fresh.iter().all(|(_, value)| *value == 0));
    // Not frozen: enabling one counter is sufficient (IVT-R03).
    bench.frames.write(ctl(0), EN);
    bench.frames.cycles(3);
    assert_eq!(bench.counts(), [3, 0, 0, 0]);
}

/// CBOX-R04 CBOX-R05 IVT-R06 IVT-R07 IVT-R08 IVT-R55 IVT-R56: the bits that are stored
/// when all ones are written.
#[rstest]
#[case::box_ctl(BOX_CTL, 0, 0)]
#[case::filter(FILTER, 0, 0x007E_001F)]
#[case::filter1(FILTER1, 0, 0xDFF0_FFFF)]
#[case::control(ctl(3), 0, 0xFF4C_FFFF)]
#[case::control_with_ov_en(ctl(3), 1, 0xFF5C_FFFF)]
#[case::counter(ctr(2), 0, MAX)]
#[case::status(STATUS, 1, 0)]
fn registers_store_their_defined_bits(#[case] addr: u64, #[case] ovf: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.set("cbox_ovf", ovf);
    bench.frames.write(addr, u64::MAX);
    assert_eq!(bench.frames.read(addr), expected);
}

/// IVT-R33: there is no inversion: bit 23 has no effect.
#[test]
fn inversion_bit_has_no_effect() {
    let mut bench = Bench::new();
    bench.set("e_txr_inserts", 1);
    for (threshold, expected) in [(1, 1), (2, 0)] {
        assert_eq!(bench.increment(0, 1 << 23 | thresh(threshold) | event(0x02, 1)), expected);
    }
}

/// IVT-R05: reads change no state, including the status.
#[test]
fn reads_change_no_state() {
    let mut bench = Bench::new();
    bench.set("cbox_ovf", 1);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(ctl(0), EN | OV_EN);
    bench.frames.cycles(3);
    let before = bench.frames.all_state();
    for addr in 0xD04..0xD20 {
        bench.frames.access(false, 0, 0, addr, u64::MAX);
    }
    assert_eq!(bench.frames.all_state(), before);
}

/// Bit 20 of a control register is stored with the strap only, and read with the strap only.
#[test]
fn ov_en_requires_the_strap() {
    let mut bench = Bench::new();
    bench.set("cbox_ovf", 1);
    bench.frames.write(ctl(1), OV_EN | 0x35);
    bench.set("cbox_ovf", 0);
    assert_eq!((bench.frames.read(ctl(1)), bench.now("Cn_MSR_PMON_CTL1")), (0x35, OV_EN | 0x35));
    bench.set("cbox_ovf", 1);
    assert_eq!(bench.frames.read(ctl(1)), OV_EN | 0x35);
    bench.set("cbox_ovf", 0);
    bench.frames.write(ctl(1), OV_EN | 0x35);
    assert_eq!(bench.now("Cn_MSR_PMON_CTL1"), 0x35);
}

/// A write reaches only its register and is observable in its state word.
#[rstest]
fn write_reaches_only_its_register(#[values(0, 1, 2, 3)] index: usize) {
    let mut bench = Bench::new();
    let before = bench.frames.all_state();
    let changed = |bench: &Bench| {
        let changes = before.iter().zip(bench.frames.all_state()).filter(|(before, now)| **before != *now);
        changes.map(|(_, (name, value))| (name, value)).collect::<Vec<_>>()
    };
    let mut written = bench.clone();
    written.frames.write(ctr(index), 0xABC_DEF0_1234);
    assert_eq!(changed(&written), [(format!("cbox.Cn_MSR_PMON_CTR{index}"), 0xABC_DEF0_1234)]);
    bench.frames.write(ctl(index), 0x0A04_0302);
    assert_eq!(changed(&bench), [(format!("cbox.Cn_MSR_PMON_CTL{index}"), 0x0A04_0302)]);
}

/// CBOX-R06 IVT-R46 to IVT-R55: freeze level, counters, controls and filters after BOX_CTL writes.
#[rstest]
#[case(0x000, 0, true, true)]
#[case(0x100, 1, true, true)]
#[case(0x102, 1, false, true)]
#[case(0x002, 0, false, true)]
#[case(0x101, 1, true, false)]
#[case(0x003, 0, false, false)]
#[case(0x3_0000, 0, true, true)]
#[case(0xFFFF_FFFF_0000_0000, 0, true, true)]
#[case(u64::MAX, 1, false, false)]
fn box_control_resets_and_freezes(#[case] data: u64, #[case] frz: u64, #[case] counters: bool, #[case] controls: bool) {
    for before in [0, 0x100] {
        let mut bench = Bench::new();
        bench.frames.write(BOX_CTL, before);
        bench.frames.write(FILTER, 7);
        bench.frames.write(FILTER1, 9);
        for counter in 0..4 {
            bench.frames.write(ctl(counter), 0x0100_0035);
            bench.frames.write(ctr(counter), 5);
        }
        bench.frames.write(BOX_CTL, data);
        assert_eq!(bench.now("frz"), frz);
        assert_eq!(bench.counts(), [if counters { 5 } else { 0 }; 4]);
        for counter in 0..4 {
            assert_eq!(bench.frames.read(ctl(counter)), if controls { 0x0100_0035 } else { 0 });
        }
        assert_eq!((bench.frames.read(FILTER), bench.frames.read(FILTER1), bench.frames.read(BOX_CTL)), (7, 9, 0));
    }
}

/// IVT-R44 IVT-R49 IVT-R50 IVT-R53: resets in the cycle of an increment and while frozen.
#[rstest]
fn box_resets_take_priority_over_increments(#[values(0, 0x100)] freeze: u64) {
    let mut bench = Bench::new();
    bench.set("cbox_ovf", 1);
    bench.frames.write(ctl(2), EN | OV_EN);
    bench.frames.write(ctr(2), MAX);
    bench.frames.write(BOX_CTL, freeze | 0x2);
    assert_eq!((bench.count(2), bench.now("Cn_MSR_PMON_BOX_STATUS")), (0, 0));
    bench.frames.write(ctr(2), 7);
    bench.frames.write(BOX_CTL, freeze | 0x1);
    // The cycle of the reset still counts.
    assert_eq!(bench.count(2), if freeze == 0 { 8 } else { 7 });
    bench.frames.step();
    assert_eq!((bench.count(2), bench.now("Cn_MSR_PMON_CTL2")), (if freeze == 0 { 8 } else { 7 }, 0));
}

/// IVT-R41 IVT-R42 IVT-R43 IVT-R45: the reset of a single counter.
#[test]
fn counter_reset_clears_one_counter() {
    let mut bench = Bench::new();
    bench.frames.write(ctl(0), EN);
    bench.frames.write(ctl(3), EN);
    bench.frames.cycles(5);
    bench.frames.write(ctl(0), EN | RST);
    assert_eq!((bench.count(0), bench.frames.read(ctl(0))), (0, EN));
    assert_eq!((bench.count(0), bench.count(3)), (1, 7));
}
