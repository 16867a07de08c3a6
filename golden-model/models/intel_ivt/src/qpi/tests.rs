//! Tests of QPI. Expected values are literals, computed from the requirements and not with the model.

use super::state::Qpi;
use super::{COUNTERS, WIDTH};
use crate::common::pci::tests::{ctl, event, thresh, Bench, BOX_CTL, EDGE, EN};

/// Extra select bit.
const EXT: u64 = 1 << 21;
/// Addresses relative to function 2.
const MATCH: [u64; 2] = [0x4228, 0x422C];
const MASK: [u64; 2] = [0x4238, 0x423C];

fn bench() -> Bench<Qpi, COUNTERS, WIDTH> {
    let mut bench = Bench::new("ivt_qpi");
    bench.base = 0x2000;
    bench
}

/// Sets a header in both slots, as rnid, dnid, mc, opc, vnw, rds.
fn header(bench: &mut Bench<Qpi, COUNTERS, WIDTH>, fields: [u64; 6]) {
    let inputs = [("hdr_rnid", 5), ("hdr_dnid", 5), ("hdr_mc", 4), ("hdr_opc", 4), ("hdr_vnw", 2), ("hdr_rds", 4)];
    bench.set("hdr_v", 3);
    for ((name, width), value) in inputs.into_iter().zip(fields) {
        bench.set(name, value << width | value);
    }
}

/// The number of matching slots.
fn hits(bench: &Bench<Qpi, COUNTERS, WIDTH>) -> u64 {
    bench.increment(0, EXT | event(0x38, 0))
}

/// QPI-R06 QPI-R07 QPI-R49 QPI-R50 QPI-R63: each listed code counts with its own extra
/// select bit, in every counter.
#[test]
fn listed_codes_count_everywhere() {
    let mut bench = bench();
    let names: Vec<String> = bench.frames.pmu.description.inputs.iter().map(|input| input.name.clone()).collect();
    for name in names.iter().filter(|name| !name.ends_with("frz_bcast")) {
        bench.frames.set(name, u64::MAX);
    }
    for (extra, is_extra) in [(0, false), (EXT, true), (1 << 16, false), (EXT | 1 << 16, true)] {
        for counter in 0..4 {
            let mut codes = Vec::new();
            // A flit of a class in each group.
            for class in [1, 6] {
                bench.set("tx_flit_cls", class);
                bench.set("rx_flit_cls", class);
                codes.extend(bench.codes(counter, extra));
            }
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes, bench.listed(counter, is_extra), "counter {counter}, {extra:#x}");
        }
    }
}

/// QPI-R52 QPI-R53: the registers of each function.
#[test]
fn registers_are_in_their_functions() {
    let mut bench = bench();
    for offset in [MATCH[0], MATCH[1], MASK[0], MASK[1]] {
        bench.write(offset, 0xFFFF_FFFF);
    }
    bench.write(ctl(0), 0xFFFF_FFFF);
    bench.base = 0;
    let mut found = Vec::new();
    for address in (0..0x8000).step_by(4) {
        let data = bench.read(address);
        if data != 0 {
            found.push((address, data));
        }
    }
    // The counter does not count: its code is not listed.
    let expected = [
        (0x20D8, 0xFF74_FFFF),
        (0x6228, 0x8003_FFF8),
        (0x622C, 0x000F_000F),
        (0x6238, 0x8003_FFF8),
        (0x623C, 0x000F_000F),
    ];
    assert_eq!(found, expected);
    for address in [0x8000, 0x2002, 0x1_20D8] {
        assert_eq!(bench.frames.access(true, 1, 0, address, 1), (1, 0), "{address:#x}");
    }
}

/// QPI-R65 QPI-R66: the rate register returns the inputs where it exists.
#[test]
fn rate_register_returns_the_inputs() {
    let mut bench = bench();
    bench.base = 0;
    bench.set("slow_mode_i", 1);
    bench.set("qpi_rate_i", 5);
    assert_eq!(bench.read(0xD4), 0);
    bench.set("has_rate", 1);
    bench.write(0xD4, 0xFFFF_FFFF);
    assert_eq!(bench.read(0xD4), 0x15);
    bench.frames.set("rst", 1);
    assert_eq!(bench.read(0xD4), 0x15);
}

