//! The architectural state (section 2.3), and the value of each register.

use super::location::{Enable, Interrupt, Level, Location};
use super::mode::Inhibits;
use super::parameters::{Parameters, COUNTERS};

/// Position of LCOFIP and LCOFIE in the interrupt registers.
pub(super) const LCOFI: u32 = 13;

/// Position of OF in `mhpmevent`.
pub(super) const OF: u32 = 63;

/// The state. Arrays and sets of bits are indexed by the number of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// `mcycle` (0), `minstret` (2) and the hpm counters.
    pub counts: [u64; COUNTERS],
    /// The selectors of `mhpmevent`.
    pub selectors: [u64; COUNTERS],
    /// The xINH bits of `mcyclecfg` (0), `minstretcfg` (2) and `mhpmevent`.
    pub inhibits: [Inhibits; COUNTERS],
    /// OF of `mhpmevent`.
    pub overflowed: u32,
    pub mcountinhibit: u32,
    pub mcounteren: u32,
    pub scounteren: u32,
    pub hcounteren: u32,
    /// 12 bits.
    pub siselect: u16,
    /// 12 bits.
    pub vsiselect: u16,
    pub lcofip: bool,
    pub lcofie: bool,
    /// A request that reaches LCOFIP in this cycle, with `lcofi_delay`.
    pub lcofi_request: bool,
}

/// Delegation of the overflow interrupt, from the inputs of a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delegation {
    /// `mideleg_lcofi`.
    pub mideleg: bool,
    /// `hideleg_lcofi`.
    pub hideleg: bool,
}

impl Delegation {
    /// Whether bit 13 of the interrupt registers of a level is that of `mip` and `mie` (RVHPM-R106, R107).
    #[inline]
    pub fn reaches(self, level: Level) -> bool {
        match level {
            Level::Machine => true,
            Level::Supervisor => self.mideleg,
            Level::VirtualSupervisor => self.mideleg && self.hideleg,
        }
    }
}

impl State {
    /// The state after reset (RVHPM-R143).
    pub fn new(parameters: &Parameters) -> Self {
        let fixed = |counter| parameters.fixed_selector(counter).filter(|_| parameters.implements(counter));
        Self {
            counts: [0; COUNTERS],
            selectors: std::array::from_fn(|counter| fixed(counter).unwrap_or(0)),
            inhibits: [Inhibits::default(); COUNTERS],
            overflowed: 0,
            mcountinhibit: if parameters.mcountinhibit { parameters.mcountinhibit_rst } else { 0 },
            mcounteren: 0,
            scounteren: 0,
            hcounteren: 0,
            siselect: 0,
            vsiselect: 0,
            lcofip: false,
            lcofie: false,
            lcofi_request: false,
        }
    }

    /// OF of a counter.
    #[inline]
    pub fn of(&self, counter: usize) -> bool {
        self.overflowed >> counter & 1 != 0
    }

    /// `mhpmevent`, `mcyclecfg` or `minstretcfg` of a counter, 64 bits.
    pub fn configuration(&self, counter: usize) -> u64 {
        u64::from(self.of(counter)) << OF | self.inhibits[counter].to_register() | self.selectors[counter]
    }

    /// A counter-enable register.
    #[inline]
    pub fn enable(&self, enable: Enable) -> u32 {
        match enable {
            Enable::Mcounteren => self.mcounteren,
            Enable::Scounteren => self.scounteren,
            Enable::Hcounteren => self.hcounteren,
        }
    }

    /// The value that a read returns (RVHPM-R131).
    pub fn read(&self, location: Location, delegation: Delegation) -> u64 {
        match location {
            Location::Counter { counter, part } => part.read(self.counts[counter]),
            Location::Configuration { counter, part, hides_minh } => {
                let minh = if hides_minh { Inhibits::MINH.to_register() } else { 0 };
                part.read(self.configuration(counter) & !minh)
            }
            Location::CountInhibit => self.mcountinhibit.into(),
            Location::DelegatedInhibit => (self.mcountinhibit & self.mcounteren).into(),
            Location::CounterEnable(enable) => self.enable(enable).into(),
            Location::CountOverflow { visible } => (self.overflowed & visible).into(),
            Location::Select => self.siselect.into(),
            Location::VirtualSelect => self.vsiselect.into(),
            Location::Interrupt(interrupt, level) => {
                let bit = match interrupt {
                    Interrupt::Pending => self.lcofip,
                    Interrupt::Enable => self.lcofie,
                };
                u64::from(bit && delegation.reaches(level)) << LCOFI
            }
        }
    }
}
