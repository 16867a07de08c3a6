//! What is special in the memory controller. Expectations are literal, worked out from the requirements by hand.

use super::imc::Imc;
use super::{COUNTERS, WIDTH};
use crate::pmus::ivt_common::pci::tests::{ctl, ctr, event, thresh, Bench, BOX_CTL, BOX_STATUS, EDGE, EN, OV_EN, RST};

const FIXED_CTR: u64 = 0xD0;
const FIXED_CTL: u64 = 0xF0;
/// Reset of the fixed counter.
const FIXED_RST: u64 = 1 << 19;
/// Largest value of a counter.
const MAX: u64 = 0xFFFF_FFFF_FFFF;

fn bench() -> Bench<Imc, COUNTERS, WIDTH> {
    Bench::new("ivt_imc")
}

fn fixed(bench: &Bench<Imc, COUNTERS, WIDTH>) -> u64 {
    bench.register("FIXED_CTR")
}

/// IMC-R11 IVT-R18: every listed code counts in every counter, no other does.
#[test]
fn listed_codes_count_everywhere() {
    let mut bench = bench();
    let names: Vec<String> = bench.frames.pmu.description.inputs.iter().map(|input| input.name.clone()).collect();
    for name in names.iter().filter(|name| !name.ends_with("frz_bcast") && !name.ends_with("_rank")) {
        bench.frames.set(name, u64::MAX);
    }
    bench.set("throttle_rank", 1);
    for counter in 0..4 {
        let mut codes = Vec::new();
        for rank in 0..8 {
            bench.set("rd_cas_rank", rank);
            bench.set("wr_cas_rank", rank);
            codes.extend(bench.codes(counter, 0));
            codes.sort_unstable();
            codes.dedup();
        }
        assert_eq!(codes, bench.listed(counter, false), "counter {counter}");
    }
}

/// IMC-R23 to IMC-R26 IMC-R28 IMC-R29 IMC-R38 IMC-R41 IMC-R45 IMC-R47 IMC-R48 IMC-R51: the bits with a sub-event, once each.
#[test]
fn sub_events() {
    let mut bench = bench();
    let rows = [
        ("e_act", 0x01, 0x0B),
        ("e_pre", 0x02, 0x1F),
        ("e_cas", 0x04, 0x3F),
        ("e_refresh", 0x05, 0x06),
        ("e_major", 0x07, 0x0F),
        ("e_preempt", 0x08, 0x03),
        ("throttle_rank", 0x41, 0xFF),
        ("cke_on", 0x83, 0xFF),
        ("e_vmse_push", 0x90, 0x03),
        ("e_rd_prio", 0xA0, 0x0F),
        ("e_byp", 0xA1, 0x07),
        ("e_wmm_rmm", 0xC0, 0x07),
    ];
    for (input, ev_sel, bits) in rows {
        bench.set(input, 0xFF);
        assert_eq!(bench.bits(3, ev_sel), bits, "{input}");
        assert_eq!(bench.growth(3, event(ev_sel, 0xFF)), 1, "{input}");
        bench.set(input, 0);
        assert_eq!(bench.growth(3, event(ev_sel, 0xFF)), 0, "{input}");
    }
}

/// IMC-R49 IMC-R50: kind, rank and bank of a CAS all have to fit.
#[test]
fn ranks_and_banks() {
    let mut bench = bench();
    bench.set("wr_cas_v", 1);
    bench.set("wr_cas_rank", 5);
    bench.set("wr_cas_bank", 3);
    assert_eq!(bench.codes(0, 0).iter().filter(|code| **code >= 0xB0 && **code < 0xC0).collect::<Vec<_>>(), [&0xBD]);
    assert_eq!(bench.bits(0, 0xBD), 1 << 3);
    assert_eq!(bench.growth(0, event(0xB5, 0xFF)), 0);
}

/// IMC-R43 IMC-R46 IMC-R53: numbers are added whatever the umask, or compared.
#[test]
fn numbers() {
    let mut bench = bench();
    bench.set("ppd_inc", 4);
    bench.set("vmse_occ", 32);
    assert_eq!((bench.growth(1, event(0x85, 0)), bench.growth(1, event(0x91, 0))), (4, 32));
    assert_eq!((bench.growth(1, event(0x91, 0) | thresh(32)), bench.growth(1, event(0x91, 0) | thresh(33))), (1, 0));
}

