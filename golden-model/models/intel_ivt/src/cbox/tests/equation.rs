//! Compares the model with the equations of IVT 5.0 and of the C-Box specification on random stimulus.

use super::bench::*;
use crate::common::tests::random::Random;
use rstest::rstest;
use std::collections::BTreeMap;

/// Inputs of a cycle other than the register port, by name, and the two vectors.
#[derive(Clone, Default)]
struct Levels {
    pins: BTreeMap<&'static str, u64>,
    irq_tid: [u64; 20],
    tor: [u64; 20],
}

/// The inputs with a single value, and their widths.
const PINS: [(&str, u32); 37] = [
    ("box_id", 4),
    ("cbox_ovf", 1),
    ("frz_bcast", 1),
    ("unfrz_bcast", 1),
    ("lk_v", 1),
    ("lk_kind", 4),
    ("lk_state", 6),
    ("lk_nid", 4),
    ("t_lk", 5),
    ("vic_v", 1),
    ("vic_flags", 4),
    ("vic_nid", 4),
    ("e_misc", 8),
    ("t_misc", 5),
    ("e_ring_ad", 8),
    ("e_ring_ak", 8),
    ("e_ring_bl", 8),
    ("e_ring_iv", 8),
    ("e_ring_bounces", 8),
    ("e_ring_src_thrtl", 1),
    ("e_rxr_ext_starved", 8),
    ("e_rxr_inserts", 8),
    ("t_irq_ins", 5),
    ("e_ipq_retry", 8),
    ("e_irq_retry", 8),
    ("t_irq_retry", 5),
    ("e_ismq_retry", 8),
    ("t_ismq_retry", 5),
    ("e_txr_ads", 8),
    ("e_txr_inserts", 8),
    ("irq_v", 20),
    ("irq_rej", 20),
    ("ipq_occ", 5),
    ("vfifo_occ", 5),
    ("tor_v", 20),
    ("tor_ins_v", 1),
    ("tor_ins", 26),
];

/// State of the C-Box.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Reference {
    ctl: [u64; 4],
    ctr: [u64; 4],
    cond_q: [bool; 4],
    filter: u64,
    filter1: u64,
    ov: u64,
    ovf_msg: bool,
    frz: bool,
    frz_lat: bool,
}

/// Bit `bit` of a value.
fn bit(value: u64, bit: u32) -> bool {
    value >> bit & 1 != 0
}

impl Reference {
    fn tid_ok(&self, ctl: u64, thread: u64) -> bool {
        !bit(ctl, 19) || thread == self.filter & 0x1F
    }

    fn nid_hit(&self, node: u64) -> bool {
        bit(self.filter1 & 0xFFFF, node as u32)
    }

    fn tor_hit(&self, a: u64, ctl: u64) -> bool {
        let u = |index: u32| bit(ctl >> 8, index);
        let opc_hit = bit(a, 9)
            && a & 0x1FF == self.filter1 >> 20 & 0x1FF
            && (!bit(self.filter1, 31) || bit(a, 24))
            && (!bit(self.filter1, 30) || bit(a, 25));
        (u(0) && opc_hit || u(2) && bit(a, 11) || u(3) || u(4) && bit(a, 12))
            && (!u(1) || bit(a, 10))
            && (!u(5) || bit(a, 13))
            && (!u(6) || self.nid_hit(a >> 15 & 0xF))
            && (!u(7) || bit(a, 14))
            && self.tid_ok(ctl, a >> 19 & 0x1F)
    }

    fn occupancy(&self, levels: &Levels, ctl: u64) -> u64 {
        let pin = |name: &str| levels.pins[name];
        let u = |index: u32| bit(ctl >> 8, index);
        let mut sum = 0;
        for entry in 0..20 {
            if ctl & 0xFF == 0x36 {
                sum += u64::from(bit(pin("tor_v"), entry as u32) && self.tor_hit(levels.tor[entry], ctl));
                continue;
            }
            let valid = bit(pin("irq_v"), entry as u32) && self.tid_ok(ctl, levels.irq_tid[entry]);
            sum += u64::from(u(0) && valid);
            sum += u64::from(u(1) && valid && bit(pin("irq_rej"), entry as u32));
        }
        if ctl & 0xFF == 0x11 && self.tid_ok(ctl, 0x1F) {
            sum += if u(2) { pin("ipq_occ") } else { 0 } + if u(4) { pin("vfifo_occ") } else { 0 };
        }
        sum
    }

