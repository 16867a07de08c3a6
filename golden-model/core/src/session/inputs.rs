//! The inputs of a frame by their names.

use super::InputError;
use crate::suggest::unknown;
use crate::{Bits, Pmu, Slot};

/// An input of a frame.
pub(super) enum Input {
    /// All bits of a port.
    Port(Slot),
    /// An input of up to 64 bits within a port.
    Bits(Bits),
}

/// The input of a name: a port of the RTL (`rst`, `c0_ev`), an input of a unit (`core0.cpl`) or a field of one (`cbox.tor3.opc`).
///
/// # Errors
/// If it does not exist.
pub(super) fn input(pmu: &Pmu, name: &str) -> Result<Input, InputError> {
    let description = &pmu.description;
    let port = description.in_ports.iter().find(|port| port.verilog == name).map_or(name, |port| &port.name);
    if let Some(slot) = pmu.frame.find(port) {
        return Ok(Input::Port(slot.clone()));
    }
    if let Some(bits) = pmu.find_input(name) {
        return Ok(Input::Bits(bits));
    }
    let ports = pmu.frame.slots().iter().map(|slot| slot.name.as_str());
    let known = ports.chain(description.in_ports.iter().map(|port| port.verilog.as_str()));
    let known = known.chain(description.inputs.iter().map(|input| input.name.as_str()));
    Err(InputError(unknown(&format!("input of {}", description.id), name, known)))
}

/// The bits of the line of an event in a unit: the number of its occurrences in a cycle. A PMU with one unit may have an empty name
/// of the unit.
///
/// # Errors
/// If the unit has no line of this event.
pub(super) fn event(pmu: &Pmu, unit: &str, event: &str) -> Result<Bits, InputError> {
    let description = &pmu.description;
    let unit = match (unit, description.units.as_slice()) {
        ("", [only]) => &only.name,
        _ => unit,
    };
    let number = description.unit(unit).ok_or_else(|| {
        let known = description.units.iter().map(|known| &known.name);
        InputError(unknown(&format!("unit of {}", description.id), unit, known))
    })?;
    let events = &description.events;
    let lines = || events.lines.iter().enumerate().filter_map(|(at, line)| Some((line, events.line_bits(at, number)?)));
    let found = lines().find(|(line, _)| line.name == event);
    found.map(|(_, bits)| pmu.in_frame(bits)).ok_or_else(|| {
        InputError(unknown(&format!("event line of {unit}"), event, lines().map(|(line, _)| &line.name)))
    })
}
