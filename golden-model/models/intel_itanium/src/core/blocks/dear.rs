//! The data event address register (EAR, 3.3.9).

use super::monitor::{bit, bits, is_enabled, Psr};
use super::Write;
use crate::core::registers::Register;

/// Location of a memory instruction, and the address that it accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoadSite {
    /// Data address.
    pub va: u64,
    /// IP of its dispersal window, bits 63:4.
    pub ip: u64,
    /// The IP is valid.
    pub ip_valid: bool,
    /// It is in the second bundle.
    pub second: bool,
    /// Its slot, 2 bits.
    pub slot: u64,
}

/// A load that can miss L1D is issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Issue {
    pub site: LoadSite,
    /// Unique among the loads in flight, 4 bits.
    pub id: u64,
    /// Data qualification.
    pub qualified: bool,
}

/// A load is resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resolution {
    pub id: u64,
    pub miss: bool,
    /// Latency in cycles, 16 bits.
    pub latency: u64,
}

/// A miss of the DTLB or the ALAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Miss {
    pub site: LoadSite,
    pub alat: bool,
    /// TLB: 1 hit in the L2 DTLB, 2 hit in the VHPT, 3 fault.
    pub kind: u64,
    pub qualified: bool,
}

/// Transactions of loads in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoadTransactions {
    pub issue: Option<Issue>,
    pub resolution: Option<Resolution>,
    pub miss: Option<Miss>,
}

/// PMC40, PMD32, PMD33 and PMD36, and the tracker of loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataEar {
    pub pmc40: u64,
    pub pmd32: u64,
    pub pmd33: u64,
    pub pmd36: u64,
    /// A load is tracked.
    pub busy: bool,
    /// Id of the last tracked load.
    pub id: u64,
    pub tracked: LoadSite,
    /// Selects the candidates to track.
    pub lfsr: u64,
    /// Cycles until a miss can be captured again.
    pub hold: u64,
}

impl Default for DataEar {
    fn default() -> Self {
        let (id, tracked) = (0, LoadSite::default());
        Self { pmc40: 0, pmd32: 0, pmd33: 0, pmd36: 0, busy: false, id, tracked, lfsr: 0xACE1, hold: 0 }
    }
}

const PMC40: u64 = 0x030F_01CF;
const PMD33: u64 = 0xFFFF;
/// Cycles after a captured miss in which no other miss is captured.
const HOLD: u64 = 6;

impl DataEar {
    /// Whether its monitor is privileged.
    pub fn pm(&self) -> bool {
        bit(self.pmc40, 6)
    }

    /// Updates the state at the end of a cycle. Returns whether a miss is captured.
    pub fn step(&mut self, frozen: bool, psr: Psr, loads: &LoadTransactions, write: Option<Write>) -> bool {
        let runs = !frozen && Self::is_on(self.pmc40, psr);
        let load = self.track(runs && self.tracks(), loads);
        let miss = loads.miss.filter(|miss| runs && Self::selects(self.pmc40, miss));
        let captured = load.or_else(|| miss.map(|miss| self.captured(&miss)));
        if let Some((site, va, status)) = captured {
            self.pmd32 = va;
            self.pmd33 = status;
            let vl = site.ip << 4 | 8 | u64::from(site.second) << 2 | site.slot;
            self.pmd36 = if site.ip_valid { vl } else { 0 };
        }
        match write {
            Some(Write { register: Register::Pmc(40), data }) => self.pmc40 = data & PMC40,
            Some(Write { register: Register::Pmd(32), data }) => self.pmd32 = data,
            Some(Write { register: Register::Pmd(33), data }) => self.pmd33 = data & PMD33,
            Some(Write { register: Register::Pmd(36), data }) => self.pmd36 = data,
            _ => {}
        }
        captured.is_some()
    }

    /// Updates the tracked load. Returns the capture, if it resolves as a qualifying miss (3.3.9.1, IPF-A72).
    fn track(&mut self, runs: bool, loads: &LoadTransactions) -> Option<(LoadSite, u64, u64)> {
        let resolved = loads.resolution.filter(|resolution| self.ends(resolution));
        let missed = resolved.filter(|resolution| {
            let long_enough = reaches(bits(self.pmc40, 19, 16), resolution.latency);
            runs && resolution.miss && long_enough && self.hold == 0
        });
        let captured = missed.map(|Resolution { latency, .. }| {
            let status = latency & 0x1FFF | u64::from(latency >= 8192) << 13 | 1 << 14;
            (self.tracked, self.tracked.va, status)
        });
        let candidate = loads.issue.filter(|issue| !self.busy && runs && issue.qualified);
        self.busy &= runs && resolved.is_none();
        if let Some(issue) = candidate {
            if self.picks() {
                (self.busy, self.id, self.tracked) = (true, issue.id, issue.site);
            }
            self.lfsr = (self.lfsr >> 1) ^ ((self.lfsr & 1) * 0xB400);
        }
        self.hold = if captured.is_some() { HOLD } else { self.hold.saturating_sub(1) };
        captured
    }

