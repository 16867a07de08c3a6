//! Tests of the Home Agent. Expected values are literals, computed from the
//! requirements and not with the model.

use super::state::Ha;
use super::{COUNTERS, WIDTH};
use crate::common::pci::tests::{ctl, ctr, event, thresh, Bench, BOX_CTL, EN, RST};

const ADDRMATCH0: u64 = 0x40;
const ADDRMATCH1: u64 = 0x44;
const OPCODEMATCH: u64 = 0x48;
const Q_OCC_RST: u64 = 1 << 16;

fn bench() -> Bench<Ha, COUNTERS, WIDTH> {
    Bench::new("ivt_ha")
}

/// The six occupancies of the backup tracker.
fn bt(bench: &Bench<Ha, COUNTERS, WIDTH>) -> [u64; 6] {
    [0, 1, 2, 3, 4, 5].map(|index| bench.now(&format!("bt_occ{index}")))
}

/// Executes cycles that allocate an entry of this class.
fn allocate(bench: &mut Bench<Ha, COUNTERS, WIDTH>, class: u64, cycles: usize) {
    bench.set("bt_alloc_v", 1);
    bench.set("bt_alloc_cls", class);
    bench.frames.cycles(cycles);
    bench.set("bt_alloc_v", 0);
}

/// HA-R08 IVT-R18: every listed code counts in every counter, and no other code does.
#[test]
fn listed_codes_count_everywhere() {
    let mut bench = bench();
    allocate(&mut bench, 0b111, 3);
    bench.pulse("txr_bl_alloc", 3);
    let names: Vec<String> = bench.frames.pmu.description.inputs.iter().map(|input| input.name.clone()).collect();
    for name in names.iter().filter(|name| !name.ends_with("frz_bcast")) {
        bench.frames.set(name, u64::MAX);
    }
    // The two requests address regions 3 and 9.
    bench.set("tad_region", 0x93);
    bench.set("am_opc", 0);
    for counter in 0..4 {
        assert_eq!(bench.codes(counter, 0), bench.listed(counter, false), "counter {counter}");
    }
}

/// HA-R23 to HA-R26 HA-R28 HA-R32 HA-R36 HA-R45 to HA-R48 HA-R50 to HA-R53 HA-R58 HA-R59 HA-R61
/// HA-R65: the umask bits with a sub-event; several sub-events in a cycle count once.
#[test]
fn sub_events_count_once() {
    let mut bench = bench();
    let rows = [
        ("e_requests", 0x01, 0x3F),
        ("e_conflict", 0x0B, 0x1E),
        ("e_dir_lookup", 0x0C, 0x03),
        ("e_dir_update", 0x0D, 0x03),
        ("e_txr_bl", 0x10, 0x07),
        ("e_bypass", 0x14, 0x03),
        ("e_imc_writes", 0x1A, 0x0F),
        ("e_snoop_resp", 0x21, 0x7F),
        ("e_igr_nocrd", 0x22, 0x0F),
        ("e_txr_ad_full", 0x2A, 0x03),
        ("e_txr_ak_full", 0x32, 0x03),
        ("e_txr_bl_full", 0x36, 0x03),
        ("e_ring_ad", 0x3E, 0xFF),
        ("e_ring_ak", 0x3F, 0xFF),
        ("e_ring_bl", 0x40, 0xFF),
        ("e_osb", 0x53, 0x0E),
        ("e_osb_edr", 0x54, 0x1F),
        ("e_iodc_conf", 0x57, 0x05),
        ("e_snp_local", 0x60, 0xFF),
    ];
    for (input, ev_sel, bits) in rows {
        bench.set(input, 0xFF);
        assert_eq!(bench.bits(2, ev_sel), bits, "{input}");
        assert_eq!(bench.increment(2, event(ev_sel, 0xFF)), 1, "{input}");
        bench.set(input, 0);
        assert_eq!(bench.increment(2, event(ev_sel, 0xFF)), 0, "{input}");
    }
}

