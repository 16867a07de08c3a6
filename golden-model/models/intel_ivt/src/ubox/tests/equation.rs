//! Compares the model with the equations of IVT 5.0 and of the U-Box specification on random stimulus.

use super::bench::*;
use crate::common::tests::random::Random;
use rstest::rstest;
use std::collections::BTreeMap;

/// The inputs with their widths and the average number of cycles between values other than 0.
const PINS: [(&str, u32, u64); 12] = [
    ("evt_msg", 5, 2),
    ("evt_lock", 1, 2),
    ("evt_phold", 1, 2),
    ("evt_racu", 1, 2),
    ("ovf_c", 15, 30),
    ("ovf_p", 1, 40),
    ("ovf_h", 2, 40),
    ("ovf_m", 2, 40),
    ("ovf_q", 2, 40),
    ("ovf_rq", 2, 40),
    ("ovf_rp", 1, 40),
    ("core_awake", 15, 1),
];

/// State and outputs of the U-Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reference {
    global_ctl: u64,
    gstat: u64,
    config: u64,
    fixed_ctl: u64,
    fixed_ctr: u64,
    ctl: [u64; 2],
    ctr: [u64; 2],
    cond_q: [u64; 2],
    ov: u64,
    u_msg: u64,
    uf_msg: u64,
    frz_lat: u64,
    frz_bcast: u64,
    unfrz_bcast: u64,
    wake: u64,
    pmi_s: u64,
    pmi: u64,
}

fn raw(ctl: u64, pins: &BTreeMap<&str, u64>) -> u64 {
    let umask = ctl >> 8 & 0xFF;
    match ctl & 0xFF {
        0x42 => u64::from(pins["evt_msg"] & umask & 0x1F != 0),
        0x44 => pins["evt_lock"],
        0x45 => pins["evt_phold"] & umask & 1,
        0x46 => pins["evt_racu"],
        _ => 0,
    }
}

impl Reference {
    fn new() -> Self {
        Self {
            global_ctl: 0,
            gstat: 0,
            config: 8,
            fixed_ctl: 0,
            fixed_ctr: 0,
            ctl: [0; 2],
            ctr: [0; 2],
            cond_q: [0; 2],
            ov: 0,
            u_msg: 0,
            uf_msg: 0,
            frz_lat: 0,
            frz_bcast: 0,
            unfrz_bcast: 0,
            wake: 0,
            pmi_s: 0,
            pmi: 0,
        }
    }

    fn step(&mut self, pins: &BTreeMap<&str, u64>, write: Option<(u64, u64)>) {
        let now = *self;
        let written = |addr: u64| write.filter(|&(at, _)| at == addr).map(|(_, data)| data);
        let w1c = written(BOX_STATUS).unwrap_or(0);
        let mut new = 0;
        self.ov = now.ov & !w1c;
        for i in 0..2 {
            let control = now.ctl[i];
            let (thresh, raw) = (control >> 24, raw(control, pins));
            let cond = u64::from(thresh != 0 && raw >= thresh);
            let edge = if control & EDGE != 0 { cond & !now.cond_q[i] } else { cond };
            let add = if thresh == 0 { raw } else { edge };
            let sum = now.ctr[i] + if control & EN != 0 && now.frz_lat == 0 { add } else { 0 };
            let clr = written(ctl(i)).is_some_and(|data| data & RST != 0);
            let wr = written(ctr(i));
            self.ctr[i] = if clr { 0 } else { wr.unwrap_or(sum) & MAX };
            self.cond_q[i] = cond;
            self.ctl[i] = written(ctl(i)).map_or(control, |data| data & 0x1F54_FFFF);
            if sum > MAX && !clr && wr.is_none() && control & OV_EN != 0 {
                new |= !now.ov >> i & 1 | w1c >> i & 1;
                self.ov |= 1 << i;
            }
        }
        self.u_msg = new;
        let sum = now.fixed_ctr + u64::from(now.fixed_ctl & EN != 0 && now.frz_lat == 0);
        let wr = written(FIXED_CTR);
        self.uf_msg = u64::from(sum > MAX && now.fixed_ctl & OV_EN != 0 && wr.is_none());
        self.fixed_ctr = wr.unwrap_or(sum) & MAX;
        self.fixed_ctl = written(FIXED_CTL).map_or(now.fixed_ctl, |data| data & 0x0050_0000);
        let freeze = now.u_msg | now.uf_msg | now.frz_bcast;
        self.frz_lat = if freeze != 0 { 1 } else { now.frz_lat & !now.unfrz_bcast };

        let msg = now.uf_msg
            | now.u_msg << 1
            | pins["ovf_p"] << 2
            | pins["ovf_c"] << 3
            | pins["ovf_h"] << 18
            | pins["ovf_m"] << 20
            | pins["ovf_q"] << 22
            | pins["ovf_rq"] << 24
            | pins["ovf_rp"] << 26;
        let gw1c = written(GLOBAL_STATUS).unwrap_or(0);
        let any_new = msg & (!now.gstat | gw1c) != 0;
        self.gstat = (now.gstat & !gw1c) | msg;
        let global = written(GLOBAL_CTL);
        let asks = |bit: u64| global.is_some_and(|data| data & bit != 0);
        self.frz_bcast = u64::from(any_new || asks(FRZ_ALL));
        self.unfrz_bcast = u64::from(asks(UNFRZ_ALL) && !asks(FRZ_ALL));
        let (selected, awake) = (now.global_ctl & 0x7FFF, pins["core_awake"]);
        let waking = now.global_ctl & WK_ON_PMI != 0;
        self.wake = if any_new && waking { selected & !awake } else { 0 };
        self.pmi_s = match (any_new, waking) {
            (false, _) => 0,
            (true, true) => selected,
            (true, false) => selected & awake,
        };
        self.pmi = now.pmi_s;
        self.global_ctl = global.map_or(now.global_ctl, |data| data & 0x4000_7FFF);
        self.config = written(GLOBAL_CONFIG).map_or(now.config, |data| data & 0xF);
    }
}

