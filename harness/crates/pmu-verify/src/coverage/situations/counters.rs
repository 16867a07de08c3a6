//! The counters whose overflows are detected.

use golden_model::description::{Field, FieldAccess, Register, Signal};
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
    // A counter that units share belongs to the first of them.
    let mut known = Vec::new();
    let mut counters_of = |unit: usize| {
        let mut counters = Vec::new();
        for register in description.registers_of(description.units[unit].kind) {
            let of = &description.registers[register];
            let is_count = |state: &&Signal| state.register == Some(register) && state.unit.is_none_or(|of| of == unit);
            let state = description.states.iter().find(is_count).filter(|_| of.counter);
            let Some((state, top)) = state.and_then(|state| Some((state, top(of, state)?))) else { continue };
            let is_written = of.access.iter().any(|path| !path.read_only);
            if (is_written || top < WIDE) && !known.contains(&&state.name) {
                known.push(&state.name);
                counters.push((of.name.clone(), pmu.observation.slot(&state.name).part(top, 1)));
            }
        }
        counters
    };
    let units = description.units.iter().enumerate();
    let units = units.map(|(unit, of)| UnitCounters { unit: of.name.clone(), counters: counters_of(unit) });
    units.filter(|of| !of.counters.is_empty()).collect()
}

/// The highest bit of a count in its state word.
fn top(register: &Register, state: &Signal) -> Option<u32> {
    // The state word has the upper half too, which is another register.
    if state.width > register.width {
        return Some(state.width - 1);
    }
    let is_count =
        |field: &&Field| !field.is_reserved() && !matches!(field.access, FieldAccess::Sign | FieldAccess::Raz);
    let top = register.fields.iter().find(is_count).map(|field| field.low + field.width - 1);
    top.filter(|top| *top < state.width)
}