    fn raw(&self, levels: &Levels, counter: usize) -> u64 {
        let ctl = self.ctl[counter];
        let umask = ctl >> 8 & 0xFF;
        let u = |index: u32| bit(umask, index);
        let pin = |name: &str| levels.pins[name];
        let any = |name: &str, bits: u64, ok: bool| u64::from(pin(name) & umask & bits != 0 && ok);
        let none = self.tid_ok(ctl, 0x1F);
        match (ctl & 0xFF, counter) {
            (0x00, _) => none.into(),
            (0x02, 0..=1) => any("e_txr_inserts", 0x7F, none),
            (0x04, 0..=1) => any("e_txr_ads", 0x07, none),
            (0x05, 0..=1) => any("e_ring_bounces", 0x1E, none),
            (0x07, 0..=1) => u64::from(pin("e_ring_src_thrtl") != 0 && none),
            (0x11 | 0x36, 0) => self.occupancy(levels, ctl),
            (0x12, 0..=1) => any("e_rxr_ext_starved", 0x0F, none),
            (0x13, 0..=1) => {
                any("e_rxr_inserts", 0x03, self.tid_ok(ctl, pin("t_irq_ins"))) | any("e_rxr_inserts", 0x14, none)
            }
            (0x1B, 2..=3) => any("e_ring_ad", 0xFF, none),
            (0x1C, 2..=3) => any("e_ring_ak", 0xFF, none),
            (0x1D, 2..=3) => any("e_ring_bl", 0xFF, none),
            (0x1E, 2..=3) => any("e_ring_iv", 0xFF, none),
            (0x1F, 1..=3) if matches!(self.ctl[0] & 0xFF, 0x11 | 0x36) => self.occupancy(levels, self.ctl[0]),
            (0x31, 0..=1) => any("e_ipq_retry", 0x17, none),
            (0x32, 0..=1) => any("e_irq_retry", 0x3F, self.tid_ok(ctl, pin("t_irq_retry"))),
            (0x33, 0..=1) => any("e_ismq_retry", 0xBB, self.tid_ok(ctl, pin("t_ismq_retry"))),
            (0x34, 0..=1) => {
                let kind = |index: u32| bit(pin("lk_kind"), index);
                let kinds = u(1) && kind(0) || u(2) && kind(1) || u(3) && kind(2) || u(4) && kind(3);
                let hit = pin("lk_v") != 0
                    && u(0)
                    && self.filter >> 17 & 0x3F & pin("lk_state") != 0
                    && (kinds || u(6) && umask >> 1 & 0xF == 0)
                    && (!u(6) || self.nid_hit(pin("lk_nid")))
                    && self.tid_ok(ctl, pin("t_lk"));
                hit.into()
            }
            (0x35, 0..=1) => u64::from(pin("tor_ins_v") != 0 && self.tor_hit(pin("tor_ins"), ctl)),
            (0x37, 0..=1) => {
                let hit = pin("vic_v") != 0
                    && (umask & 0xF & pin("vic_flags") != 0 || u(6) && umask & 0xF == 0)
                    && (!u(6) || self.nid_hit(pin("vic_nid")))
                    && none;
                hit.into()
            }
            (0x39, 0..=1) => any("e_misc", 0x0F, self.tid_ok(ctl, pin("t_misc"))),
            _ => 0,
        }
    }

