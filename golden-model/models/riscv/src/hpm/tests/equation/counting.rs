//! The equations of counting, overflow and writes (5.15).

use super::super::super::inputs::Inputs;
use super::super::super::mode::Inhibits;
use super::super::super::parameters::*;
use super::super::super::state::State;
use super::reference::{bit, Mode, Reference, Written};
use super::selector;

impl Reference {
    fn inhibits(&self, counter: usize, mode: Mode) -> bool {
        let position = [4, 3, 2, 1, 0][mode as usize];
        self.state.inhibits[counter].0 >> position & 1 != 0
    }

    /// A line by its name, with its mode.
    fn line(&self, inputs: &Inputs, name: &str) -> (u64, Mode) {
        let now = self.mode(inputs.privilege, inputs.virt);
        let of_port = |port: usize| self.mode(inputs.ret_privilege[port], inputs.ret_virt[port]);
        if name == "cyc" {
            return (inputs.lines[0], now);
        }
        if let Some(port) = name.strip_prefix("ret ") {
            let port: usize = port.parse().expect("a port");
            return (inputs.lines[1 + port], of_port(port));
        }
        let position = self.p.lines.iter().position(|line| line.name == name).expect("a line");
        let mode = if self.p.lines[position].port < 0 { now } else { of_port(self.p.lines[position].port as usize) };
        (inputs.lines[1 + self.p.ret_ports + position], mode)
    }

    fn increment(&self, inputs: &Inputs, i: usize) -> u128 {
        let stop = inputs.debug && inputs.stopcount && (i != 0 || self.p.stop_cycle);
        if stop || bit(self.state.mcountinhibit, i as u32) {
            return 0;
        }
        let passing = |name: &str| match self.line(inputs, name) {
            (_, mode) if self.inhibits(i, mode) => 0,
            (value, _) => u128::from(value),
        };
        match i {
            0 => passing("cyc"),
            2 => (0..self.p.ret_ports).map(|port| passing(&format!("ret {port}"))).sum(),
            _ => {
                let sum = selector::lines(&self.p, self.state.selectors[i]).into_iter().map(passing).sum();
                match self.p.combine {
                    Combine::Sum => sum,
                    Combine::Or => u128::from(sum != 0),
                }
            }
        }
    }

    /// The next count of a counter, and whether it overflows.
    fn count(&self, inputs: &Inputs, i: usize, written: Written) -> (u64, bool) {
        let width = if i < 3 { 64 } else { self.p.width[i] };
        let cut = |value: u128| (value % (1 << width)) as u64;
        let (old, increment) = (self.state.counts[i], self.increment(inputs, i));
        let all = u128::from(old) + increment;
        let (sum, carry) = (cut(all), all >= 1 << width);
        let (low, high) = (0xB00 + i as u32, 0xB80 + i as u32);
        let (w, is_high) = match written {
            Some((number, w, _)) if number == low => (w, false),
            Some((number, w, _)) if number == high => (w, true),
            _ => return (sum, carry),
        };
        let counts = self.p.half_write == HalfWrite::Count;
        let half = |from: u64| if is_high { from & 0xFFFF_FFFF | w << 32 } else { from >> 32 << 32 | w };
        let tick = i == 0 && self.p.cycle_write == CycleWrite::Tick;
        let new = match self.p.xlen {
            64 => w,
            _ if counts && !tick => half(sum),
            _ => half(old),
        };
        let new = if tick { u128::from(new) + increment } else { new.into() };
        let top_written = self.p.xlen == 64 || is_high == (width > 32);
        let overflows = self.p.write_overflow == WriteOverflow::Flag || counts && !top_written;
        (cut(new), carry && overflows)
    }

