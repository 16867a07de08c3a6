//! The equations of 5.15.

use super::super::super::inputs::Inputs;
use super::super::super::mode::Inhibits;
use super::super::super::parameters::*;
use super::super::super::state::State;
use super::selector;
use Mode::{Vs, Vu, M, S, U};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    M,
    S,
    U,
    Vs,
    Vu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Illegal,
    Virtual,
    Done,
}

/// A write of a cycle: the machine-level number, the value, and whether MINH is not accessible.
type Written = Option<(u32, u64, bool)>;

/// The state with the parameters.
pub struct Reference {
    pub p: Parameters,
    pub state: State,
}

fn bit(word: u32, number: u32) -> bool {
    word >> number & 1 != 0
}

impl Reference {
    pub fn new(p: Parameters) -> Self {
        Self { state: State::new(&p), p }
    }

    fn mode(&self, privilege: u8, virt: bool) -> Mode {
        let v = self.p.h && virt;
        if privilege == 3 || !self.p.u {
            M
        } else if privilege == 1 && self.p.s {
            [S, Vs][usize::from(v)]
        } else {
            [U, Vu][usize::from(v)]
        }
    }

    /// Section 3.
    fn exists(&self, a: u32) -> bool {
        let p = &self.p;
        let high = p.xlen == 32;
        let implemented = p.counters.contains(&(a as usize % 32));
        let machine = implemented || p.unimplemented != Unimplemented::AllIllegal;
        let shadow = p.zihpm && (implemented || p.unimplemented == Unimplemented::Zero);
        match a {
            0xB00 | 0xB02 | 0x344 | 0x304 => true,
            0xB80 | 0xB82 => high,
            0xB03..=0xB1F | 0x323..=0x33F => machine,
            0xB83..=0xB9F => high && machine,
            0x723..=0x73F => high && p.sscofpmf && machine,
            0x320 => p.mcountinhibit,
            0x321 | 0x322 => p.smcntrpmf,
            0x721 | 0x722 => high && p.smcntrpmf,
            0x306 => p.u,
            0x106 | 0x144 | 0x104 => p.s,
            0x606 | 0x244 | 0x204 => p.h,
            0xC00 | 0xC02 => p.zicntr,
            0xC80 | 0xC82 => high && p.zicntr,
            0xC03..=0xC1F => shadow,
            0xC83..=0xC9F => high && shadow,
            0xDA0 => p.sscofpmf,
            0x120 | 0x150..=0x153 | 0x155..=0x157 => p.smcdeleg,
            0x250..=0x253 | 0x255..=0x257 => p.smcdeleg && p.h,
            _ => false,
        }
    }

    fn check(&self, inputs: &Inputs) -> Verdict {
        use Verdict::*;
        let Some(request) = inputs.request else { return Done };
        let (a, m, s) = (request.addr, self.mode(inputs.privilege, inputs.virt), &self.state);
        let v = m == Vs || m == Vu;
        let level = a >> 8 & 3;
        if request.space > 2
            || request.unit != 0
            || a > 0xFFF
            || !self.exists(a)
            || request.write && a >> 10 & 3 == 3
            || level == 3 && m != M
            || level != 0 && m == U
        {
            return Illegal;
        }
        match a {
            0x150..=0x157 | 0x250..=0x257 => self.check_window(inputs, a, m),
            0x120 if !inputs.cde => Illegal,
            0x120 if v => Virtual,
            0x120 => Done,
            0xDA0 if m == Vu || m == Vs && self.p.smcdeleg && inputs.cde => Virtual,
            0xDA0 => Done,
            _ if level == 3 => Done,
            _ if level == 2 => [Done, Virtual][usize::from(v)],
            _ if level == 1 => [Done, Virtual][usize::from(m == Vu)],
            _ => {
                let i = a % 32;
                if m != M && !bit(s.mcounteren, i) {
                    Illegal
                } else if v && !bit(s.hcounteren, i) || m == Vu && !bit(s.scounteren, i) {
                    Virtual
                } else if m == U && self.p.s && !bit(s.scounteren, i) {
                    Illegal
                } else {
                    Done
                }
            }
        }
    }

    fn check_window(&self, inputs: &Inputs, a: u32, m: Mode) -> Verdict {
        use Verdict::*;
        let p = &self.p;
        let v = m == Vs || m == Vu;
        if m != M && p.smstateen && !inputs.mstateen_csrind {
            return Illegal;
        }
        if v && a >= 0x250 || m == Vu || m == Vs && p.smstateen && !inputs.hstateen_csrind {
            return Virtual;
        }
        if a == 0x150 || a == 0x250 {
            return Done;
        }
        if a > 0x250 {
            return Illegal;
        }
        let select = if m == Vs { self.state.vsiselect } else { self.state.siselect };
        if !(0x40..=0x5F).contains(&select) {
            return Illegal;
        }
        if m == Vs {
            return if inputs.cde { Virtual } else { Illegal };
        }
        let i = u32::from(select) - 0x40;
        let is_configuration = a == 0x152 || a == 0x156;
        let missing = match i {
            0 | 2 => !p.zicntr || is_configuration && !p.smcntrpmf,
            _ => !p.zihpm || a == 0x156 && !p.sscofpmf,
        };
        let absent = i >= 3 && !p.counters.contains(&(i as usize)) && p.unimplemented == Unimplemented::AllIllegal;
        let nothing = a == 0x153 || a == 0x157 || p.xlen == 64 && (a == 0x155 || a == 0x156);
        let is_illegal = !inputs.cde || nothing || i == 1 || !bit(self.state.mcounteren, i) || missing || absent;
        [Done, Illegal][usize::from(is_illegal)]
    }