/// QPI-R54: match and mask registers are kept over resets by the box control, but not over a reset.
#[test]
fn only_reset_clears_the_filters() {
    let mut bench = bench();
    bench.write(MATCH[1], 0xF);
    bench.write(MASK[0], 0xFF00);
    bench.write(BOX_CTL, 3);
    assert_eq!((bench.register("MATCH1"), bench.register("MASK0")), (0xF, 0xFF00));
    bench.frames.reset();
    assert_eq!((bench.register("MATCH1"), bench.register("MASK0")), (0, 0));
}

/// QPI-R55 QPI-R56 QPI-R58: each usable mask bit enables the comparison of the
/// header bit at its position.
#[test]
fn mask_bits_enable_the_comparison() {
    let fields = [0x15, 0x0A, 0b1110, 0b0001, 0b01, 0b0110];
    let model = [1 << 31 | 0x0A << 13 | 0b1110 << 9 | 0b0001 << 5 | 0b01 << 3, 0b0110 << 16 | 0x5];
    let mut bench = bench();
    header(&mut bench, fields);
    assert_eq!(hits(&bench), 2);
    for part in 0..2 {
        let used: u64 = [0x8003_FFF8, 0x000F_000F][part];
        for bit in (0..32).filter(|bit| used >> bit & 1 != 0) {
            let mut bench = bench.clone();
            bench.write(MASK[part], 1 << bit);
            bench.write(MATCH[part], model[part]);
            assert_eq!(hits(&bench), 2, "part {part} bit {bit}");
            bench.write(MATCH[part], model[part] ^ 1 << bit);
            assert_eq!(hits(&bench), 0, "part {part} bit {bit}");
        }
    }
}

/// QPI-R57: with an RDS mask, only data responses with opcodes 0 to 2 match.
#[test]
fn rds_mask_requires_a_data_response() {
    let mut bench = bench();
    bench.write(MASK[1], 0xF_0000);
    let of = |bench: &mut Bench<Qpi, COUNTERS, WIDTH>, mc: u64, opc: u64, rds: u64| {
        header(bench, [0, 0, mc, opc, 0, rds]);
        hits(bench)
    };
    assert_eq!([0, 1, 2, 3, 8].map(|opc| of(&mut bench, 0b1110, opc, 0)), [2, 2, 2, 0, 0]);
    assert_eq!([0b0000, 0b0011, 0b1100].map(|mc| of(&mut bench, mc, 0, 0)), [0, 0, 0]);
    assert_eq!(of(&mut bench, 0b1110, 0, 1), 0);
}

/// QPI-R59 QPI-R60 QPI-R62: slots are matched independently.
#[test]
fn slots_are_matched_independently() {
    let mut bench = bench();
    header(&mut bench, [0, 0, 3, 0, 0, 0]);
    bench.set("hdr_mc", 0x43);
    bench.write(MASK[0], 0xF << 9);
    bench.write(MATCH[0], 4 << 9);
    assert_eq!(hits(&bench), 1);
    bench.set("hdr_v", 1);
    assert_eq!(hits(&bench), 0);
}

/// QPI-R61 QPI-R64: with a threshold of two matches and edge detection, the start of each run counts.
#[test]
fn start_of_each_run_counts() {
    let mut bench = bench();
    bench.write(ctl(3), EN | EXT | EDGE | thresh(2) | event(0x38, 0));
    for slots in [3, 3, 1, 3, 0, 3] {
        bench.set("hdr_v", slots);
        bench.frames.step();
    }
    assert_eq!(bench.count(3), 3);
}

