//! A test bench: a C-Box with named registers and inputs.

use super::super::CBoxModel;
pub(super) use crate::common::tests::fields::{event, thresh, EDGE, EN, MAX, OV_EN, RST, TID_EN};
use crate::common::StandaloneBox;
use golden_model_common::test_bench::TestBench;

/// MSR numbers of C-Box 0.
pub const BOX_CTL: u64 = 0xD04;
pub const FILTER: u64 = 0xD14;
pub const STATUS: u64 = 0xD15;
pub const FILTER1: u64 = 0xD1A;

/// MSR number of a control register of C-Box 0.
pub fn ctl(counter: usize) -> u64 {
    0xD10 + counter as u64
}

/// MSR number of a counter of C-Box 0.
pub fn ctr(counter: usize) -> u64 {
    0xD16 + counter as u64
}

/// Field `state` of BOX_FILTER.
pub fn state(mask: u64) -> u64 {
    mask << 17
}

/// Field `opc` of BOX_FILTER1.
pub fn opc(opcode: u64) -> u64 {
    opcode << 20
}

/// C-Box 0 under test, in the documented configuration unless a strap is set.
#[derive(Clone)]
pub struct Bench {
    pub frames: TestBench<StandaloneBox<CBoxModel>>,
}

impl Bench {
    /// Creates a C-Box after reset with all inputs 0.
    pub fn new() -> Self {
        Self { frames: TestBench::new("ivt_cbox", StandaloneBox::new) }
    }

    /// Sets an input or a field of one, named without its unit.
    pub fn set(&mut self, name: &str, level: u64) {
        self.frames.set(&format!("cbox.{name}"), level);
    }

    /// Sets several inputs.
    pub fn set_all(&mut self, levels: &[(&str, u64)]) {
        levels.iter().for_each(|&(name, level)| self.set(name, level));
    }

    /// An output or state word at the start of the next cycle, named without its unit.
    pub fn now(&self, name: &str) -> u64 {
        self.frames.state(&format!("cbox.{name}"))
    }

    /// A counter at the start of the next cycle.
    pub fn count(&self, counter: usize) -> u64 {
        self.now(&format!("Cn_MSR_PMON_CTR{counter}"))
    }

    /// All counters at the start of the next cycle.
    pub fn counts(&self) -> [u64; 4] {
        [0, 1, 2, 3].map(|counter| self.count(counter))
    }

    /// The increment of the next cycle in a counter with this selection.
    pub fn increment(&self, counter: usize, selection: u64) -> u64 {
        let mut bench = self.clone();
        bench.frames.write(ctl(counter), EN | selection);
        let before = bench.count(counter);
        bench.frames.step();
        bench.count(counter) - before
    }

    /// The umask bits that make a counter increment when set alone.
    pub fn bits(&self, counter: usize, ev_sel: u64) -> u64 {
        let increments = |bit: &u32| self.increment(counter, event(ev_sel, 1 << bit)) != 0;
        (0..8).filter(increments).fold(0, |bits, bit| bits | 1 << bit)
    }
}
