//! A test bench: a model with named inputs.

use super::super::K8;
use golden_model_common::test_bench::TestBench;
use std::ops::{Deref, DerefMut};

/// Counter enable, PerfEvtSel bit 22.
pub const EN: u64 = 1 << 22;
/// Count at CPL 0, bit 17.
pub const OS: u64 = 1 << 17;
/// Count at CPL 1 to 3, bit 16.
pub const USR: u64 = 1 << 16;
/// Edge detect, bit 18.
pub const E: u64 = 1 << 18;
/// Pin control, bit 19.
pub const PC: u64 = 1 << 19;
/// Interrupt on overflow, bit 20.
pub const INT: u64 = 1 << 20;
/// Invert counter mask, bit 23.
pub const INV: u64 = 1 << 23;
/// Enabled at every privilege level.
pub const ON: u64 = EN | OS | USR;
/// Largest value of a counter.
pub const MAX: u64 = 0xFFFF_FFFF_FFFF;

/// Retired Instructions: no mask table, up to 3 in a cycle, not a northbridge event.
pub const RETIRED: u64 = 0xC0;
/// The line of [`RETIRED`].
pub const RETIRED_LINE: &str = "0xC0";

/// The MSR space and the RDPMC space of the register port.
pub const MSR: u64 = 0;
pub const RDPMC: u64 = 1;
/// The unit number that addresses both cores.
pub const BROADCAST: u64 = 255;

/// UNIT_MASK, bits 15:8.
pub fn unit_mask(mask: u64) -> u64 {
    mask << 8
}

/// CNT_MASK, bits 31:24.
pub fn cnt_mask(threshold: u64) -> u64 {
    threshold << 24
}

/// MSR number of PerfEvtSel0-3.
pub fn evtsel(index: usize) -> u64 {
    0xC001_0000 + index as u64
}

/// MSR number of PerfCtr0-3.
pub fn ctr(index: usize) -> u64 {
    0xC001_0004 + index as u64
}

/// A model under test.
pub(super) struct Bench(TestBench<K8>);

impl Deref for Bench {
    type Target = TestBench<K8>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Bench {
    /// Creates a model after reset with all inputs 0.
    pub fn new() -> Self {
        Self(TestBench::new("k8", K8::new))
    }

    /// Sets an event line of a core, by name or by code and mask such as `0xE9:0xA8`.
    pub fn line(&mut self, core: usize, line: &str, occurrences: u64) {
        let events = &self.pmu.description.events;
        let line = events.find_line(line).unwrap_or_else(|| panic!("no line {line}"));
        self.numbered_line(core, line, occurrences);
    }

    /// Sets all event lines of a core, in the order of the catalogue.
    pub fn lines(&mut self, core: usize, levels: impl IntoIterator<Item = u64>) {
        for (line, level) in (0..self.pmu.description.events.lines.len()).zip(levels) {
            self.numbered_line(core, line, level);
        }
    }

    fn numbered_line(&mut self, core: usize, line: usize, occurrences: u64) {
        let position =
            self.pmu.description.events.line_bits(line, core).expect("every core must have every event line");
        let position = self.pmu.in_frame(position);
        position.set(&mut self.inputs, occurrences);
    }

    /// Sets all event lines of a core to the same level.
    pub fn all_lines(&mut self, core: usize, occurrences: u64) {
        self.lines(core, std::iter::repeat(occurrences));
    }

    /// Executes a cycle with a WRMSR that must be accepted.
    pub fn write(&mut self, unit: u64, msr: u64, data: u64) {
        assert_eq!(self.access(true, MSR, unit, msr, data), (0, 0));
    }

    /// Executes a cycle with an RDMSR that must be accepted.
    pub fn read(&mut self, unit: u64, msr: u64) -> u64 {
        let (error, data) = self.access(false, MSR, unit, msr, 0);
        assert_eq!(error, 0);
        data
    }

    /// PerfCtr at the start of the next cycle.
    pub fn count(&self, core: usize, index: usize) -> u64 {
        self.state(&format!("core{core}.PerfCtr{index}"))
    }

    /// PerfCtr0 of core 0 after each cycle of a sequence of levels of one line.
    pub fn train(&mut self, line: &str, levels: &[u64]) -> Vec<u64> {
        let after = |bench: &mut Self, &level: &u64| {
            bench.line(0, line, level);
            bench.step();
            bench.count(0, 0)
        };
        levels.iter().map(|level| after(self, level)).collect()
    }
}