    /// The number that an accepted access reaches, and whether MINH is not accessible.
    fn target(&self, a: u32, m: Mode) -> (u32, bool) {
        let i = u32::from(self.state.siselect).wrapping_sub(0x40);
        let configuration = [0x321, 0x321, 0x322].get(i as usize).copied().unwrap_or(i.wrapping_add(0x320));
        match a {
            0xC00..=0xC9F => (a - 0x100, false),
            0x144 | 0x104 | 0x150 if m == Vs => (a + 0x100, false),
            0x151 => (0xB00 + i, false),
            0x152 => (configuration, true),
            0x155 => (0xB80 + i, false),
            0x156 => (configuration + 0x400, true),
            _ => (a, false),
        }
    }

    fn read(&self, inputs: &Inputs, a: u32, m: Mode) -> u64 {
        let (s, i) = (&self.state, a as usize % 32);
        let (to_s, to_vs) = (inputs.mideleg_lcofi, inputs.mideleg_lcofi && inputs.hideleg_lcofi);
        let (a, hides_minh) = self.target(a, m);
        let counter = a as usize % 32;
        let configuration = |counter: usize| {
            let minh = if hides_minh { 1 << 62 } else { 0 };
            let of = u64::from(bit(s.overflowed, counter as u32)) << 63;
            (of | u64::from(s.inhibits[counter].0) << 58 | s.selectors[counter]) & !minh
        };
        let lcofi = |bit: bool, visible: bool| u64::from(bit && visible) << 13;
        let all = match a {
            0xB00..=0xB1F => s.counts[counter],
            0xB80..=0xB9F => s.counts[counter] >> 32,
            0x321 => configuration(0),
            0x721 => configuration(0) >> 32,
            0x322 | 0x722 => configuration(2) >> if a == 0x722 { 32 } else { 0 },
            0x323..=0x33F => configuration(counter),
            0x723..=0x73F => configuration(counter) >> 32,
            0x320 => s.mcountinhibit.into(),
            0x120 => (s.mcountinhibit & s.mcounteren).into(),
            0x306 => s.mcounteren.into(),
            0x106 => s.scounteren.into(),
            0x606 => s.hcounteren.into(),
            0xDA0 => match m {
                M => s.overflowed.into(),
                S => (s.overflowed & s.mcounteren).into(),
                _ => (s.overflowed & s.mcounteren & s.hcounteren).into(),
            },
            0x150 => s.siselect.into(),
            0x250 => s.vsiselect.into(),
            0x344 => lcofi(s.lcofip, true),
            0x304 => lcofi(s.lcofie, true),
            0x144 => lcofi(s.lcofip, to_s),
            0x104 => lcofi(s.lcofie, to_s),
            0x244 => lcofi(s.lcofip, to_vs),
            0x204 => lcofi(s.lcofie, to_vs),
            _ => panic!("read of {a:#x} {i}"),
        };
        if self.p.xlen == 32 {
            all & 0xFFFF_FFFF
        } else {
            all
        }
    }

    /// `bus_error`, `exc_virtual`, `bus_rdata`, `csr_old`.
    pub fn answer(&self, inputs: &Inputs) -> (bool, bool, u64, u64) {
        let Some(request) = inputs.request else { return (false, false, 0, 0) };
        let m = self.mode(inputs.privilege, inputs.virt);
        match self.check(inputs) {
            Verdict::Illegal => (true, false, 0, 0),
            Verdict::Virtual => (true, true, 0, 0),
            Verdict::Done if request.write => (false, false, 0, self.read(inputs, request.addr, m)),
            Verdict::Done => (false, false, self.read(inputs, request.addr, m), 0),
        }
    }

    fn written(&self, inputs: &Inputs) -> Written {
        let request = inputs.request.filter(|request| request.write)?;
        let m = self.mode(inputs.privilege, inputs.virt);
        if self.check(inputs) != Verdict::Done {
            return None;
        }
        let old = self.read(inputs, request.addr, m);
        let operand = if self.p.xlen == 32 { request.data & 0xFFFF_FFFF } else { request.data };
        let (number, hides_minh) = self.target(request.addr, m);
        Some((number, [operand, old | operand, old & !operand][request.space as usize], hides_minh))
    }

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
