//! The state of the PCU and its update in each cycle.

use super::bands::Bands;
use super::events::{Event, OccupancyCompare, Pin, Pins, STORED};
use super::registers::{CState, Register, COUNTERS, WIDTH};
use super::residency::Residency;
use crate::common::{
    has, ActiveCauses, Bank, BankInputs, BoxCtl, BoxEnables, BoxFreeze, BoxSites, Broadcasts, CountResult, CounterSet,
    Overflows, StartState, StatusSource,
};
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::Description;

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
    freeze: BoxFreeze,
    /// The overflows that set their status bit.
    source: StatusSource,
    /// Bit 7 of ev_sel qualifies an event (PCU-A04).
    qualifies: bool,
}

impl Pcu {
    /// The state after power-on.
    pub fn new(description: &Description) -> Self {
        let qualifies = description.chooses("PCU-A04", "occupancy-qualified");
        Self::with(BoxFreeze::new(BoxEnables::new(description)), StatusSource::new(description), qualifies)
    }

    /// Sets the state after reset.
    pub fn reset(&mut self) {
        *self = Self::with(self.freeze.reset(), self.source, self.qualifies);
    }

    fn with(freeze: BoxFreeze, source: StatusSource, qualifies: bool) -> Self {
        let mut pcu = Self {
            bank: Bank::new(),
            events: [Event::NOTHING; COUNTERS],
            refused: 0,
            bands: Bands::default(),
            residency: Residency::default(),
            freeze,
            source,
            qualifies,
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

    /// The freezes of the box.
    #[inline]
    pub fn freeze(&self) -> BoxFreeze {
        self.freeze
    }

    /// The overflow message to the U-Box.
    #[inline]
    pub fn ovf_msg(&self) -> bool {
        self.bank.status().message()
    }

    /// The value that software reads.
    pub fn read(&self, register: Register) -> u64 {
        match register {
            Register::BoxCtl => self.freeze.read(),
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
            frozen: self.freeze.is_frozen(),
            status_source: self.source,
            first_bit: 0,
            sends: self.freeze.sends(),
            others: Overflows::default(),
            written: match written {
                Some((Register::Bank(register), data)) => Some((register, data)),
                _ => None,
            },
            reset: matches!(written, Some((Register::BoxCtl, data)) if BoxCtl(data).resets_counters()),
            refused: self.refused,
            requested,
        };
        self.freeze.step(self.ovf_msg(), broadcasts);
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
        let level = |pin: Pin| pins.level(pin, frame);
        let raw = |counter: usize| (!has(self.refused, counter)).then(|| self.events[counter].raw(&self.bands, level));
        let before =
            StartState { bank: &self.bank, freeze: self.freeze, stored: STORED, status_bit: 0, source: self.source };
        sites.record(&before, acts, raw, collisions);
    }

    /// Stores a write; returns the counters with a new control register.
    fn write(&mut self, register: Register, data: u64) -> CounterSet {
        match register {
            Register::BoxCtl => {
                self.freeze.write(BoxCtl(data));
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
        let event = Event::new(self.bank.control(counter), self.qualifies);
        let refused = event == Event::NOTHING;
        self.events[counter] = event;
        self.refused = self.refused & !(1 << counter) | CounterSet::from(refused) << counter;
    }
}