/// HA-R33 HA-R34 HA-R35: channels without credit and reads are summed.
#[test]
fn numbers_are_summed() {
    let mut bench = bench();
    bench.set("rpq_nocrd", 0b1011);
    bench.set("wpq_nocrd", 0b0101);
    bench.set("imc_reads", 4);
    assert_eq!([0xFF, 0x0F, 0x05, 0xF0].map(|umask| bench.increment(0, event(0x15, umask))), [3, 3, 1, 0]);
    assert_eq!([0xFF, 0x05, 0x0A].map(|umask| bench.increment(0, event(0x18, umask))), [2, 2, 0]);
    assert_eq!([0xFF, 0x01, 0xFE].map(|umask| bench.increment(0, event(0x17, umask))), [4, 4, 0]);
}

/// HA-R37 HA-R38: two requests to selected regions count twice.
#[test]
fn requests_to_selected_regions_are_summed() {
    let mut bench = bench();
    bench.set("tad_v", 3);
    bench.set("tad_region", 0xB7);
    assert_eq!((bench.bits(0, 0x1B), bench.bits(0, 0x1C)), (1 << 7, 1 << 3));
    bench.set("tad_region", 0x88);
    assert_eq!((bench.increment(0, event(0x1B, 0xFF)), bench.increment(0, event(0x1C, 0x01))), (0, 2));
    bench.set("tad_v", 2);
    assert_eq!(bench.increment(0, event(0x1C, 0xFF)), 1);
    // Regions 12 to 15 do not exist.
    bench.set("tad_region", 0xFC);
    bench.set("tad_v", 3);
    assert_eq!(bench.increment(0, event(0x1C, 0xFF)), 0);
}

/// HA-R05 HA-R40 to HA-R44: address and opcode, together and alone, and the rings.
#[test]
fn packets_match_by_address_and_opcode() {
    let mut bench = bench();
    for offset in [ADDRMATCH0, ADDRMATCH1, OPCODEMATCH] {
        bench.write(offset, 0xFFFF_FFFF);
    }
    let read = [ADDRMATCH0, ADDRMATCH1, OPCODEMATCH].map(|offset| bench.read(offset));
    assert_eq!(read, [0xFFFF_FFC0, 0x3FFF, 0x3F]);
    bench.write(ADDRMATCH0, 0x8000_0040);
    bench.write(ADDRMATCH1, 0x2001);
    bench.write(OPCODEMATCH, 0x2A);
    let addr = (0x2001u64 << 32 | 0x8000_0040) >> 6;
    bench.set("am_v", 1);
    bench.set("am_ring", 0b010);
    let increments = |bench: &mut Bench<Ha, COUNTERS, WIDTH>, addr: u64, opc: u64| {
        bench.set("am_addr", addr);
        bench.set("am_opc", opc);
        [1, 2, 3, 4, 8, 16, 5, 9, 0xE0].map(|umask| bench.increment(1, event(0x20, umask)))
    };
    assert_eq!(increments(&mut bench, addr, 0x2A), [1, 1, 1, 0, 1, 0, 1, 1, 0]);
    assert_eq!(increments(&mut bench, addr, 0x2B), [1, 0, 0, 0, 0, 0, 1, 1, 0]);
    for bit in [0, 25, 26, 39] {
        assert_eq!(increments(&mut bench, addr ^ 1 << bit, 0x2A), [0, 1, 0, 0, 1, 0, 0, 1, 0], "bit {bit}");
    }
    bench.set("am_v", 0);
    assert_eq!(increments(&mut bench, addr, 0x2A), [0; 9]);
}

/// HA-R03 HA-R04 HA-R07 HA-R21: the state that a reset, a power-on reset and the resets
/// of the box control clear.
#[test]
fn resets_clear_their_state() {
    let mut bench = bench();
    bench.write(ADDRMATCH1, 0x1234);
    bench.write(OPCODEMATCH, 0x15);
    allocate(&mut bench, 0b011, 2);
    bench.write(BOX_CTL, 3);
    assert_eq!((bench.register("ADDRMATCH1"), bt(&bench)), (0x1234, [2, 0, 2, 0, 0, 0]));
    bench.set("rst_cold", 1);
    bench.frames.step();
    assert_eq!(bench.register("OPCODEMATCH"), 0x15);
    bench.set("rst_cold", 0);
    bench.frames.reset();
    assert_eq!((bench.register("ADDRMATCH1"), bench.register("OPCODEMATCH"), bt(&bench)), (0x1234, 0x15, [0; 6]));
    bench.set("rst_cold", 1);
    bench.frames.reset();
    assert_eq!((bench.register("ADDRMATCH1"), bench.register("OPCODEMATCH")), (0, 0));
}