    /// Whether it is configured for loads, which it tracks.
    pub fn tracks(&self) -> bool {
        bits(self.pmc40, 8, 7) == 0
    }

    /// Whether a resolution is that of the tracked load.
    pub fn ends(&self, resolution: &Resolution) -> bool {
        self.busy && resolution.id == self.id
    }

    /// Whether the next candidate is tracked.
    pub fn picks(&self) -> bool {
        bit(self.lfsr, 0)
    }

    /// Whether a configuration enables the EAR, regardless of a freeze.
    pub fn is_on(pmc40: u64, psr: Psr) -> bool {
        bits(pmc40, 25, 24) == 2 && is_enabled(bits(pmc40, 3, 0), bit(pmc40, 6), psr)
    }

    /// Whether a configuration selects a miss of the DTLB or the ALAT (Tables 3-19 and 3-22).
    pub fn selects(pmc40: u64, miss: &Miss) -> bool {
        let is_selected = match bits(pmc40, 8, 7) {
            0 => false,
            1 => !miss.alat && miss.kind > 0 && bit(pmc40, 16 + miss.kind as u32),
            _ => miss.alat,
        };
        miss.qualified && is_selected
    }

    fn captured(&self, miss: &Miss) -> (LoadSite, u64, u64) {
        match miss.alat {
            true => (miss.site, 0, 1 << 14),
            false => (miss.site, miss.site.va, miss.kind << 14),
        }
    }
}

/// Whether a latency is at least the threshold of the code (Table 3-20, IPF-A73).
fn reaches(code: u64, latency: u64) -> bool {
    match code {
        0 => true,
        1..=10 => latency >= 4 << code,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ON: Psr = Psr { up: true, pp: false, sp: false, is: false, cpl: 0 };

    fn ear(mode: u64, umask: u64) -> DataEar {
        DataEar { pmc40: 0x0200_0001 | mode << 7 | umask << 16, ..DataEar::default() }
    }

    fn issue(id: u64) -> LoadTransactions {
        let site = LoadSite { va: 0x100 + id, ip: 0x40, ip_valid: true, second: true, slot: 1 };
        LoadTransactions { issue: Some(Issue { site, id, qualified: true }), ..LoadTransactions::default() }
    }

    fn resolve(id: u64, miss: bool, latency: u64) -> LoadTransactions {
        LoadTransactions { resolution: Some(Resolution { id, miss, latency }), ..LoadTransactions::default() }
    }

    #[test]
    fn lfsr_selects_the_tracked_loads() {
        let decisions = [1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0];
        let mut ear = ear(0, 0);
        for (load, picked) in decisions.into_iter().enumerate() {
            ear.step(false, ON, &issue(load as u64 & 15), None);
            assert_eq!(ear.busy, picked == 1, "load {load}");
            ear.step(false, ON, &resolve(load as u64 & 15, false, 0), None);
            assert!(!ear.busy);
        }
        assert_eq!(ear.lfsr, 0xEA76 >> 1);
    }

    #[test]
    fn no_capture_for_six_cycles_after_a_capture() {
        for gap in 1..=8 {
            let mut ear = DataEar { busy: true, id: 3, ..ear(0, 0) };
            assert!(ear.step(false, ON, &resolve(3, true, 9), None));
            for _ in 1..gap {
                ear.step(false, ON, &LoadTransactions::default(), None);
            }
            ear.busy = true;
            assert_eq!(ear.step(false, ON, &resolve(3, true, 9), None), gap >= 7, "gap {gap}");
            assert!(!ear.busy);
        }
    }

    #[test]
    fn latency_thresholds_match_the_table() {
        for code in 0..16u64 {
            let least = [0, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].get(code as usize);
            assert_eq!(reaches(code, 0xFFFF), least.is_some());
            if let Some(&least) = least.filter(|&&least| least > 0) {
                assert!(reaches(code, least) && !reaches(code, least - 1));
            }
        }
    }

    #[test]
    fn captured_load_is_stored_in_the_registers() {
        let mut ear = ear(0, 0);
        ear.step(false, ON, &issue(5), None);
        assert!(ear.step(false, ON, &resolve(5, true, 0x2007), None));
        assert_eq!((ear.pmd32, ear.pmd33, ear.pmd36), (0x105, 0x6007, 0x40D));
    }
}
