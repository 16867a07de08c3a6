//! Tests of the memory controller channel. Expected values are literals, computed from the
//! requirements and not with the model.

use super::state::Imc;
use super::{COUNTERS, WIDTH};
use crate::common::pci::tests::{ctl, ctr, event, thresh, Bench, BOX_CTL, BOX_STATUS, EDGE, EN, OV_EN, RST};

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

/// IMC-R11 IVT-R18: every listed code counts in every counter, and no other code does.
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

/// IMC-R23 to IMC-R26 IMC-R28 IMC-R29 IMC-R38 IMC-R41 IMC-R45 IMC-R47 IMC-R48 IMC-R51: the umask bits
/// with a sub-event; several sub-events in a cycle count once.
#[test]
fn sub_events_count_once() {
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
        assert_eq!(bench.increment(3, event(ev_sel, 0xFF)), 1, "{input}");
        bench.set(input, 0);
        assert_eq!(bench.increment(3, event(ev_sel, 0xFF)), 0, "{input}");
    }
}

/// IMC-R49 IMC-R50: a CAS counts if kind, rank and bank are all selected.
#[test]
fn cas_counts_if_kind_rank_and_bank_match() {
    let mut bench = bench();
    bench.set("wr_cas_v", 1);
    bench.set("wr_cas_rank", 5);
    bench.set("wr_cas_bank", 3);
    assert_eq!(bench.codes(0, 0).iter().filter(|code| **code >= 0xB0 && **code < 0xC0).collect::<Vec<_>>(), [&0xBD]);
    assert_eq!(bench.bits(0, 0xBD), 1 << 3);
    assert_eq!(bench.increment(0, event(0xB5, 0xFF)), 0);
}

/// IMC-R43 IMC-R46 IMC-R53: numbers are added, or compared, with any umask.
#[test]
fn numbers_are_added_or_compared() {
    let mut bench = bench();
    bench.set("ppd_inc", 4);
    bench.set("vmse_occ", 32);
    assert_eq!((bench.increment(1, event(0x85, 0)), bench.increment(1, event(0x91, 0))), (4, 32));
    assert_eq!(
        (bench.increment(1, event(0x91, 0) | thresh(32)), bench.increment(1, event(0x91, 0) | thresh(33))),
        (1, 0)
    );
}

/// IMC-R18 IMC-R19 IMC-R20 IMC-R10: the fixed counter counts the same cycles as
/// DCLOCKTICKS, through both freezes.
#[test]
fn fixed_counter_counts_cycles() {
    let mut bench = bench();
    bench.write(BOX_CTL, 0x100);
    bench.write(ctl(2), EN | event(0, 0xFF));
    bench.write(FIXED_CTL, EN | thresh(0xFF) | EDGE | 0xFFFF);
    assert_eq!(bench.read(FIXED_CTL), EN);
    bench.write(BOX_CTL, 0);
    bench.frames.cycles(7);
    bench.pulse("frz_bcast", 1);
    bench.frames.cycles(3);
    assert_eq!((fixed(&bench), bench.count(2)), (8, 8));
    bench.pulse("unfrz_bcast", 1);
    bench.frames.cycles(2);
    bench.write(BOX_CTL, 0x100);
    bench.frames.cycles(3);
    assert_eq!((fixed(&bench), bench.count(2)), (11, 11));
}

