//! A test bench: a bank of two counters with given increments.

use super::super::*;

pub(super) use super::fields::{thresh, EDGE, EN, MAX, OV_EN, RST};

/// A bank under test. Increments and settings stay until they are set again.
pub struct Bench {
    pub bank: Bank<2>,
    pub raw: [u32; 2],
    pub terms: BankInputs,
    pub result: CountResult,
}

impl Bench {
    /// Creates a bank after reset without events.
    pub fn new() -> Self {
        let terms = BankInputs {
            frozen: false,
            status_source: StatusSource::Enabled,
            first_bit: 0,
            sends: true,
            others: Overflows::default(),
            written: None,
            reset: false,
            refused: 0,
            requested: 0,
        };
        Self { bank: Bank::new(), raw: [0; 2], terms, result: CountResult::default() }
    }

    /// Creates a bank with a control register.
    pub fn with_control(control: u64) -> Self {
        let mut bench = Self::new();
        bench.write(BankRegister::Control(0), control);
        bench
    }

    /// Executes a cycle without an access.
    pub fn step(&mut self) {
        let raw = self.raw;
        self.result = self.bank.step(self.terms, |counter| raw[counter]);
    }

    /// Executes a cycle with a write.
    pub fn write(&mut self, register: BankRegister, data: u64) {
        self.terms.written = Some((register, data));
        self.step();
        self.terms.written = None;
        self.bank.write(register, data, !(RST as u32));
    }

    /// The counters after each cycle of a sequence of increments of counter 0.
    pub fn train(&mut self, increments: &[u32]) -> Vec<u64> {
        let after = |bench: &mut Self, &raw: &u32| {
            bench.raw[0] = raw;
            bench.step();
            bench.bank.count(0)
        };
        increments.iter().map(|raw| after(self, raw)).collect()
    }

    /// Status and message after each cycle of a sequence of increments of counter 0.
    pub fn reports(&mut self, increments: &[u32]) -> Vec<(u32, bool)> {
        let after = |bench: &mut Self, &raw: &u32| {
            bench.raw[0] = raw;
            bench.step();
            (bench.bank.status().ov(), bench.bank.status().message())
        };
        increments.iter().map(|raw| after(self, raw)).collect()
    }
}