    /// Executes a cycle; a write is an offset within the box and data.
    fn step(&mut self, levels: &Levels, write: Option<(u64, u64)>) {
        let now = *self;
        let pin = |name: &str| levels.pins[name] != 0;
        let ovf = pin("cbox_ovf");
        let written = |offset: u64| write.filter(|&(at, _)| at == offset).map(|(_, data)| data);
        let box_ctl = written(0x04);
        let w1c = if ovf { written(0x15).unwrap_or(0) } else { 0 };
        let mut new = false;
        self.ov = now.ov & !w1c;
        for i in 0..4 {
            let ctl = now.ctl[i];
            let (thresh, raw) = (ctl >> 24, now.raw(levels, i));
            let active = bit(ctl, 22) && !now.frz && !now.frz_lat;
            let cond = thresh != 0 && raw >= thresh;
            let add = match (thresh, bit(ctl, 18)) {
                (0, _) => raw,
                (_, true) => u64::from(cond && !now.cond_q[i]),
                (_, false) => u64::from(cond),
            };
            let sum = now.ctr[i] + if active { add } else { 0 };
            let ctl_written = written(0x10 + i as u64);
            let clr = ctl_written.is_some_and(|data| bit(data, 17)) || box_ctl.is_some_and(|data| bit(data, 1));
            let wr = written(0x16 + i as u64);
            self.ctr[i] = if clr { 0 } else { wr.unwrap_or(sum) & MAX };
            self.cond_q[i] = cond;
            if sum > MAX && !clr && wr.is_none() && bit(ctl, 20) && ovf {
                new |= !bit(now.ov, i as u32) || bit(w1c, i as u32);
                self.ov |= 1 << i;
            }
            if let Some(data) = ctl_written {
                self.ctl[i] = data & if ovf { 0xFF5C_FFFF } else { 0xFF4C_FFFF };
            }
            if box_ctl.is_some_and(|data| bit(data, 0)) {
                self.ctl[i] = 0;
            }
        }
        self.ovf_msg = new;
        self.frz_lat = if now.ovf_msg || pin("frz_bcast") { true } else { now.frz_lat && !pin("unfrz_bcast") };
        self.frz = box_ctl.map_or(now.frz, |data| bit(data, 8));
        self.filter = written(0x14).map_or(now.filter, |data| data & 0x007E_001F);
        self.filter1 = written(0x1A).map_or(now.filter1, |data| data & 0xDFF0_FFFF);
    }
}

/// The model's state at the start of the last cycle, as a reference state.
fn observed(bench: &Bench) -> Reference {
    let state: BTreeMap<_, _> = bench.frames.last().collect();
    let one = |name: &str| state[format!("cbox.{name}").as_str()];
    let four = |name: &str| [0, 1, 2, 3].map(|index| one(&format!("{name}{index}")));
    Reference {
        ctl: four("Cn_MSR_PMON_CTL"),
        ctr: four("Cn_MSR_PMON_CTR"),
        cond_q: four("cond_q").map(|bit| bit != 0),
        filter: one("Cn_MSR_PMON_BOX_FILTER"),
        filter1: one("Cn_MSR_PMON_BOX_FILTER1"),
        ov: one("Cn_MSR_PMON_BOX_STATUS"),
        ovf_msg: one("ovf_msg") != 0,
        frz: one("frz") != 0,
        frz_lat: one("frz_lat") != 0,
    }
}

const CODES: [u64; 22] = [
    0x00, 0x02, 0x04, 0x05, 0x07, 0x11, 0x12, 0x13, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36,
    0x37, 0x39, 0x3A,
];
const THREADS: [u64; 4] = [0x1F, 0x05, 0x04, 0x1F];
const UMASKS: [u64; 8] = [0x01, 0x03, 0x08, 0x11, 0x48, 0x43, 0x33, 0xFF];

/// Attributes of a request that are close to a match of the filters.
fn request(random: &mut Random) -> u64 {
    0x182 ^ random.next(2) | random.bits() & 0x0307_FE00 | random.of(&THREADS) << 19
}

