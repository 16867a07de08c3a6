//! A test bench: a PMU of a configuration, with named inputs.

use super::super::access::Refusal;
use super::super::inputs::Inputs;
use super::super::parameters::Parameters;
use super::super::unit::{Access, Hpm};
use golden_model_core::register_port::Request;

/// The normalised parameters of the configurations of section 2.1.
pub const HPM64: &str = include_str!("hpm64.toml");
pub const HPM32: &str = include_str!("hpm32.toml");
pub const HPM32_FULL: &str = include_str!("hpm32_full.toml");

/// The privilege and V of a mode.
pub type Mode = (u8, bool);
pub const M: Mode = (3, false);
pub const S: Mode = (1, false);
pub const U: Mode = (0, false);
pub const VS: Mode = (1, true);
pub const VU: Mode = (0, true);
pub const MODES: [Mode; 5] = [M, S, U, VS, VU];

/// Bits of `mhpmevent` with XLEN = 64: OF, and xINH of M, S, U, VS, VU.
pub const OF: u64 = 1 << 63;
pub const MINH: u64 = 1 << 62;
pub const SINH: u64 = 1 << 61;
pub const UINH: u64 = 1 << 60;
pub const VSINH: u64 = 1 << 59;
pub const VUINH: u64 = 1 << 58;

/// CSR numbers.
pub const MCYCLE: u32 = 0xB00;
pub const MINSTRET: u32 = 0xB02;
pub const MHPMCOUNTER3: u32 = 0xB03;
pub const MHPMCOUNTER3H: u32 = 0xB83;
pub const MHPMEVENT3: u32 = 0x323;
pub const MHPMEVENT3H: u32 = 0x723;
pub const MCOUNTINHIBIT: u32 = 0x320;
pub const MCYCLECFG: u32 = 0x321;
pub const MINSTRETCFG: u32 = 0x322;
pub const MCOUNTEREN: u32 = 0x306;
pub const SCOUNTEREN: u32 = 0x106;
pub const HCOUNTEREN: u32 = 0x606;
pub const SCOUNTOVF: u32 = 0xDA0;
pub const SCOUNTINHIBIT: u32 = 0x120;
pub const SISELECT: u32 = 0x150;
pub const SIREG: u32 = 0x151;
pub const SIREG2: u32 = 0x152;
pub const SIREG4: u32 = 0x155;
pub const SIREG5: u32 = 0x156;
/// `sireg`, `sireg2` to `sireg6`.
pub const WINDOW: [u32; 6] = [0x151, 0x152, 0x153, 0x155, 0x156, 0x157];
pub const VSISELECT: u32 = 0x250;
pub const MIP: u32 = 0x344;
pub const MIE: u32 = 0x304;
pub const SIP: u32 = 0x144;
pub const SIE: u32 = 0x104;
pub const VSIP: u32 = 0x244;
pub const VSIE: u32 = 0x204;

/// LCOFIP and LCOFIE.
pub const BIT13: u64 = 1 << 13;

/// Events of `hpm64`: cycles, retired instructions, retired loads, L1D accesses, branch mispredictions.
pub const CYCLES: u64 = 0x01;
pub const INSTRUCTIONS: u64 = 0x02;
pub const LOADS: u64 = 0x10;
pub const L1D_ACCESSES: u64 = 0x24;
pub const MISPREDICTIONS: u64 = 0x14;

/// The first three of these events in `hpm32_full`: class 1, bits 8, 9 and 10.
pub const FULL_CYCLES: u64 = 0x0101;
pub const FULL_INSTRUCTIONS: u64 = 0x0201;
pub const FULL_LOADS: u64 = 0x0401;

/// An answer of the register port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Value(u64),
    Old(u64),
    Illegal,
    Virtual,
}

pub use Answer::{Illegal, Value, Virtual};

/// A PMU under test. Inputs keep their level until they are set again.
#[derive(Clone)]
pub struct Bench {
    pub hpm: Hpm,
    pub inputs: Inputs,
}

/// The parameters of a configuration, with others in place of some: lines of TOML.
pub fn parameters(configuration: &str, changes: &str) -> Parameters {
    let mut table: toml::Table = configuration.parse().expect("a configuration");
    table.extend(changes.parse::<toml::Table>().expect("parameters"));
    Parameters::new(&table)
}

impl Bench {
    /// A PMU after reset in M mode, with no occurrences.
    pub fn new(configuration: &str) -> Self {
        Self::with(configuration, "")
    }

    /// A PMU with other parameters in place of some.
    pub fn with(configuration: &str, changes: &str) -> Self {
        let parameters = parameters(configuration, changes);
        Self { inputs: Inputs::new(&parameters), hpm: Hpm::new(parameters) }
    }

