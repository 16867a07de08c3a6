//! A test bench for all kinds of boxes in configuration space, with named registers and inputs.

use super::{BoxKind, PciModel};
use golden_model_common::test_bench::TestBench;

pub(crate) use crate::common::tests::fields::{event, thresh, EDGE, EN, OV_EN, RST};

/// Offsets.
pub(crate) const BOX_CTL: u64 = 0xF4;
pub(crate) const BOX_STATUS: u64 = 0xF8;

/// Offset of a control register.
pub(crate) fn ctl(counter: usize) -> u64 {
    0xD8 + 4 * counter as u64
}

/// Offset of the lower dword of a counter.
pub(crate) fn ctr(counter: usize) -> u64 {
    0xA0 + 8 * counter as u64
}

/// A box under test. Inputs keep their level until they are set again.
#[derive(Clone)]
pub(crate) struct Bench<K: BoxKind, const N: usize, const W: u32> {
    pub frames: TestBench<PciModel<K, N, W>>,
    unit: String,
    /// Address of the function that contains the common registers.
    pub base: u64,
}

impl<K: BoxKind, const N: usize, const W: u32> Bench<K, N, W> {
    /// Creates a box after reset with all inputs 0.
    pub fn new(id: &str) -> Self {
        let frames = TestBench::new(id, PciModel::<K, N, W>::new);
        let unit = frames.pmu.description.units[0].name.clone();
        Self { frames, unit, base: 0 }
    }

    /// Sets an input, named without its unit.
    pub fn set(&mut self, name: &str, level: u64) {
        self.frames.set(&format!("{}.{name}", self.unit), level);
    }

    /// Executes a cycle with an input that is otherwise 0.
    pub fn pulse(&mut self, name: &str, level: u64) {
        self.set(name, level);
        self.frames.step();
        self.set(name, 0);
    }

    /// An output or state word at the start of the next cycle.
    pub fn now(&self, name: &str) -> u64 {
        self.frames.state(&format!("{}.{name}", self.unit))
    }

    /// The state word of a register, by its short name.
    pub fn register(&self, short: &str) -> u64 {
        let name = self.frames.pmu.description.register_named(0, short);
        self.now(name.expect("the description has no register with this short name"))
    }

    /// The value of a counter.
    pub fn count(&self, counter: usize) -> u64 {
        self.register(&format!("CTR{counter}"))
    }

    /// Executes a cycle with a write that must be accepted.
    pub fn write(&mut self, offset: u64, data: u64) {
        let address = self.base + offset;
        assert_eq!(self.frames.access(true, 1, 0, address, data), (0, 0), "write to {address:#x}");
    }

    /// Executes a cycle with a read that must be accepted.
    pub fn read(&mut self, offset: u64) -> u64 {
        let address = self.base + offset;
        let (error, data) = self.frames.access(false, 1, 0, address, 0);
        assert_eq!(error, 0, "read of {address:#x}");
        data
    }

    /// Sets a counter in two cycles, given the offset of its lower dword.
    pub fn preset(&mut self, offset: u64, value: u64) {
        self.write(offset + 4, value >> 32);
        self.write(offset, value & 0xFFFF_FFFF);
    }

    /// The increment of the next cycle in a counter with this selection.
    pub fn increment(&self, counter: usize, selection: u64) -> u64 {
        let mut bench = self.clone();
        bench.write(ctl(counter), EN | selection);
        let before = bench.count(counter);
        bench.frames.step();
        bench.count(counter) - before
    }

    /// The umask bits that make a counter increment when set alone.
    pub fn bits(&self, counter: usize, ev_sel: u64) -> u64 {
        let increments = |bit: &u32| self.increment(counter, event(ev_sel, 1 << bit)) != 0;
        (0..8).filter(increments).fold(0, |bits, bit| bits | 1 << bit)
    }

    /// The codes of 8 bits that make a counter increment together with the bits of `extra`.
    pub fn codes(&self, counter: usize, extra: u64) -> Vec<u64> {
        (0..256).filter(|&code| self.increment(counter, extra | event(code, 0xFF)) != 0).collect()
    }

    /// The codes in the event table that a counter may count, either with or without the extra select bit.
    pub fn listed(&self, counter: usize, extra: bool) -> Vec<u64> {
        let rows = self.frames.pmu.description.events.rows.iter();
        let rows = rows.filter(|row| row.may_count(counter) && (row.code > 0xFF) == extra);
        let mut codes: Vec<u64> = rows.map(|row| u64::from(row.code) & 0xFF).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
