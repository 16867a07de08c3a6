//! The trace buffer and its sources: branches (3.3.10.1) or retired IPs (3.3.10.2).

mod branches;
mod buffer;
mod retired;

pub(crate) use branches::Branch;
pub(crate) use buffer::Buffer;

use super::monitor::{bit, bits, Psr};
use super::Write;
use crate::core::registers::Register;
use branches::Branches;
use retired::Retired;

/// Inputs of a thread in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inputs {
    /// PMC0.fr.
    pub frozen: bool,
    pub psr: Psr,
    /// The thread owns the pipeline in this cycle and in the next.
    pub foreground: bool,
    pub branch: Option<Branch>,
    /// IP, bits 63:4, of the oldest bundle that retires.
    pub retired: Option<u64>,
    pub flush: bool,
}

/// PMC39, PMC42, PMD38, PMD39 and PMD48 to 63.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    pub pmc39: u64,
    pub pmc42: u64,
    pub buffer: Buffer,
    pub branches: Branches,
    pub retired: Retired,
}

const PMC39: u64 = 0xFFDF;
const PMC42: u64 = 0x7_FF4F;

impl Trace {
    /// Whether the monitor that owns the buffer is privileged (IPF-A11).
    pub fn pm(&self) -> bool {
        bit(if self.mode() == 0 { self.pmc39 } else { self.pmc42 }, 6)
    }

    pub fn mode(&self) -> u64 {
        bits(self.pmc42, 10, 8)
    }

    /// Whether the IP-EAR writes the entries.
    fn is_ip_ear(&self) -> bool {
        bit(self.pmc42, 10)
    }

    /// Returns PMD39 as read: other than in IP-EAR mode, an entry has two extension bits.
    pub fn extension(&self) -> u64 {
        self.buffer.extension & self.extension_bits()
    }

    /// Whether PMC39 enables the capture of branches, regardless of a freeze.
    pub fn is_on(pmc39: u64, psr: Psr) -> bool {
        branches::is_on(pmc39, psr)
    }

    /// Whether PMC39 selects a branch.
    pub fn selects(pmc39: u64, branch: &Branch) -> bool {
        branches::selects(pmc39, branch)
    }

    /// Returns the target, bits 63:4, that is written for a captured branch, if any.
    pub fn target(pmc39: u64, branch: &Branch) -> Option<u64> {
        branches::target_of(pmc39, branch)
    }

    fn extension_bits(&self) -> u64 {
        if self.is_ip_ear() {
            u64::MAX
        } else {
            0x3333_3333_3333_3333
        }
    }

    /// Updates the state at the end of a cycle. Returns whether it is counted as an event of the buffer.
    pub fn step(&mut self, inputs: &Inputs, write: Option<Write>) -> bool {
        let is_etb = self.mode() == 0;
        let source = self.branches.step(self.pmc39, is_etb, inputs);
        let entry = self.retired.step(self.pmc42, self.is_ip_ear(), inputs);
        let captured = source.captured || entry.is_some();
        self.buffer.step(source.entries.into_iter().chain([entry]).flatten(), write, self.extension_bits());
        match write {
            Some(Write { register: Register::Pmc(39), data }) => self.pmc39 = data & PMC39,
            Some(Write { register: Register::Pmc(42), data }) => self.pmc42 = data & PMC42,
            _ => {}
        }
        captured
    }
}
