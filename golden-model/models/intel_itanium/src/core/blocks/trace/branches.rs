//! Capture of branches for the trace buffer (3.3.10.1).

use super::super::monitor::{bit, bits, is_enabled, Psr};
use super::buffer::Entry;
use super::Inputs;

/// A retired branch, rfi, exception or failed chk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Branch {
    /// 0 IP-relative, 1 return, 2 indirect, 3 rfi, 4 exception, 5 failed chk.
    pub kind: u64,
    pub taken: bool,
    pub path_mispredicted: bool,
    pub target_mispredicted: bool,
    /// Mispredicted in the back end, with a flush.
    pub flushed: bool,
    /// IP of the window, bits 63:4.
    pub ip: u64,
    /// In the second bundle of the window.
    pub second: bool,
    pub slot: u64,
    /// IP of the target, bits 63:4, if known.
    pub target: Option<u64>,
    /// Combined tag of channel 0.
    pub tag: bool,
}

impl Branch {
    /// Whether it is an rfi, exception or failed chk, captured as a taken branch with a mispredicted path.
    fn is_other(&self) -> bool {
        self.kind >= 3
    }

    fn is_taken(&self) -> bool {
        self.taken || self.is_other()
    }

    fn is_mispredicted(&self) -> bool {
        self.path_mispredicted || self.target_mispredicted || self.flushed || self.is_other()
    }
}

/// A target that is written in the cycle after its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Branches {
    pub pending: bool,
    /// The last pending target, bits 63:4.
    pub target: u64,
}

/// Entries that a cycle writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CapturedBranch {
    /// A source was captured.
    pub captured: bool,
    /// The entries of a target and of a source, in this order.
    pub entries: [Option<Entry>; 2],
}

impl Branches {
    /// Whether the pending target is the IP of the next source, so that it makes no separate entry.
    pub fn merges(&self, source: &Branch) -> bool {
        source.ip == self.target
    }

    pub(super) fn step(&mut self, pmc39: u64, is_etb: bool, inputs: &Inputs) -> CapturedBranch {
        if !is_etb {
            self.pending = false;
            return CapturedBranch::default();
        }
        let runs = !inputs.frozen && is_on(pmc39, inputs.psr);
        let source = inputs.branch.filter(|branch| runs && !inputs.psr.is && selects(pmc39, branch));
        let merged = source.is_some_and(|source| self.merges(&source));
        let target = (self.pending && !merged).then_some(Entry { value: self.target << 4 | 0b0010, extension: 0 });
        self.pending = false;
        if let Some(target) = source.and_then(|source| target_of(pmc39, &source)) {
            (self.pending, self.target) = (true, target);
        }
        CapturedBranch { captured: source.is_some(), entries: [target, source.map(|source| entry(&source))] }
    }
}

fn entry(source: &Branch) -> Entry {
    let slot = if source.is_taken() { source.slot } else { 3 };
    Entry {
        value: source.ip << 4 | slot << 2 | u64::from(source.is_mispredicted()) << 1 | 1,
        extension: u64::from(source.flushed) << 1 | u64::from(source.second),
    }
}

/// Whether a configuration enables the capture, regardless of a freeze.
pub(super) fn is_on(pmc39: u64, psr: Psr) -> bool {
    is_enabled(bits(pmc39, 3, 0), bit(pmc39, 6), psr)
}

/// Whether a configuration selects a branch, by the equation of 3.3.10.1.1.
pub(super) fn selects(pmc39: u64, branch: &Branch) -> bool {
    let [brt, ppm, ptm, tm] = [14, 12, 10, 8].map(|low| bits(pmc39, low + 1, low));
    let path_missed = branch.path_mispredicted || branch.is_other();
    // A mispredicted path has no target prediction (IPF-A77).
    let target_missed = branch.target_mispredicted && !path_missed;
    let accepts = |field: u64, high: bool| bit(field, u32::from(high));
    let kind = brt == 0 || !branch.is_other() && brt == branch.kind + 1;
    branch.tag
        && !bit(pmc39, 7)
        && kind
        && accepts(tm, branch.is_taken())
        && accepts(ptm, !target_missed)
        && accepts(ppm, !path_missed)
        && !(ptm == 1 && ppm == 1)
}

/// Returns the target that a source makes pending for the next cycle.
pub(super) fn target_of(pmc39: u64, source: &Branch) -> Option<u64> {
    let dropped = bit(pmc39, 4) && bits(pmc39, 9, 8) == 2 && bits(pmc39, 15, 14) == 0 && source.kind == 0;
    source.target.filter(|_| source.is_taken() && !dropped)
}

#[cfg(test)]
mod tests {
    use super::super::super::monitor::Psr;
    use super::*;

    const ALL: u64 = 0x3F01;

    fn on(branch: Option<Branch>) -> Inputs {
        let psr = Psr { up: true, ..Psr::default() };
        Inputs { psr, branch, ..Inputs::default() }
    }

    fn taken(ip: u64, target: Option<u64>) -> Option<Branch> {
        Some(Branch { taken: true, ip, target, slot: 1, tag: true, ..Branch::default() })
    }

    fn values(captured_branch: CapturedBranch) -> Vec<u64> {
        captured_branch.entries.into_iter().flatten().map(|entry| entry.value).collect()
    }

    #[test]
    fn target_is_written_after_its_source_or_merged() {
        let mut branches = Branches::default();
        assert_eq!(values(branches.step(ALL, true, &on(taken(0x10, Some(0x20))))), [0x105]);
        assert_eq!(values(branches.step(ALL, true, &on(None))), [0x202]);
        branches.step(ALL, true, &on(taken(0x10, Some(0x20))));
        assert_eq!(values(branches.step(ALL, true, &on(taken(0x20, Some(0x30))))), [0x205]);
        assert_eq!(values(branches.step(ALL, true, &on(taken(0x40, None)))), [0x302, 0x405]);
        assert!(!branches.pending);
    }

    #[test]
    fn another_mode_drops_the_target() {
        let mut branches = Branches::default();
        branches.step(ALL, true, &on(taken(0x10, Some(0x20))));
        assert!(values(branches.step(ALL, false, &on(None))).is_empty());
        assert!(values(branches.step(ALL, true, &on(None))).is_empty());
    }

    #[test]
    fn rfi_exception_and_failed_chk_are_captured_as_mispredicted() {
        for kind in 3..6 {
            let source = Branch { kind, tag: true, ip: 1, ..Branch::default() };
            let captured_branch = Branches::default().step(ALL, true, &on(Some(source)));
            assert_eq!(values(captured_branch), [0x13]);
            assert!(!Branches::default().step(ALL | 1 << 14, true, &on(Some(source))).captured);
            assert!(!Branches::default().step(ALL & !(1 << 12), true, &on(Some(source))).captured);
        }
    }
}