/// HA-R12 HA-R13: classes, both limits, and simultaneous entries and exits.
#[test]
fn backup_tracker_counts_entries_by_class() {
    let mut bench = bench();
    bench.write(BOX_CTL, 0x100);
    for class in 0..8 {
        allocate(&mut bench, class, 1);
    }
    // Classes 0 to 7: bit 0 is local, bit 1 read, bit 2 write.
    assert_eq!(bt(&bench), [4, 4, 2, 2, 2, 2]);
    bench.set("bt_dealloc_v", 1);
    bench.set("bt_dealloc_cls", 0b110);
    bench.frames.cycles(3);
    assert_eq!(bt(&bench), [4, 1, 2, 0, 2, 0]);
    bench.set("bt_dealloc_v", 0);
    allocate(&mut bench, 0b001, 600);
    assert_eq!(bt(&bench)[0], 512);
    bench.set("bt_dealloc_v", 1);
    bench.set("bt_dealloc_cls", 0b001);
    allocate(&mut bench, 0b001, 1);
    assert_eq!(bt(&bench)[0], 512);
    allocate(&mut bench, 0b000, 1);
    assert_eq!(bt(&bench)[..2], [511, 2]);
}

/// HA-R20 HA-R49 HA-R56 HA-R66: the selected occupancies at the start of the cycle are
/// added in full, or compared.
#[test]
fn selected_occupancies_are_added_or_compared() {
    let mut bench = bench();
    allocate(&mut bench, 0b111, 300);
    bench.pulse("txr_bl_alloc", 3);
    bench.pulse("txr_bl_alloc", 2);
    assert_eq!([0x3F, 0x15, 0x2A, 0xC0].map(|umask| bench.increment(0, event(0x43, umask))), [900, 900, 0, 0]);
    assert_eq!(bench.increment(0, event(0x43, 0x01) | thresh(255)), 1);
    assert_eq!([3, 1, 2, 0xFC].map(|umask| bench.increment(0, event(0x34, umask))), [3, 1, 2, 0]);
    bench.write(ctl(0), EN | event(0x34, 0x01));
    let before = bench.count(0);
    bench.pulse("txr_bl_alloc", 1);
    assert_eq!((bench.count(0) - before, bench.now("txr_occ0")), (1, 2));
}

/// HA-R14 to HA-R18: q_occ_rst clears the queue that the ev_sel of the same write
/// selects, and no other state.
#[test]
fn q_occ_rst_clears_only_its_queue() {
    let mut bench = bench();
    bench.set("txr_bl_alloc", 3);
    allocate(&mut bench, 0b011, 30);
    bench.set("txr_bl_alloc", 0);
    bench.preset(ctr(0), 77);
    bench.write(ctl(0), RST | event(0x43, 0));
    assert_eq!((bench.count(0), bt(&bench)), (0, [30, 0, 30, 0, 0, 0]));
    bench.preset(ctr(0), 77);
    bench.write(ctl(0), Q_OCC_RST | event(0x42, 0x3F));
    assert_eq!(bt(&bench), [30, 0, 30, 0, 0, 0]);
    bench.set("bt_alloc_v", 1);
    bench.write(ctl(0), Q_OCC_RST | event(0x43, 0));
    bench.set("bt_alloc_v", 0);
    assert_eq!((bt(&bench), bench.now("txr_occ0"), bench.count(0)), ([0; 6], 20, 77));
    assert_eq!(bench.read(ctl(0)), 0x43);
    bench.write(ctl(3), Q_OCC_RST | event(0x34, 0));
    assert_eq!((bench.now("txr_occ0"), bench.now("txr_occ1")), (0, 0));
}

/// HA-R03: the reset before a program is a power-on reset.
#[test]
fn first_reset_is_a_power_on_reset() {
    let pmu = bench().frames.pmu;
    let frame = pmu.description.reset_frame();
    assert_eq!((pmu.frame.slot("rst").get(&frame), pmu.input("ha.rst_cold").get(&frame)), (1, 1));
    assert_eq!(frame.iter().map(|word| word.count_ones()).sum::<u32>(), 2);
}
