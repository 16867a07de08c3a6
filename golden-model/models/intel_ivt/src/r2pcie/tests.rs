//! Tests of the boxes in configuration space, and of R2PCIe.

use super::events::R2Pcie;
use super::{COUNTERS, WIDTH};
use crate::common::pci::PciModel;
use golden_model_common::test_bench::TestBench;
use rstest::rstest;

type Model = PciModel<R2Pcie, COUNTERS, WIDTH>;

/// CLOCKTICKS with en = 1.
const CYCLES: u64 = 0x40_0001;
const OV_EN: u64 = 1 << 20;

fn bench() -> TestBench<Model> {
    TestBench::new("ivt_r2pcie", Model::new)
}

fn write(bench: &mut TestBench<Model>, offset: u64, data: u64) {
    assert_eq!(bench.access(true, 1, 0, offset, data), (0, 0), "write to {offset:#x}");
}

fn read(bench: &mut TestBench<Model>, offset: u64) -> u64 {
    let (error, data) = bench.access(false, 1, 0, offset, 0);
    assert_eq!(error, 0, "read of {offset:#x}");
    data
}

/// Sets a counter while it is disabled.
fn preset(bench: &mut TestBench<Model>, counter: u64, value: u64) {
    write(bench, 0xA0 + 8 * counter, value & 0xFFFF_FFFF);
    write(bench, 0xA4 + 8 * counter, value >> 32);
}

/// R2P-R23, R2P-R24, R2P-R20: each dword is written separately, and the higher one has twelve bits.
#[test]
fn dwords_are_written_separately() {
    let mut bench = bench();
    preset(&mut bench, 2, 0xFFFF_FABC_1234_5678);
    assert_eq!((read(&mut bench, 0xB0), read(&mut bench, 0xB4)), (0x1234_5678, 0xABC));
    write(&mut bench, 0xB0, 7);
    assert_eq!(bench.state("r2pcie.R2_PCI_PMON_CTR2"), 0xABC_0000_0007);
}

/// R2P-R25: the increment of the cycle is lost, including its carry into the other dword.
#[rstest]
#[case(0xA0, 0x11, 0x1_0000_0011)]
#[case(0xA4, 0x22, 0x22_FFFF_FFFF)]
fn write_to_either_dword_drops_the_increment(#[case] offset: u64, #[case] data: u64, #[case] after: u64) {
    let mut bench = bench();
    preset(&mut bench, 0, 0x1_FFFF_FFFE);
    write(&mut bench, 0xD8, CYCLES);
    bench.step();
    write(&mut bench, offset, data);
    assert_eq!(bench.state("r2pcie.R2_PCI_PMON_CTR0"), after);
}

/// R2P-R47 and the rules of the register port: other offsets of the function read 0; all
/// other accesses are refused.
#[rstest]
#[case(1, 0, 0x00, false)]
#[case(1, 0, 0xC0, false)]
#[case(1, 0, 0xFC, false)]
#[case(1, 0, 0x100, true)]
#[case(1, 0, 0xA1, true)]
#[case(1, 0, 0xA2, true)]
#[case(0, 0, 0xA0, true)]
#[case(1, 1, 0xA0, true)]
fn offsets_without_a_register_read_0_and_others_are_refused(
    #[case] space: u64,
    #[case] unit: u64,
    #[case] addr: u64,
    #[case] refused: bool,
) {
    let mut bench = bench();
    let before = bench.all_state();
    assert_eq!(bench.access(true, space, unit, addr, u64::MAX), (refused.into(), 0));
    assert_eq!(bench.access(false, space, unit, addr, 0), (refused.into(), 0));
    let state = |all: Vec<(String, u64)>| all.into_iter().filter(|(name, _)| name.contains('.')).collect::<Vec<_>>();
    assert_eq!(state(bench.all_state()), state(before));
}

/// R2P-R22, R2P-R35, R2P-R42: a carry out of bit 43 keeps the remainder, is reported,
/// and freezes one cycle later.
#[test]
fn overflow_by_several_entries_is_reported_once() {
    let mut bench = bench();
    preset(&mut bench, 0, (1 << 44) - 1);
    bench.set("r2pcie.rxr_drs_occ", 24);
    write(&mut bench, 0xD8, 0x40_0813 | OV_EN);
    let seen: Vec<_> = (0..4)
        .map(|_| {
            bench.step();
            ["R2_PCI_PMON_CTR0", "ovf_msg", "frz_lat"].map(|name| bench.output(&format!("r2pcie.{name}")))
        })
        .collect();
    assert_eq!(seen, [[(1 << 44) - 1, 0, 0], [23, 1, 0], [47, 0, 1], [47, 0, 1]]);
}

/// R2P-R48 to R2P-R50: the events that each counter may count.
#[rstest]
#[case(0x01, 0, 0b1111)]
#[case(0x09, 0xFF, 0b1111)]
#[case(0x10, 0x30, 0b0011)]
#[case(0x13, 0x08, 0b0001)]
#[case(0x25, 0x07, 0b0001)]
#[case(0x24, 0xFF, 0b0000)]
fn counters_refuse_events_of_other_counters(#[case] ev_sel: u64, #[case] umask: u64, #[case] allowed: u64) {
    let mut bench = bench();
    for (name, level) in [("ring_bl", 0xFF), ("rxr_ne", 3), ("rxr_drs_occ", 1), ("txr_full", 7)] {
        bench.set(&format!("r2pcie.{name}"), level);
    }
    (0..4).for_each(|counter| write(&mut bench, 0xD8 + 4 * counter, 0x40_0000 | umask << 8 | ev_sel));
    bench.cycles(5);
    let counted = (0..4).filter(|counter| bench.state(&format!("r2pcie.R2_PCI_PMON_CTR{counter}")) != 0);
    assert_eq!(counted.fold(0, |set, counter| set | 1 << counter), allowed);
}
