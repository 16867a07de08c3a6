//! The state, and the equations of access (5.15).

use super::super::super::inputs::Inputs;
use super::super::super::parameters::*;
use super::super::super::state::State;
use Mode::{Vs, Vu, M, S, U};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
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
pub type Written = Option<(u32, u64, bool)>;

/// The state with the parameters.
pub struct Reference {
    pub p: Parameters,
    pub state: State,
}

/// A bit of a word.
pub fn bit(word: u32, number: u32) -> bool {
    word >> number & 1 != 0
}

impl Reference {
    pub fn new(p: Parameters) -> Self {
        Self { state: State::new(&p), p }
    }

    pub fn mode(&self, privilege: u8, virt: bool) -> Mode {
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

    pub fn written(&self, inputs: &Inputs) -> Written {
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
}
