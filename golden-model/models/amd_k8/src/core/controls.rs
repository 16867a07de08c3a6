//! The fields of all PerfEvtSel registers that select which increments count and what drives the pins.

use super::counter_set::{by_core, put, CounterSet};
use super::events::EventTable;
use golden_model_common::x86::Select;

/// First EVENT_SELECT code of the northbridge; it and all higher codes are northbridge events.
const NORTHBRIDGE: u8 = 0xE0;

/// Whether this register value claims its counter index for northbridge events,
/// which only one core may count.
pub(super) fn claims(select: &Select) -> bool {
    select.en && select.event >= NORTHBRIDGE
}

/// For each field or combination of fields, the set of counters in which it is in effect.
#[derive(Clone, Copy, Default)]
pub(super) struct Controls {
    /// EN with OS or USR: the counter may count at CPL 0, 1, 2, 3.
    enabled_at: [CounterSet; 4],
    /// EN.
    pub en: CounterSet,
    /// The event is listed. A reserved event has no condition, not even an inverted one (10.1).
    pub selected: CounterSet,
    /// PC: the pin follows overflows, not increments.
    pub pin_on_overflow: CounterSet,
    /// An enabled counter selects a northbridge event.
    pub claims: CounterSet,
}

impl Controls {
    /// Updates the sets from a counter's new register value.
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

    /// The counters that EN, OS and USR enable at the CPL of each core.
    #[inline]
    pub fn enabled(&self, cpl: [usize; 2]) -> CounterSet {
        by_core(cpl.map(|cpl| self.enabled_at[cpl]))
    }
}