/// QPI-R67 to QPI-R71: classes of flits.
#[test]
fn flit_classes_are_counted_by_their_umask_bits() {
    let mut bench = bench();
    let events = [(0x00, 0), (0x00, EXT), (0x01, EXT)];
    // For each class, its umask bit in each group.
    let groups: [[u64; 3]; 16] = [
        [1, 0, 0],
        [4, 1, 0],
        [4, 2, 0],
        [4, 4, 0],
        [2, 8, 0],
        [4, 16, 0],
        [4, 0, 1],
        [4, 0, 2],
        [2, 0, 4],
        [4, 0, 8],
        [4, 0, 16],
        [4, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
    ];
    for (class, bits) in groups.into_iter().enumerate() {
        bench.set("tx_flit_cls", class as u64 * 0x11);
        for ((code, extra), bit) in events.into_iter().zip(bits) {
            bench.set("tx_flit_v", 3);
            let increments = [1, 2, 4, 8, 16, 32, 64, 128].map(|umask| bench.increment(0, extra | event(code, umask)));
            assert_eq!(increments, std::array::from_fn(|index| if bit == 1 << index { 2 } else { 0 }), "class {class}");
            bench.set("tx_flit_v", 2);
            assert_eq!(bench.increment(0, extra | event(code, 0xFF)), u64::from(bit != 0));
        }
        assert_eq!(bench.increment(0, event(0x01, 0xFF)), 0, "no flit is received");
    }
    bench.set("rx_flit_v", 3);
    bench.set("rx_flit_cls", 0x32);
    assert_eq!(bench.increment(0, EXT | event(0x02, 0x06)), 2);
    assert_eq!(bench.increment(0, EXT | event(0x02, 0x04)), 1);
}

/// QPI-R81: each outcome has exactly one umask bit.
#[test]
fn each_direct2core_outcome_has_its_umask_bit() {
    let mut bench = bench();
    bench.set("d2c_v", 1);
    for outcome in 0..8 {
        bench.set("d2c_hit", outcome >> 2 & 1 ^ 1);
        bench.set("d2c_valid", outcome >> 1 & 1 ^ 1);
        bench.set("d2c_credit", outcome & 1 ^ 1);
        assert_eq!(bench.bits(0, 0x13), 1 << outcome);
    }
    bench.set("d2c_v", 0);
    assert_eq!(bench.bits(0, 0x13), 0);
}

/// QPI-R74 QPI-R77 QPI-R78 QPI-R79: buffers and power states.
#[test]
fn buffer_and_power_state_events_count() {
    let mut bench = bench();
    bench.set("txq_occ", 200);
    bench.set("rxq_occ", 128);
    assert_eq!([0x06, 0x07, 0x0A, 0x0B].map(|code| bench.increment(0, event(code, 0))), [1, 1, 1, 128]);
    bench.set("tx_l0p", 1);
    bench.set("rx_l0", 1);
    assert_eq!([0x0C, 0x0D, 0x0F, 0x10].map(|code| bench.increment(0, event(code, 0))), [1, 1, 1, 0]);
}

/// QPI-R83 QPI-R84 QPI-R87 QPI-R88 QPI-R90: message classes and virtual networks.
#[test]
fn classes_count_by_virtual_network() {
    let mut bench = bench();
    bench.set("rxq_ins_vn0", 0b001000);
    bench.set("rxq_ins_vn1", 0b001001);
    bench.set("rxq_occ_vn0", 100 << 24 | 1);
    bench.set("rxq_occ_vn1", 28 << 24 | 2 << 40);
    let of = |code: u64| [0, 1, 2, 3, 0xFC].map(|umask| bench.increment(0, EXT | event(code, umask)));
    assert_eq!((of(0x0C), of(0x09), of(0x0A)), ([0, 1, 1, 1, 0], [0, 0, 1, 1, 0], [0; 5]));
    assert_eq!((of(0x18), of(0x15), of(0x1A)), ([0, 100, 28, 128, 0], [0, 1, 0, 1, 0], [0, 0, 2, 2, 0]));
    let mut bench = self::bench();
    bench.set("rx_vn1_use", 0b10_00_01_00_10_01);
    bench.set("bl_drs_occ", 0x842);
    bench.set("ad_snp_occ", 28 << 5 | 3);
    bench.set("bl_drs_acq", 0b110);
    let of = |code: u64| [0, 1, 2, 4, 8, 0x20, 0xFF].map(|umask| bench.increment(0, EXT | event(code, umask)));
    assert_eq!(of(0x39), [0, 1, 2, 0, 1, 2, 6]);
    assert_eq!(of(0x1F), [0, 2, 4, 8, 0, 0, 14]);
    assert_eq!(of(0x23), [0, 3, 28, 0, 0, 0, 31]);
    assert_eq!(of(0x2A), [0, 0, 1, 1, 0, 0, 1]);
}
