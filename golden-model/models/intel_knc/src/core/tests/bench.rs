//! A test bench: a model with named inputs.

use super::super::Knc;
use golden_model_common::test_bench::TestBench;
use golden_model_core::{Bits, Pmu};
use std::ops::{Deref, DerefMut};

/// Counter enable, IA32_PerfEvtSel bit 22.
pub const EN: u64 = 1 << 22;
/// Count at ring 0, bit 17.
pub const OS: u64 = 1 << 17;
/// Count at rings 1 to 3, bit 16.
pub const USR: u64 = 1 << 16;
/// Edge detect, bit 18.
pub const E: u64 = 1 << 18;
/// Interrupt on overflow, bit 20.
pub const INT: u64 = 1 << 20;
/// Thread count mode, bit 21.
pub const TCM: u64 = 1 << 21;
/// Invert the comparison, bit 23.
pub const INV: u64 = 1 << 23;
/// Enabled at every ring.
pub const ON: u64 = EN | OS | USR;
/// Largest value of a counter.
pub const MAX: u64 = 0xFF_FFFF_FFFF;
/// USER_PREF, PERF_SPFLT_CONTROL bit 63.
pub const USER_PREF: u64 = 1 << 63;

/// VPU_ELEMENTS_ACTIVE, EVENT and UMASK: caused by a thread, any number in a cycle.
pub const ELEMENTS: u64 = 0x2018;
/// BRANCHES: caused by a thread.
pub const BRANCHES: u64 = 0x0012;
/// SNP_HIT_L2: caused by no thread.
pub const SNOOPS: u64 = 0x10E6;
/// L2_VICTIM_REQ_WITH_DATA: caused by no thread.
pub const VICTIMS: u64 = 0x10D7;

/// Spaces of the register port.
pub const MSR: u64 = 0;
pub const RDPMC: u64 = 1;
pub const RDTSC: u64 = 2;
pub const SPFLT: u64 = 3;

/// MSR numbers.
pub const TSC: u64 = 0x10;
pub const CNT: [u64; 2] = [0x20, 0x21];
pub const SEL: [u64; 2] = [0x28, 0x29];
pub const SPFLT_CONTROL: u64 = 0x2C;
pub const STATUS: u64 = 0x2D;
pub const OVF_CTRL: u64 = 0x2E;
pub const GLOBAL_CTRL: u64 = 0x2F;

/// CMASK, bits 31:24.
pub fn cmask(threshold: u64) -> u64 {
    threshold << 24
}

fn positions(pmu: &Pmu) -> Vec<[Bits; 4]> {
    let description = &pmu.description;
    let position = |line: usize, unit: &str| {
        description.events.line_bits(line, description.unit(unit).expect("the description has no such unit"))
    };
    let of = |line: usize, thread: usize| {
        let position = position(line, "core").or_else(|| position(line, &format!("thread{thread}")));
        pmu.in_frame(position.expect("the unit has no such event line"))
    };
    let lines = 0..description.events.lines.len();
    lines.map(|line| std::array::from_fn(|thread| of(line, thread))).collect()
}

/// A model under test.
pub(super) struct Bench {
    frames: TestBench<Knc>,
    /// Positions of each line in the four threads; all equal for an event without a thread.
    positions: Vec<[Bits; 4]>,
}

impl Deref for Bench {
    type Target = TestBench<Knc>;

    fn deref(&self) -> &Self::Target {
        &self.frames
    }
}

impl DerefMut for Bench {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.frames
    }
}

impl Bench {
    /// Creates a model after reset with all inputs 0.
    pub fn new() -> Self {
        let frames = TestBench::new("knc", Knc::new);
        Self { positions: positions(&frames.pmu), frames }
    }

    /// Creates a model with this select register in counter 0 of thread 0 and all
    /// counters globally enabled.
    pub fn counting(select: u64) -> Self {
        let mut bench = Self::new();
        for thread in 0..4 {
            bench.write(thread, GLOBAL_CTRL, 3);
        }
        bench.write(0, SEL[0], select);
        bench
    }

    /// Sets the rings of threads 0 to 3.
    pub fn cpl(&mut self, rings: [u64; 4]) {
        for (thread, ring) in rings.into_iter().enumerate() {
            self.set(&format!("thread{thread}.cpl"), ring);
        }
    }

    /// Sets the line of an event, given as EVENT and UMASK, in a thread; an event
    /// without a thread has one line.
    pub fn line(&mut self, thread: usize, select: u64, occurrences: u64) {
        let line = format!("{:#04x}:{:#04x}", select & 0xFF, select >> 8);
        let line = self.pmu.description.events.find_line(&line).unwrap_or_else(|| panic!("no line {line}"));
        self.numbered_line(thread, line, occurrences);
    }

    /// Sets the line at this position in the catalogue.
    pub fn numbered_line(&mut self, thread: usize, line: usize, occurrences: u64) {
        self.positions[line][thread].set(&mut self.frames.inputs, occurrences);
    }

    /// Sets all event lines to the same level.
    pub fn all_lines(&mut self, occurrences: u64) {
        for line in 0..self.pmu.description.events.lines.len() {
            (0..4).for_each(|thread| self.numbered_line(thread, line, occurrences));
        }
    }

    /// Sets the lines of an event in threads 0 to 3.
    pub fn lines(&mut self, select: u64, occurrences: [u64; 4]) {
        for (thread, level) in occurrences.into_iter().enumerate() {
            self.line(thread, select, level);
        }
    }

    /// Executes a cycle with a WRMSR that must be accepted.
    pub fn write(&mut self, thread: u64, msr: u64, data: u64) {
        assert_eq!(self.access(true, MSR, thread, msr, data), (0, 0));
    }

    /// Executes a cycle with an RDMSR that must be accepted.
    pub fn read(&mut self, thread: u64, msr: u64) -> u64 {
        let (error, data) = self.access(false, MSR, thread, msr, 0);
        assert_eq!(error, 0);
        data
    }

    /// Executes a cycle with an SPFLT.
    pub fn spflt(&mut self, thread: u64, data: u64) {
        assert_eq!(self.access(true, SPFLT, thread, 0, data), (0, 0));
    }

    /// IA32_PerfCnt at the start of the next cycle.
    pub fn count(&self, thread: usize, index: usize) -> u64 {
        self.state(&format!("thread{thread}.IA32_PerfCnt{index}"))
    }

    /// All counters at the start of the next cycle, in the order of the threads.
    pub fn counts(&self) -> [u64; 8] {
        std::array::from_fn(|counter| self.count(counter / 2, counter % 2))
    }

    /// IA32_PERF_GLOBAL_STATUS of threads 0 to 3 at the start of the next cycle.
    pub fn status(&self) -> [u64; 4] {
        [0, 1, 2, 3].map(|thread| self.state(&format!("thread{thread}.IA32_PERF_GLOBAL_STATUS")))
    }

    /// The interrupt lines of threads 0 to 3 in the next cycle.
    pub fn pmi(&self) -> [u64; 4] {
        [0, 1, 2, 3].map(|thread| self.state(&format!("thread{thread}.pmi")))
    }

    /// Counter 0 of thread 0 after each cycle of a sequence of levels of an event's line in thread 0.
    pub fn train(&mut self, select: u64, levels: &[u64]) -> Vec<u64> {
        let after = |bench: &mut Self, &level: &u64| {
            bench.line(0, select, level);
            bench.step();
            bench.count(0, 0)
        };
        levels.iter().map(|level| after(self, level)).collect()
    }
}
