//! The state of the PCU and its update in each cycle.

use super::bands::Bands;
use super::events::{Event, OccupancyCompare, Pin, Pins, STORED};
use super::registers::{CState, Register, COUNTERS, WIDTH};
use super::residency::Residency;
use crate::collisions::CollisionCoverage;
use crate::pmus::intel_ivt::common::{
    has, ActiveCauses, Bank, BankInputs, BoxCtl, BoxSites, Broadcasts, CountResult, CounterSet, FreezeLatch, Lines,
    StartState, StatusSource,
};

/// The counters of the PCU with their control registers and status.
pub(super) type PcuBank = Bank<COUNTERS, WIDTH, OccupancyCompare>;

/// The state of the PCU.
#[derive(Clone)]
pub(super) struct Pcu {
    bank: PcuBank,
    /// The events that the control registers select.
    events: [Event; COUNTERS],
    /// The counters whose selected event is not listed.
    refused: CounterSet,
    bands: Bands,
    residency: Residency,
    /// The box freeze.
    frz: bool,
    latch: FreezeLatch,
}

impl Pcu {
    /// The state after reset.
    pub fn new() -> Self {
        let mut pcu = Self {
            bank: Bank::new(),
            events: [Event::Lines(Lines::Nothing); COUNTERS],
            refused: 0,
            bands: Bands::default(),
            residency: Residency::default(),
            frz: false,
            latch: FreezeLatch::default(),
        };
        (0..COUNTERS).for_each(|counter| pcu.select(counter));
        pcu
    }

    /// Counters, control registers and status.
    #[inline]
    pub fn bank(&self) -> &PcuBank {
        &self.bank
    }

    /// Filter and band flags.
    #[inline]
    pub fn bands(&self) -> &Bands {
        &self.bands
    }

    /// The residency count of a state.
    #[inline]
    pub fn residency(&self, state: CState) -> u64 {
        self.residency.count(state)
    }

    /// The box freeze.
    #[inline]
    pub fn frz(&self) -> bool {
        self.frz
    }

    /// The global freeze latch.
    #[inline]
    pub fn latch(&self) -> FreezeLatch {
        self.latch
    }

    /// The overflow message to the U-Box.
    #[inline]
    pub fn ovf_msg(&self) -> bool {
        self.bank.status().message()
    }

    /// The value that software reads.
    pub fn read(&self, register: Register) -> u64 {
        match register {
            Register::BoxCtl => 0,
            Register::Bank(register) => self.bank.read(register),
            Register::Filter => self.bands.filter().into(),
            Register::Residency(state) => self.residency(state),
        }
    }

    /// Executes a cycle with an optional register write.
    ///
    /// `requested` are the refused counters that event coverage asks for.
    #[inline]
    pub fn step(
        &mut self,
        (pins, frame): (&Pins, &[u64]),
        broadcasts: Broadcasts,
        written: Option<(Register, u64)>,
        requested: CounterSet,
    ) -> CountResult {
        let terms = BankInputs {
            frozen: self.frz || self.latch.frozen(),
            status_source: StatusSource::Enabled,
            first_bit: 0,
            also_set: 0,
            written: match written {
                Some((Register::Bank(register), data)) => Some((register, data)),
                _ => None,
            },
            reset: matches!(written, Some((Register::BoxCtl, data)) if BoxCtl(data).resets_counters()),
            refused: self.refused,
            requested,
        };
        self.latch.step(self.ovf_msg(), broadcasts);
        let level = |pin: Pin| pins.level(pin, frame);
        let Self { bank, events, bands, .. } = self;
        let mut result = bank.step(terms, |counter| events[counter].raw(bands, level));
        let residency = match written {
            Some((Register::Residency(state), data)) => Some((state, data)),
            _ => None,
        };
        self.residency.step(level(Pin::CoreCst), residency);
        if level(Pin::GvDone) != 0 {
            self.bands.compare(level(Pin::Ratio));
        }
        // Writes take effect last: the cycle of a write counts and compares with the
        // previous configuration (IVT-R04).
        if let Some((register, data)) = written {
            result.selected = self.write(register, data);
            (0..COUNTERS).filter(|&counter| has(result.selected, counter)).for_each(|counter| self.select(counter));
        }
        result
    }

    /// Records the collisions of a cycle; call it before the cycle is executed.
    pub fn record(
        &self,
        (pins, frame): (&Pins, &[u64]),
        acts: ActiveCauses,
        sites: &BoxSites,
        collisions: &mut CollisionCoverage,
    ) {
        if !(acts.is_rare() || self.ovf_msg()) {
            return;
        }
        let (bank, frz, latch) = (&self.bank, self.frz, self.latch.frozen());
        let level = |pin: Pin| pins.level(pin, frame);
        let raw = |counter: usize| (!has(self.refused, counter)).then(|| self.events[counter].raw(&self.bands, level));
        let before = StartState { bank, frz, latch, stored: STORED, status_bit: 0, source: StatusSource::Enabled };
        sites.record(&before, acts, raw, collisions);
    }

    /// Stores a write; returns the counters with a new control register.
    fn write(&mut self, register: Register, data: u64) -> CounterSet {
        match register {
            Register::BoxCtl => {
                self.frz = BoxCtl(data).freezes();
                return self.bank.reset(BoxCtl(data));
            }
            Register::Filter => self.bands.write(data),
            // Already written by the residency counters in this cycle.
            Register::Residency(_) => {}
            Register::Bank(register) => {
                self.bank.write(register, data, STORED);
                return register.selected();
            }
        }
        0
    }

    /// Updates the event of a counter from its control register.
    fn select(&mut self, counter: usize) {
        let event = Event::new(self.bank.control(counter));
        let refused = event == Event::Lines(Lines::Nothing);
        self.events[counter] = event;
        self.refused = self.refused & !(1 << counter) | CounterSet::from(refused) << counter;
    }
}