fn levels(random: &mut Random, cycle: usize) -> Levels {
    let sparse = cycle / 300 % 2 == 0;
    let mut levels = Levels::default();
    for (name, width) in PINS {
        let level = match name {
            "box_id" => 6,
            "cbox_ovf" => u64::from(!random.once_in(30)),
            "frz_bcast" | "unfrz_bcast" => u64::from(random.once_in(if name == "frz_bcast" { 60 } else { 4 })),
            "tor_ins" => request(random),
            "ipq_occ" | "vfifo_occ" => random.next(21),
            _ if name.starts_with("t_") => random.of(&THREADS),
            _ if sparse && !random.once_in(3) => 0,
            _ => random.bits() & ((1 << width) - 1),
        };
        levels.pins.insert(name, level);
    }
    levels.irq_tid = std::array::from_fn(|_| random.of(&THREADS));
    levels.tor = std::array::from_fn(|_| request(random));
    levels
}

fn control(random: &mut Random, counter: u64) -> u64 {
    let favourites: &[u64] = match counter {
        0 => &[0x36, 0x11, 0x35, 0x34],
        1 => &[0x1F, 0x35, 0x34, 0x37],
        _ => &[0x1F, 0x1B, 0x1C, 0x1D, 0x1E],
    };
    let code = match random.next(8) {
        0..=4 => random.of(favourites),
        5 => random.next(256),
        _ => random.of(&CODES),
    };
    let umask = if random.once_in(3) { random.next(256) } else { random.of(&UMASKS) };
    let threshold = random.of(&[0, 0, 0, 1, 1, 2, 6, 20, 255]);
    let on = if random.once_in(8) { 0 } else { EN };
    let ov_en = if random.once_in(4) { 0 } else { OV_EN };
    let rst = if random.once_in(10) { RST } else { 0 };
    let edge = if random.once_in(3) { EDGE } else { 0 };
    let tid_en = if random.once_in(3) { TID_EN } else { 0 };
    thresh(threshold) | on | ov_en | rst | edge | tid_en | random.bits() & 0xA1_0000 | event(code, umask)
}

fn write(random: &mut Random) -> Option<(u64, u64)> {
    let counter = random.next(4);
    let high = random.bits() << 32;
    match random.next(24) {
        0..=2 => Some((0x10 + counter, high | control(random, counter))),
        3..=4 => Some((0x16 + counter, u64::MAX - random.next(24))),
        5 => Some((0x14, high | random.next(64) << 17 | random.of(&THREADS) | random.bits() & 0xFF80_0000)),
        6 => Some((0x1A, random.bits() & 0xE00F_FFFF | (0x182 ^ random.next(2)) << 20)),
        7 if random.once_in(2) => Some((0x04, random.next(4) | u64::from(random.once_in(5)) << 8)),
        8..=10 => Some((0x15, random.next(16))),
        _ => None,
    }
}

/// CBOX-R04 to CBOX-R63, IVT-R01 to IVT-R75: the model matches the equations in every cycle.
#[rstest]
fn model_matches_the_equations(#[values(1, 2, 3, 4)] seed: u64) {
    let mut bench = Bench::new();
    let mut random = Random::new(seed);
    let mut reference = Reference::default();
    let (mut messages, mut counted, mut frozen) = (0, 0, 0);
    for cycle in 0..6000 {
        let levels = levels(&mut random, cycle);
        levels.pins.iter().for_each(|(name, level)| bench.set(name, *level));
        for entry in 0..20 {
            bench.set(&format!("irq_tid{entry}"), levels.irq_tid[entry]);
            bench.set(&format!("tor{entry}"), levels.tor[entry]);
        }
        let write = write(&mut random);
        match write {
            Some((offset, data)) => {
                let refused = offset == 0x15 && levels.pins["cbox_ovf"] == 0;
                let answer = bench.frames.access(true, 0, 0, 0xDC0 + offset, data);
                assert_eq!(answer, (refused.into(), 0));
            }
            None => bench.frames.step(),
        }
        assert_eq!(observed(&bench), reference, "cycle {cycle}");
        let before = reference;
        reference.step(&levels, write);
        messages += u64::from(reference.ovf_msg);
        frozen += u64::from(reference.frz_lat || reference.frz);
        counted += u64::from(reference.ctr != before.ctr);
    }
    assert!(messages > 10 && frozen > 300 && counted > 1000, "{messages} {frozen} {counted}");
}