/// The model's state at the start of the last cycle, as a reference state.
fn observed(bench: &Bench) -> Reference {
    let state: BTreeMap<_, _> = bench.frames.last().collect();
    let one = |name: &str| state[format!("ubox.{name}").as_str()];
    let two = |name: &str| [0, 1].map(|index| one(&format!("{name}{index}")));
    Reference {
        global_ctl: one("U_MSR_PMON_GLOBAL_CTL"),
        gstat: one("U_MSR_PMON_GLOBAL_STATUS"),
        config: one("U_MSR_PMON_GLOBAL_CONFIG"),
        fixed_ctl: one("U_MSR_PMON_UCLK_FIXED_CTL"),
        fixed_ctr: one("U_MSR_PMON_UCLK_FIXED_CTR"),
        ctl: two("U_MSR_PMON_CTL"),
        ctr: two("U_MSR_PMON_CTR"),
        cond_q: two("cond_q"),
        ov: one("U_MSR_PMON_BOX_STATUS"),
        u_msg: one("u_msg"),
        uf_msg: one("uf_msg"),
        frz_lat: one("frz_lat"),
        frz_bcast: one("frz_bcast"),
        unfrz_bcast: one("unfrz_bcast"),
        wake: one("core_wake"),
        pmi_s: one("pmi_s"),
        pmi: one("pmi"),
    }
}

fn write(random: &mut Random) -> Option<(u64, u64)> {
    let counter = random.next(2) as usize;
    let near_wrap = u64::MAX - random.next(6);
    match random.next(20) {
        0..=1 => Some((GLOBAL_CTL, random.bits() & !(random.of(&[FRZ_ALL, FRZ_ALL, FRZ_ALL, 0])) | UNFRZ_ALL)),
        2 => Some((GLOBAL_CTL, random.bits())),
        3 => Some((GLOBAL_STATUS, random.bits())),
        4 => Some((BOX_STATUS, random.next(4))),
        5 => Some((FIXED_CTL, random.bits() | EN)),
        6 => Some((FIXED_CTR, near_wrap)),
        7..=8 => Some((ctr(counter), near_wrap)),
        9..=10 => {
            let code = random.of(&[0x42, 0x44, 0x45, 0x46, 0x00, 0x43]);
            let controls = random.bits() & 0xFFFF_FFFF_00FF_FF00 & !if random.once_in(4) { 0 } else { RST };
            Some((ctl(counter), controls | thresh(random.of(&[0, 0, 1, 1, 2, 0xE1])) | EN | code))
        }
        11 if random.once_in(8) => Some((GLOBAL_CONFIG, random.bits())),
        _ => None,
    }
}

/// UBOX-R02 to UBOX-R49, IVT-R01 to IVT-R78: the model matches the equations in every cycle.
#[rstest]
fn model_matches_the_equations(#[values(1, 2, 3, 4)] seed: u64) {
    let mut bench = Bench::new();
    let mut random = Random::new(seed);
    let mut reference = Reference::new();
    let (mut messages, mut fixed, mut pmis) = (0, 0, 0);
    for cycle in 0..6000 {
        let mut pins = BTreeMap::new();
        for (name, width, rarity) in PINS {
            let level = if random.once_in(rarity) { random.bits() & ((1 << width) - 1) } else { 0 };
            bench.set(name, level);
            pins.insert(name, level);
        }
        let write = write(&mut random);
        match write {
            Some((addr, data)) => bench.frames.write(addr, data),
            None => bench.frames.step(),
        }
        assert_eq!(observed(&bench), reference, "cycle {cycle}");
        reference.step(&pins, write);
        messages += reference.u_msg;
        fixed += reference.uf_msg;
        pmis += u64::from(reference.pmi != 0);
    }
    assert!(messages > 10 && fixed > 10 && pmis > 50, "{messages} {fixed} {pmis}");
}
