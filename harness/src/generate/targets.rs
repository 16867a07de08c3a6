//! What random programs can aim at, found in the description once.

use golden_model::description::{Counter, Description, Selects};

/// Registers, counters and events by kind of unit.
pub(super) struct Targets {
    /// One entry for each kind.
    pub kinds: Vec<Kind>,
}

/// What units of one kind have.
pub(super) struct Kind {
    /// Positions of the units.
    pub units: Vec<usize>,
    /// Counters of selectable events, each with its select register, as positions in the description's registers.
    pub counters: Vec<(usize, usize)>,
    /// All other registers that can be accessed.
    pub others: Vec<usize>,
    /// Event codes of the catalogue.
    pub codes: Vec<u64>,
}

impl Targets {
    pub fn new(description: &Description) -> Self {
        let counters = description.counters();
        let kind = |kind: usize| {
            let units: Vec<usize> =
                (0..description.units.len()).filter(|&unit| description.units[unit].kind == kind).collect();
            let pair = |counter: &Counter| (counter.register, counter.select);
            let counters: Vec<_> =
                counters.iter().filter(|counter| Some(&counter.unit) == units.first()).map(pair).collect();
            let known = |register: &usize| counters.iter().any(|(c, s)| c == register || s == register);
            let rows = description.events.rows.iter().filter(|row| row.kind == kind);
            let mut codes: Vec<u64> = rows.map(|row| u64::from(row.code)).collect();
            codes.sort_unstable();
            codes.dedup();
            Kind {
                others: description.registers_of(kind).filter(|register| !known(register)).collect(),
                units,
                counters,
                codes,
            }
        };
        Self { kinds: (0..description.kinds.len()).map(kind).collect() }
    }
}

/// The unit masks that mean something for an event code of a kind of units.
pub(super) fn masks(description: &Description, kind: usize, code: u64) -> Vec<u64> {
    let rows = description.events.rows.iter().filter(|row| row.kind == kind && u64::from(row.code) == code);
    let mut masks: Vec<u64> = rows.filter_map(|row| row.umask).map(u64::from).collect();
    // A structured event has more: its paths.
    let lines = description.events.lines.iter().filter(|line| {
        u64::from(line.code) == code && line.rows.iter().any(|&row| description.events.rows[row].kind == kind)
    });
    masks.extend(lines.filter_map(|line| line.mask).map(u64::from));
    masks.sort_unstable();
    masks.dedup();
    masks
}

/// Whether masks of this event are values of one code with it rather than bits.
pub(super) fn masks_are_values(description: &Description, kind: usize, code: u64) -> bool {
    let mut rows = description.events.rows.iter().filter(|row| row.kind == kind && u64::from(row.code) == code);
    rows.any(|row| row.umask_kind == "value")
}

/// Event code and unit mask in a value of a select register.
pub(super) fn selection(description: &Description, register: usize, selects: Selects, value: u64) -> (u64, u64) {
    let fields = &description.registers[register].fields;
    (fields[selects.event].extract(value), fields[selects.mask].extract(value))
}
