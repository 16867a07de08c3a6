//! The fields of all PerfEvtSel registers that decide which increments count and where they show.

use super::counter_set::{by_core, put, CounterSet};
use super::events::EventTable;
use crate::pmus::common::x86::Select;

/// First EVENT_SELECT of the northbridge; all from here on are its own.
const NORTHBRIDGE: u8 = 0xE0;

/// Whether a counter with this register takes part in what the northbridge gives to one core only.
pub(super) fn claims(select: &Select) -> bool {
    select.en && select.event >= NORTHBRIDGE
}

/// The counters that a field, or a combination of fields, puts into a mode.
#[derive(Clone, Copy, Default)]
pub(super) struct Controls {
    /// EN with OS or USR: the counter may count at CPL 0, 1, 2, 3.
    enabled_at: [CounterSet; 4],
    /// EN.
    pub en: CounterSet,
    /// The event is not reserved: for the others there is no condition, not even an inverted one (10.1).
    pub selected: CounterSet,
    /// PC: the pin follows overflows, not increments.
    pub pin_on_overflow: CounterSet,
    /// An enabled counter selects a northbridge event.
    pub claims: CounterSet,
}

impl Controls {
    /// Takes over a counter's register.
    pub fn set(&mut self, counter: usize, select: &Select, events: &EventTable) {
        let set = |mode: &mut CounterSet, on: bool| put(mode, counter, on);
        set(&mut self.enabled_at[0], select.en && select.os);
        for above in &mut self.enabled_at[1..] {
            set(above, select.en && select.usr);
        }
        set(&mut self.en, select.en);
        set(&mut self.selected, events.is_listed(select.event));
        set(&mut self.pin_on_overflow, select.pin_control);
        set(&mut self.claims, claims(select));
    }

    /// The counters that EN, OS and USR let count, given the CPL of each core.
    #[inline]
    pub fn enabled(&self, cpl: [usize; 2]) -> CounterSet {
        by_core(cpl.map(|cpl| self.enabled_at[cpl]))
    }
}