/// IMC-R07 IMC-R08: bit 19 resets the fixed counter, bit 17 resets the other counters.
#[test]
fn each_counter_reset_has_its_bit() {
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

/// IMC-R09: the resets of the box control also reset the fixed counter.
#[test]
fn box_resets_include_the_fixed_counter() {
    let mut bench = bench();
    bench.preset(FIXED_CTR, 5);
    bench.write(FIXED_CTL, EN | OV_EN);
    bench.write(BOX_CTL, 0x102);
    assert_eq!((fixed(&bench), bench.register("FIXED_CTL")), (0, EN | OV_EN));
    bench.preset(FIXED_CTR, 5);
    bench.write(BOX_CTL, 0x101);
    assert_eq!((fixed(&bench), bench.register("FIXED_CTL")), (5, 0));
}

/// IMC-R12 IMC-R13 IMC-R14: each counter has its own status bit, the fixed counter bit 0.
#[test]
fn each_counter_has_its_status_bit() {
    for (counter, bit) in [(0, 2), (1, 4), (2, 8), (3, 16)] {
        let mut bench = bench();
        bench.preset(ctr(counter), MAX);
        bench.write(ctl(counter), EN | OV_EN);
        bench.frames.step();
        assert_eq!((bench.register("BOX_STATUS"), bench.now("ovf_msg"), bench.count(counter)), (bit, 1, 0));
    }
    let mut bench = bench();
    bench.preset(FIXED_CTR, MAX);
    bench.write(FIXED_CTL, EN | OV_EN);
    bench.frames.step();
    assert_eq!((bench.register("BOX_STATUS"), bench.now("ovf_msg"), fixed(&bench)), (1, 1, 0));
    bench.write(BOX_STATUS, 0x1E);
    assert_eq!((bench.register("BOX_STATUS"), bench.now("frz_lat"), fixed(&bench)), (1, 1, 1));
    bench.write(BOX_STATUS, 1);
    assert_eq!((bench.register("BOX_STATUS"), bench.now("frz_lat"), fixed(&bench)), (0, 1, 1));
}

/// IMC-R14 IVT-R14 IVT-R44: no overflow without ov_en, and none in the cycle of a write or reset.
#[test]
fn no_overflow_without_ov_en_or_in_a_write_cycle() {
    let mut bench = bench();
    bench.preset(FIXED_CTR, MAX);
    bench.write(FIXED_CTL, EN);
    let mut silent = bench.clone();
    silent.frames.step();
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

/// The equations of all boxes applied to a channel whose counters count cycles or entries.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Equation {
    ctl: [u64; 4],
    ctr: [u64; 4],
    cond_q: [bool; 4],
    fixed_ctl: u64,
    fixed_ctr: u64,
    ov: u64,
    msg: bool,
    frz: bool,
    frz_lat: bool,
}

impl Equation {
    fn step(&mut self, raw: [u64; 2], [frz_bcast, unfrz_bcast]: [bool; 2], written: Option<(u64, u64)>) {
        let was = *self;
        let at = |offset: u64| written.filter(|(to, _)| *to == offset).map(|(_, data)| data);
        let active = !was.frz && !was.frz_lat;
        let all = at(BOX_CTL).is_some_and(|data| data & 2 != 0);
        let mut set = 0;
        let mut step = |count: u64, add: u64, rst: bool, offset: u64, bit: u64, reports: bool| {
            let sum = count + add;
            if all || rst {
                return 0;
            }
            match (at(offset), at(offset + 4)) {
                (Some(low), _) => return count & 0xFFFF_0000_0000 | low & 0xFFFF_FFFF,
                (_, Some(high)) => return count & 0xFFFF_FFFF | (high & 0xFFFF) << 32,
                _ => {}
            }
            set |= if sum > MAX && reports { bit } else { 0 };
            sum & MAX
        };
        for counter in 0..4 {
            let ctl = was.ctl[counter];
            let of = match ctl & 0xFF {
                0x00 => 1,
                0x85 => raw[0],
                0x91 => raw[1],
                _ => 0,
            };
            let threshold = ctl >> 24;
            let cond = threshold != 0 && of >= threshold;
            let add = match threshold {
                0 => of,
                _ if ctl & EDGE != 0 => u64::from(cond && !was.cond_q[counter]),
                _ => u64::from(cond),
            };
            self.cond_q[counter] = cond;
            let add = if active && ctl & EN != 0 { add } else { 0 };
            let rst = at(self::ctl(counter)).is_some_and(|data| data & RST != 0);
            self.ctr[counter] = step(was.ctr[counter], add, rst, ctr(counter), 2 << counter, ctl & OV_EN != 0);
        }
        let add = u64::from(active && was.fixed_ctl & EN != 0);
        let rst = at(FIXED_CTL).is_some_and(|data| data & FIXED_RST != 0);
        self.fixed_ctr = step(was.fixed_ctr, add, rst, FIXED_CTR, 1, was.fixed_ctl & OV_EN != 0);
        let w1c = at(BOX_STATUS).unwrap_or(0);
        self.ov = was.ov & !w1c | set;
        self.msg = set & (!was.ov | w1c) != 0;
        self.frz_lat = was.msg || frz_bcast || was.frz_lat && !unfrz_bcast;
        for counter in 0..4 {
            if let Some(data) = at(self::ctl(counter)) {
                self.ctl[counter] = data & 0xFF54_FFFF;
            }
        }
        if let Some(data) = at(FIXED_CTL) {
            self.fixed_ctl = data & (EN | OV_EN);
        }
        if let Some(data) = at(BOX_CTL) {
            self.frz = data & 0x100 != 0;
            if data & 1 != 0 {
                self.ctl = [0; 4];
                self.fixed_ctl = 0;
            }
        }
    }
}

/// IVT-R01 to IVT-R07, IVT-R09 to IVT-R15, IVT-R25 to IVT-R70, IVT-R72 to IVT-R77, IMC-R05 to IMC-R10,
/// IMC-R12 to IMC-R14: the model matches the equations.
#[test]
fn model_matches_the_equations() {
    use crate::common::tests::random::Random;
    let mut random = Random::new(5);
    let mut bench = bench();
    let mut equation = Equation::default();
    let mut overflows = 0;
    for cycle in 0..40_000 {
        let raw = [random.of(&[0, 1, 4]), random.of(&[0, 1, 31, 32])];
        let broadcasts = [random.once_in(60), random.once_in(12)];
        bench.set("ppd_inc", raw[0]);
        bench.set("vmse_occ", raw[1]);
        bench.set("frz_bcast", broadcasts[0].into());
        bench.set("unfrz_bcast", broadcasts[1].into());
        let any = random.bits() >> 32;
        let written = random.once_in(3).then(|| match random.next(16) {
            0..=4 => {
                let code = random.of(&[0x00, 0x85, 0x91, 0x03]);
                let fields = random.bits() & (0xFF2B_FF00 & !RST | EDGE | OV_EN);
                let threshold = thresh(random.of(&[0, 0, 1, 2, 32]));
                let rst = if random.once_in(6) { RST } else { 0 };
                (ctl(random.next(4) as usize), fields & 0x00FF_FFFF | threshold | code | EN | rst)
            }
            5..=7 => (ctr(random.next(4) as usize), random.of(&[0xFFFF_FFFF, 0xFFFF_FFF0, any])),
            8..=10 => (ctr(random.next(4) as usize) + 4, random.of(&[0xFFFF, 0xFFFF_FFFF, any])),
            11 => (FIXED_CTL, random.bits() & (OV_EN | FIXED_RST | RST) | EN),
            12 => (FIXED_CTR + random.of(&[0, 4]), 0xFFFF_FFFF),
            13 => (BOX_STATUS, random.bits() & 0xFFFF_FFFF),
            14 => (BOX_CTL, random.of(&[0, 0, 0, 0x100, 2, 0x102, 1])),
            _ => (random.of(&[0x00, 0x40, 0xA8 + 0x20, 0xE8, 0xEC, 0xFC]), random.bits() >> 32),
        });
        match written {
            Some((offset, data)) => bench.write(offset, data),
            None => bench.frames.step(),
        }
        equation.step(raw, broadcasts, written);
        overflows += u32::from(equation.msg);
        if cycle % 8 != 0 {
            continue;
        }
        let state = Equation {
            ctl: [0, 1, 2, 3].map(|counter| bench.register(&format!("CTL{counter}"))),
            ctr: [0, 1, 2, 3].map(|counter| bench.count(counter)),
            cond_q: [0, 1, 2, 3].map(|counter| bench.now(&format!("cond_q{counter}")) != 0),
            fixed_ctl: bench.register("FIXED_CTL"),
            fixed_ctr: fixed(&bench),
            ov: bench.register("BOX_STATUS"),
            msg: bench.now("ovf_msg") != 0,
            frz: bench.now("frz") != 0,
            frz_lat: bench.now("frz_lat") != 0,
        };
        assert_eq!(state, equation, "cycle {cycle}");
    }
    assert!(overflows > 100, "{overflows}");
}