    /// The state of the next cycle.
    pub fn advance(&mut self, inputs: &Inputs) {
        if inputs.rst {
            self.state = State::new(&self.p);
            return;
        }
        let written = self.written(inputs);
        let mut next = self.state.clone();
        let mut request = false;
        for i in [0, 2].into_iter().chain(self.p.counters.clone()) {
            let (count, overflows) = self.count(inputs, i, written);
            next.counts[i] = count;
            if i >= 3 && self.p.sscofpmf {
                let (of, requests) = self.overflow(i, overflows, written);
                next.overflowed = next.overflowed & !(1 << i) | u32::from(of) << i;
                request |= requests;
            }
        }
        if let Some(written) = written {
            self.configure(&mut next, inputs, written);
        }
        let arrives = if self.p.lcofi_delay { self.state.lcofi_request } else { request };
        next.lcofi_request = self.p.lcofi_delay && request;
        let pending = written.filter(|&(number, ..)| self.reaches_lcofi(inputs, number, 0x44));
        next.lcofip = match pending.map(|(_, w, _)| w >> 13 & 1 != 0) {
            Some(w) if self.p.lcofip_write == LcofipWrite::Write => w,
            w => w.unwrap_or(self.state.lcofip) | arrives,
        };
        self.state = next;
    }

    /// OF after a cycle, and the request.
    fn overflow(&self, i: usize, ovf: bool, written: Written) -> (bool, bool) {
        let of = bit(self.state.overflowed, i as u32);
        let (all, high) = (0x320 + i as u32, 0x720 + i as u32);
        let w = match written {
            Some((number, w, _)) if number == all && self.p.xlen == 64 => Some(w >> 63 != 0),
            Some((number, w, _)) if number == high => Some(w >> 31 != 0),
            _ => None,
        };
        let by_software = self.p.of_sw == OfSw::Request && w == Some(true) && !of;
        match self.p.of_write {
            OfWrite::Write => (w.unwrap_or(of | ovf), ovf && !of || by_software),
            OfWrite::Set => (w.unwrap_or(of) | ovf, ovf && !w.unwrap_or(of) || by_software),
        }
    }

    fn reaches_lcofi(&self, inputs: &Inputs, number: u32, register: u32) -> bool {
        self.p.sscofpmf
            && (number == 0x300 + register
                || number == 0x100 + register && inputs.mideleg_lcofi
                || number == 0x200 + register && inputs.mideleg_lcofi && inputs.hideleg_lcofi)
    }

    fn configure(&self, next: &mut State, inputs: &Inputs, (number, w, hides_minh): (u32, u64, bool)) {
        let p = &self.p;
        let word = w as u32;
        match number {
            0x320 => next.mcountinhibit = word & p.mcountinhibit_wr,
            0x120 => {
                let d = self.state.mcounteren & p.mcountinhibit_wr;
                next.mcountinhibit = self.state.mcountinhibit & !d | word & d;
            }
            0x306 => next.mcounteren = word & p.mcounteren_wr,
            0x106 => next.scounteren = word & p.scounteren_wr,
            0x606 => next.hcounteren = word & p.hcounteren_wr,
            0x150 => next.siselect = (w % 4096) as u16,
            0x250 => next.vsiselect = (w % 4096) as u16,
            0x304 | 0x104 | 0x204 if self.reaches_lcofi(inputs, number, 4) => next.lcofie = w >> 13 & 1 != 0,
            0x321..=0x33F | 0x721..=0x73F => {
                let i = match number % 0x400 {
                    0x321 => 0,
                    0x322 => 2,
                    other => other as usize - 0x320,
                };
                let (is_low, is_high) = (number < 0x400, number > 0x400 || p.xlen == 64);
                let has_filter = if i < 3 { p.smcntrpmf } else { p.sscofpmf && p.counters.contains(&i) };
                if is_high && has_filter {
                    let bits = if p.xlen == 64 { w >> 58 } else { w >> 26 } as u8 % 32;
                    let modes = [(p.h, 0), (p.h, 1), (p.u, 2), (p.s, 3), (!hides_minh, 4)];
                    let mut inhibits = self.state.inhibits[i].0;
                    for (_, position) in modes.into_iter().filter(|(exists, _)| *exists) {
                        inhibits = inhibits & !(1 << position) | bits & 1 << position;
                    }
                    next.inhibits[i] = Inhibits(inhibits);
                }
                if is_low && i >= 3 && p.counters.contains(&i) && p.sel_fixed[i] < 0 {
                    next.selectors[i] = selector::stored(p, self.state.selectors[i], w);
                }
            }
            _ => {}
        }
    }
}
