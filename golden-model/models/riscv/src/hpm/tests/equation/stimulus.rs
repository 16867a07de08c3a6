//! Random stimulus, with preference for values at which the rules differ.

use super::super::super::inputs::Inputs;
use super::reference::Reference;
use golden_model_core::register_port::Request;

/// CSR numbers with a register in some configuration, and some of their neighbours.
const NUMBERS: [(u32, u32); 14] = [
    (0xB00, 0xB1F),
    (0xB80, 0xB9F),
    (0xC00, 0xC1F),
    (0xC80, 0xC9F),
    (0x320, 0x33F),
    (0x720, 0x73F),
    (0x150, 0x157),
    (0x150, 0x157),
    (0x250, 0x257),
    (0x120, 0x120),
    (0x306, 0x306),
    (0x106, 0x106),
    (0x606, 0x606),
    (0xDA0, 0xDA0),
];

/// Numbers of interrupt registers.
const INTERRUPTS: [u32; 6] = [0x344, 0x304, 0x144, 0x104, 0x244, 0x204];

/// A generator for a configuration.
pub struct Stimulus {
    random: u64,
    /// Largest number of each line.
    most: Vec<u64>,
}

impl Stimulus {
    /// A generator for the lines of a configuration.
    pub fn new(configuration: &str, reference: &Reference) -> Self {
        let table: toml::Table = configuration.parse().expect("a configuration");
        let lines = table["lines"].as_array().expect("lines").iter();
        let widths = lines.map(|line| line["width"].as_integer().expect("a width") as u32);
        let ports = std::iter::repeat_n(reference.p.ret_w, reference.p.ret_ports);
        Self { random: 1, most: std::iter::once(1).chain(ports).chain(widths).map(|width| (1 << width) - 1).collect() }
    }

    /// A random number (splitmix64).
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A random number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.random() % end
    }

    /// True once in `number` on average.
    fn one_in(&mut self, number: u64) -> bool {
        self.below(number) == 0
    }

    /// The inputs of the next cycle.
    pub fn next(&mut self, reference: &Reference, inputs: &mut Inputs) {
        let p = &reference.p;
        inputs.rst = self.one_in(1000);
        inputs.request = None;
        if !self.one_in(3) {
            inputs.request = Some(self.request(reference));
        }
        if p.u && self.one_in(4) {
            inputs.privilege = [3, 3, 3, 1, 1, 0, 2][self.below(7) as usize];
            inputs.virt = p.h && self.one_in(2);
        }
        let state_enable = |flag: &mut bool, exists: bool, value: bool| {
            if exists {
                *flag = value;
            }
        };
        state_enable(&mut inputs.debug, p.stopcount, self.one_in(3));
        state_enable(&mut inputs.stopcount, p.stopcount, self.one_in(3));
        state_enable(&mut inputs.cde, p.smcdeleg, !self.one_in(4));
        state_enable(&mut inputs.mstateen_csrind, p.smstateen, !self.one_in(4));
        state_enable(&mut inputs.hstateen_csrind, p.smstateen && p.h, !self.one_in(4));
        state_enable(&mut inputs.mideleg_lcofi, p.sscofpmf, !self.one_in(3));
        state_enable(&mut inputs.hideleg_lcofi, p.sscofpmf && p.h, !self.one_in(3));
        if p.has_port_modes() {
            for port in 0..p.ret_ports {
                inputs.ret_privilege[port] = self.below(4) as u8;
                inputs.ret_virt[port] = p.h && self.one_in(2);
            }
        }
        for line in 0..self.most.len() {
            inputs.lines[line] = if self.one_in(2) { self.below(1 + self.most[line]) } else { 0 };
        }
    }

    fn request(&mut self, reference: &Reference) -> Request {
        let addr = match self.below(12) {
            0 => self.below(0x1010) as u32,
            1 | 2 => INTERRUPTS[self.below(6) as usize],
            _ => {
                let (first, last) = NUMBERS[self.below(NUMBERS.len() as u64) as usize];
                first + self.below(u64::from(last - first) + 1) as u32
            }
        };
        let space = if self.one_in(50) { 3 } else { self.below(3) as u32 };
        let unit = u32::from(self.one_in(50));
        Request { write: !self.one_in(3), space, unit, addr, data: self.data(reference, addr) }
    }

    fn data(&mut self, reference: &Reference, addr: u32) -> u64 {
        let events = &reference.p.events;
        let event = events[self.below(events.len() as u64) as usize].code;
        let random = self.random();
        match (addr, self.below(4)) {
            (0x150 | 0x250, 1..) => 0x3E + random % 0x24,
            (0x320..=0x33F, 1) => event,
            (0x320..=0x33F, 2) => event | random & 0xFC00_0000_0000_0000,
            (0xB00..=0xB9F | 0x151 | 0x155, 1 | 2) => u64::MAX - random % 4,
            (0x306 | 0x106 | 0x606, 1 | 2) => u64::MAX ^ 1 << (random % 32),
            (_, 1) => 0,
            (_, 2) => u64::MAX,
            _ => random,
        }
    }
}