/// IMC-R18 IMC-R19 IMC-R20 IMC-R10: the fixed counter counts clocks like DCLOCKTICKS, through both freezes.
#[test]
fn fixed_counter_counts_clocks() {
    let mut bench = bench();
    bench.write(BOX_CTL, 0x100);
    bench.write(ctl(2), EN | event(0, 0xFF));
    bench.write(FIXED_CTL, EN | thresh(0xFF) | EDGE | 0xFFFF);
    assert_eq!(bench.read(FIXED_CTL), EN);
    bench.write(BOX_CTL, 0);
    bench.frames.clocks(7);
    bench.pulse("frz_bcast", 1);
    bench.frames.clocks(3);
    assert_eq!((fixed(&bench), bench.count(2)), (8, 8));
    bench.pulse("unfrz_bcast", 1);
    bench.frames.clocks(2);
    bench.write(BOX_CTL, 0x100);
    bench.frames.clocks(3);
    assert_eq!((fixed(&bench), bench.count(2)), (11, 11));
}

/// IMC-R07 IMC-R08: bit 19 resets the fixed counter, bit 17 the others.
#[test]
fn bits_of_the_counter_resets() {
    let mut bench = bench();
    bench.preset(FIXED_CTR, 0x1234_5678_9ABC);
    bench.preset(ctr(1), 0x1234_5678_9ABC);
    bench.write(FIXED_CTL, RST);
    bench.write(ctl(1), FIXED_RST);
    assert_eq!((fixed(&bench), bench.count(1)), (0x1234_5678_9ABC, 0x1234_5678_9ABC));
    assert_eq!((bench.read(FIXED_CTR), bench.read(FIXED_CTR + 4)), (0x5678_9ABC, 0x1234));
    bench.write(FIXED_CTL, FIXED_RST | EN);
    bench.write(ctl(1), RST);
    assert_eq!((fixed(&bench), bench.count(1)), (1, 0));
    assert_eq!(bench.read(FIXED_CTL), EN);
}

/// IMC-R09: the resets of the box take the fixed counter along.
#[test]
fn box_resets() {
    let mut bench = bench();
    bench.preset(FIXED_CTR, 5);
    bench.write(FIXED_CTL, EN | OV_EN);
    bench.write(BOX_CTL, 0x102);
    assert_eq!((fixed(&bench), bench.register("FIXED_CTL")), (0, EN | OV_EN));
    bench.preset(FIXED_CTR, 5);
    bench.write(BOX_CTL, 0x101);
    assert_eq!((fixed(&bench), bench.register("FIXED_CTL")), (5, 0));
}

/// IMC-R12 IMC-R13 IMC-R14: each counter has its status bit, the fixed one bit 0.
#[test]
fn status_bits() {
    for (counter, bit) in [(0, 2), (1, 4), (2, 8), (3, 16)] {
        let mut bench = bench();
        bench.preset(ctr(counter), MAX);
        bench.write(ctl(counter), EN | OV_EN);
        bench.frames.clock();
        assert_eq!((bench.register("BOX_STATUS"), bench.now("ovf_msg"), bench.count(counter)), (bit, 1, 0));
    }
    let mut bench = bench();
    bench.preset(FIXED_CTR, MAX);
    bench.write(FIXED_CTL, EN | OV_EN);
    bench.frames.clock();
    assert_eq!((bench.register("BOX_STATUS"), bench.now("ovf_msg"), fixed(&bench)), (1, 1, 0));
    bench.write(BOX_STATUS, 0x1E);
    assert_eq!((bench.register("BOX_STATUS"), bench.now("frz_lat"), fixed(&bench)), (1, 1, 1));
    bench.write(BOX_STATUS, 1);
    assert_eq!((bench.register("BOX_STATUS"), bench.now("frz_lat"), fixed(&bench)), (0, 1, 1));
}

/// IMC-R14 IVT-R14 IVT-R44: no overflow without ov_en, and none in the clock of a write or reset.
#[test]
fn no_overflow() {
    let mut bench = bench();
    bench.preset(FIXED_CTR, MAX);
    bench.write(FIXED_CTL, EN);
    let mut silent = bench.clone();
    silent.frames.clock();
    assert_eq!((fixed(&silent), silent.register("BOX_STATUS")), (0, 0));
    for (offset, data, count) in [
        (FIXED_CTR, 7, 0xFFFF_0000_0007),
        (FIXED_CTR + 4, 7, 0x7_FFFF_FFFF),
        (FIXED_CTL, FIXED_RST, 0),
        (BOX_CTL, 2, 0),
    ] {
        let mut bench = self::bench();
        bench.preset(FIXED_CTR, MAX);
        bench.write(FIXED_CTL, EN | OV_EN);
        bench.write(offset, data);
        assert_eq!((fixed(&bench), bench.register("BOX_STATUS")), (count, 0), "{offset:#x}");
    }
}
