//! The state of a C-Box and its update in each cycle.

use super::events::{counters, Event, Selection};
use super::filter::Filters;
use super::ports::{Inputs, Pin};
use super::registers::{Register, COUNTERS};
use crate::common::{has, Bank, BankRegister, BoxCtl, BoxEnables, BoxFreeze, Broadcasts, Control};
use crate::common::{BankInputs, CountResult, CounterSet, Overflows, StatusSource};
use golden_model_core::Description;

/// The state of a C-Box.
#[derive(Clone)]
pub(crate) struct CBox {
    bank: Bank<COUNTERS>,
    /// The events that the control registers select.
    events: [Event; COUNTERS],
    /// The counters that may not count their selected event.
    refused: CounterSet,
    filters: Filters,
    freeze: BoxFreeze,
    /// The overflows that set their status bit if the strap `cbox_ovf` is 1.
    source: StatusSource,
}

impl CBox {
    /// The state after reset.
    pub fn new(description: &Description) -> Self {
        Self::with(
            Filters::new(description),
            BoxFreeze::new(BoxEnables::new(description)),
            StatusSource::new(description),
        )
    }

    /// Sets the state after reset.
    pub fn reset(&mut self) {
        *self = Self::with(self.filters.reset(), self.freeze.reset(), self.source);
    }

    fn with(filters: Filters, freeze: BoxFreeze, source: StatusSource) -> Self {
        let mut cbox =
            Self { bank: Bank::new(), events: [Event::Nothing; COUNTERS], refused: 0, filters, freeze, source };
        (0..COUNTERS).for_each(|counter| cbox.select(counter));
        cbox
    }

    /// Counters, control registers and status.
    #[inline]
    pub fn bank(&self) -> &Bank<COUNTERS> {
        &self.bank
    }

    /// The filter registers.
    #[inline]
    pub fn filters(&self) -> Filters {
        self.filters
    }

    /// The freezes of the box.
    #[inline]
    pub fn freeze(&self) -> BoxFreeze {
        self.freeze
    }

    /// The overflows that set their status bit; `reports` is the strap `cbox_ovf`.
    #[inline]
    pub fn source(&self, reports: bool) -> StatusSource {
        if reports {
            self.source
        } else {
            StatusSource::None
        }
    }

    /// The overflow message to the U-Box.
    #[inline]
    pub fn ovf_msg(&self) -> bool {
        self.bank.status().message()
    }

    /// The value that software reads; `reports` is the strap `cbox_ovf`, without which bit 20 of a
    /// control register does not exist.
    pub fn read(&self, register: Register, reports: bool) -> u64 {
        match register {
            Register::BoxCtl => self.freeze.read(),
            Register::Filter => self.filters.filter().into(),
            Register::Filter1 => self.filters.filter1().into(),
            Register::Bank(BankRegister::Control(counter)) => {
                (self.bank.control(counter).bits() & stored(reports)).into()
            }
            Register::Bank(register) => self.bank.read(register),
        }
    }

    /// Executes a cycle with an optional register write.
    ///
    /// `requested` are the refused counters that event coverage asks for.
    #[inline]
    pub fn step(
        &mut self,
        inputs: &impl Inputs,
        broadcasts: Broadcasts,
        reports: bool,
        written: Option<(Register, u64)>,
        requested: CounterSet,
    ) -> CountResult {
        let terms = BankInputs {
            frozen: self.freeze.is_frozen(),
            status_source: self.source(reports),
            first_bit: 0,
            sends: self.freeze.sends(),
            others: Overflows::default(),
            written: written.and_then(|(register, data)| Some((register.of_bank()?, data))),
            reset: matches!(written, Some((Register::BoxCtl, data)) if BoxCtl(data).resets_counters()),
            refused: self.refused,
            requested,
        };
        self.freeze.step(self.ovf_msg(), broadcasts);
        let mut result = self.count(inputs, terms);
        // Writes take effect last: the cycle of a write counts with the previous configuration (IVT-R04).
        if let Some((register, data)) = written {
            result.selected = self.write(register, data, reports);
            (0..COUNTERS).filter(|&counter| has(result.selected, counter)).for_each(|counter| self.select(counter));
        }
        result
    }

    /// The increment of a counter's event in a cycle, `None` if the counter may not count it.
    pub fn raw(&self, counter: usize, inputs: &impl Inputs) -> Option<u32> {
        if has(self.refused, counter) {
            return None;
        }
        let of = |counter: usize| {
            let (event, control) = (self.events[counter], self.bank.control(counter));
            Selection { event, control, filters: self.filters }.raw(inputs)
        };
        let tapped = self.events[counter] == Event::Counter0Occupancy && self.events[0].is_occupancy();
        Some(of(if tapped { 0 } else { counter }))
    }

    #[inline]
    fn count(&mut self, inputs: &impl Inputs, terms: BankInputs) -> CountResult {
        let Self { bank, events, filters, .. } = self;
        let controls: [Control; COUNTERS] = std::array::from_fn(|counter| bank.control(counter));
        let raw = |counter: usize| {
            Selection { event: events[counter], control: controls[counter], filters: *filters }.raw(inputs)
        };
        // Computed once, because several counters may select it and it is the most expensive event.
        let mut occupancy = None;
        let mut counter0_occupancy = || *occupancy.get_or_insert_with(|| raw(0));
        bank.step(terms, |counter| match events[counter] {
            // Counter 0 would select itself. Refused in cycles with anything that can have an occupancy.
            Event::Counter0Occupancy if counter == 0 => (inputs.is_set(Pin::IrqV) || inputs.is_set(Pin::TorV)).into(),
            Event::Counter0Occupancy if events[0].is_occupancy() => counter0_occupancy(),
            event if counter == 0 && event.is_occupancy() => counter0_occupancy(),
            _ => raw(counter),
        })
    }

    /// Stores a write; returns the counters with a new control register.
    fn write(&mut self, register: Register, data: u64, reports: bool) -> CounterSet {
        match register {
            Register::BoxCtl => {
                self.freeze.write(BoxCtl(data));
                return self.bank.reset(BoxCtl(data));
            }
            Register::Filter => self.filters.write_filter(data),
            Register::Filter1 => self.filters.write_filter1(data),
            Register::Bank(register) => {
                self.bank.write(register, data, stored(reports));
                return register.selected();
            }
        }
        0
    }

    /// Updates the event of a counter from its control register.
    fn select(&mut self, counter: usize) {
        let control = self.bank.control(counter);
        self.events[counter] = Event::new(control);
        let refused = !has(counters(control.ev_sel()), counter);
        self.refused = self.refused & !(1 << counter) | CounterSet::from(refused) << counter;
    }
}

/// The stored bits of a control register: thresh has 8 bits, tid_en exists, and ov_en exists only with
/// the strap (Table 2-14, CBOX-A02).
pub(super) fn stored(reports: bool) -> u32 {
    Control::STORED | 0xFF00_0000 | Control::TID_EN | if reports { Control::OV_EN } else { 0 }
}
