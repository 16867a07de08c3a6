//! The counters whose overflows are detected.

use golden_model::description::{FieldAccess, Register};
use golden_model::{Bits, Pmu};

/// Narrowest counter that does not overflow in a program by counting alone.
const WIDE: u32 = 20;

/// Counters of one unit.
pub(super) struct UnitCounters {
    /// Name of the unit.
    pub unit: String,
    /// Names of the counters' registers, and the highest bits of their counts in an observation.
    pub counters: Vec<(String, Bits)>,
}

/// All counters that can overflow in a program and whose counts are observable, by unit.
///
/// A wide counter without an access path for writes does not reach its largest value.
pub(super) fn by_unit(pmu: &Pmu) -> Vec<UnitCounters> {
    let description = &pmu.description;
    let units = description.units.iter().enumerate().map(|(unit, of)| {
        let counter = |position: usize| {
            let register = &description.registers[position];
            let is_written = register.access.iter().any(|path| !path.read_only);
            let top = top(register).filter(|top| register.counter && (is_written || *top < WIDE))?;
            let is_count = |state: &&golden_model::description::Signal| {
                (state.unit, state.register) == (Some(unit), Some(position))
            };
            let state = description.states.iter().find(is_count).filter(|state| top < state.width)?;
            Some((register.name.clone(), pmu.observation.slot(&state.name).part(top, 1)))
        };
        UnitCounters {
            unit: of.name.clone(),
            counters: description.registers_of(of.kind).filter_map(counter).collect(),
        }
    });
    units.filter(|of| !of.counters.is_empty()).collect()
}

/// The highest bit of the count in a counter's register.
fn top(register: &Register) -> Option<u32> {
    let is_count = |field: &&golden_model::description::Field| {
        !field.is_reserved() && !matches!(field.access, FieldAccess::Sign | FieldAccess::Raz)
    };
    register.fields.iter().find(is_count).map(|field| field.low + field.width - 1)
}
