//! A test bench: the U-Box with named registers and inputs.

use super::super::model::UBoxModel;
pub(super) use crate::common::tests::fields::{event, thresh, EDGE, EN, MAX, OV_EN, RST};
use golden_model_common::test_bench::TestBench;

/// MSR numbers.
pub const GLOBAL_CTL: u64 = 0xC00;
pub const GLOBAL_STATUS: u64 = 0xC01;
pub const GLOBAL_CONFIG: u64 = 0xC06;
pub const FIXED_CTL: u64 = 0xC08;
pub const FIXED_CTR: u64 = 0xC09;
pub const BOX_STATUS: u64 = 0xC15;

/// Fields of GLOBAL_CTL.
pub const FRZ_ALL: u64 = 1 << 31;
pub const WK_ON_PMI: u64 = 1 << 30;
pub const UNFRZ_ALL: u64 = 1 << 29;

/// MSR number of a control register.
pub fn ctl(counter: usize) -> u64 {
    0xC10 + counter as u64
}

/// MSR number of a counter.
pub fn ctr(counter: usize) -> u64 {
    0xC16 + counter as u64
}

/// An event that occurs in every cycle of [`Bench::locking`].
pub const LOCKS: u64 = 0x44;

/// A U-Box under test.
#[derive(Clone)]
pub struct Bench {
    pub frames: TestBench<UBoxModel>,
}

impl Bench {
    /// Creates a U-Box after reset with all inputs 0.
    pub fn new() -> Self {
        Self { frames: TestBench::new("ivt_ubox", UBoxModel::new) }
    }

    /// Creates a U-Box in which a lock sequence starts in every cycle.
    pub fn locking() -> Self {
        let mut bench = Self::new();
        bench.set("evt_lock", 1);
        bench
    }

    /// Sets an input, named without its unit.
    pub fn set(&mut self, name: &str, level: u64) {
        self.frames.set(&format!("ubox.{name}"), level);
    }

    /// Executes a cycle with an input that is otherwise 0.
    pub fn pulse(&mut self, name: &str, level: u64) {
        self.set(name, level);
        self.frames.step();
        self.set(name, 0);
    }

    /// An output or state word at the start of the next cycle, named without its unit.
    pub fn now(&self, name: &str) -> u64 {
        self.frames.state(&format!("ubox.{name}"))
    }

    /// Several outputs or state words at the start of the next cycle.
    pub fn all<const N: usize>(&self, names: [&str; N]) -> [u64; N] {
        names.map(|name| self.now(name))
    }

    /// Several outputs or state words in each of the next cycles.
    pub fn times<const N: usize>(&mut self, names: [&str; N], cycles: usize) -> Vec<[u64; N]> {
        let one = |bench: &mut Self| {
            let values = bench.all(names);
            bench.frames.step();
            values
        };
        (0..cycles).map(|_| one(self)).collect()
    }

    /// Counter 0 and counter 1 at the start of the next cycle.
    pub fn counts(&self) -> [u64; 2] {
        self.all(["U_MSR_PMON_CTR0", "U_MSR_PMON_CTR1"])
    }
}