    /// The mode of the hart.
    pub fn mode(&mut self, (privilege, virt): Mode) -> &mut Self {
        (self.inputs.privilege, self.inputs.virt) = (privilege, virt);
        self
    }

    /// The mode of a retire port.
    pub fn port_mode(&mut self, port: usize, (privilege, virt): Mode) -> &mut Self {
        (self.inputs.ret_privilege[port], self.inputs.ret_virt[port]) = (privilege, virt);
        self
    }

    /// The number of occurrences on a line: one of the configuration, `cyc` or `ret` with a port.
    pub fn line(&mut self, name: &str, number: u64) -> &mut Self {
        let parameters = &self.hpm.parameters;
        let own = || 1 + parameters.ret_ports + parameters.lines.iter().position(|line| line.name == name).expect(name);
        let position = match name.strip_prefix("ret ") {
            _ if name == "cyc" => 0,
            Some(port) => 1 + port.parse::<usize>().expect(name),
            None => own(),
        };
        self.inputs.lines[position] = number;
        self
    }

    /// Steps one cycle with the inputs of the bench. Returns the access.
    pub fn step(&mut self) -> Access {
        let access = self.hpm.access(&self.inputs);
        match self.inputs.rst {
            true => self.hpm.reset(),
            false => {
                let increments = self.hpm.increments(&self.inputs);
                self.hpm.advance(&self.inputs, &access, &increments);
            }
        }
        access
    }

    /// Steps some cycles without an access.
    pub fn cycles(&mut self, number: usize) -> &mut Self {
        for _ in 0..number {
            self.step();
        }
        self
    }

    /// Steps one cycle with a request.
    pub fn request(&mut self, request: Request) -> Answer {
        self.inputs.request = Some(request);
        let access = self.step();
        self.inputs.request = None;
        let response = access.response();
        assert_eq!(response.error, matches!(access, Access::Refused(_)));
        assert_eq!(access.is_virtual_exception(), access == Access::Refused(Refusal::Virtual));
        match access {
            Access::Refused(Refusal::Illegal) => Answer::Illegal,
            Access::Refused(Refusal::Virtual) => Answer::Virtual,
            Access::Written { old, .. } => {
                assert_eq!((response.rdata, access.old()), (0, old), "outputs of a write");
                Answer::Old(old)
            }
            _ => {
                assert_eq!(access.old(), 0, "csr_old of a read");
                Answer::Value(response.rdata)
            }
        }
    }

    /// An operation: space 0 writes, 1 sets, 2 clears.
    pub fn operate(&mut self, space: u32, addr: u32, data: u64) -> Answer {
        self.request(Request { write: true, space, unit: 0, addr, data })
    }

    /// Answer to a read.
    pub fn try_read(&mut self, addr: u32) -> Answer {
        self.request(Request { write: false, space: 0, unit: 0, addr, data: 0 })
    }

    /// A read in M mode that must be accepted; no cycle passes.
    pub fn get(&self, addr: u32) -> u64 {
        let mut bench = self.clone();
        bench.mode(M).inputs.rst = false;
        match bench.try_read(addr) {
            Answer::Value(value) => value,
            other => panic!("read of {addr:#x}: {other:?}"),
        }
    }

    /// The answer to a read in a mode; no cycle passes.
    pub fn answer(&self, mode: Mode, addr: u32) -> Answer {
        self.clone().mode(mode).try_read(addr)
    }

    /// The refusal of a write of 0 in a mode, or the old value; no cycle passes.
    pub fn write_answer(&self, mode: Mode, addr: u32) -> Answer {
        self.clone().mode(mode).operate(0, addr, 0)
    }

    /// Writes a CSR in the mode of the bench, with all its inputs; the write must be accepted.
    pub fn write(&mut self, addr: u32, data: u64) -> &mut Self {
        let answer = self.operate(0, addr, data);
        assert!(matches!(answer, Answer::Old(_)), "write to {addr:#x}: {answer:?}");
        self
    }

    /// A 64-bit counter or configuration whose number is `addr`; with XLEN = 32 from both halves.
    pub fn get_all(&self, addr: u32) -> u64 {
        match self.hpm.parameters.xlen {
            32 => {
                let high = if addr >> 8 == 3 { addr + 0x400 } else { addr + 0x80 };
                self.get(addr) | self.get(high) << 32
            }
            _ => self.get(addr),
        }
    }

    /// OF of a counter.
    pub fn of(&self, counter: usize) -> bool {
        self.hpm.state.of(counter)
    }

    /// LCOFIP.
    pub fn lcofip(&self) -> bool {
        self.hpm.state.lcofip
    }
}

/// Whether a write was accepted with that old value.
pub fn old(value: u64) -> Answer {
    Answer::Old(value)
}
