//! The inputs of a frame by their names.

use crate::error::SessionError;
use golden_model::description::PortBits;
use golden_model::{Bits, Pmu, Slot};
use pmu_support::unknown;
use pmu_verify::lockstep::named_inputs;

/// An input of a frame.
pub(crate) enum Input {
    /// All bits of a port.
    Port(Slot),
    /// An input of up to 64 bits within a port.
    Bits(Bits),
}

/// The input of a name: a port of the RTL (`rst`, `c0_ev`), an input of a unit (`core0.cpl`) or a field of one (`cbox.tor3.opc`).
///
/// # Errors
/// If it does not exist.
pub(crate) fn input(pmu: &Pmu, name: &str) -> Result<Input, SessionError> {
    let description = &pmu.description;
    let port = description.in_ports.iter().find(|port| port.verilog == name).map_or(name, |port| &port.name);
    if let Some(slot) = pmu.frame.find(port) {
        return Ok(Input::Port(slot.clone()));
    }
    let all = || description.inputs.iter();
    if let Some(input) = all().find(|input| input.name == name) {
        return Ok(Input::Bits(pmu.in_frame(input.at)));
    }
    let field = || {
        let (owner, field) = name.rsplit_once('.')?;
        let input = all().find(|input| input.name == owner)?;
        let field = input.fields.iter().find(|known| known.name == field)?;
        Some(PortBits { port: input.at.port, low: input.at.low + field.low, width: field.width })
    };
    if let Some(at) = field() {
        return Ok(Input::Bits(pmu.in_frame(at)));
    }
    let ports = pmu.frame.slots().iter().map(|slot| slot.name.as_str());
    let known = ports.chain(description.in_ports.iter().map(|port| port.verilog.as_str()));
    let known = known.chain(all().map(|input| input.name.as_str()));
    Err(SessionError::input(unknown(&format!("input of {}", description.id), name, known)))
}

/// The bits of the line of an event in a unit: the number of its occurrences in a cycle. A PMU with one unit may have an empty name
/// of the unit.
///
/// # Errors
/// If the unit has no line of this event.
pub(crate) fn event(pmu: &Pmu, unit: &str, event: &str) -> Result<Bits, SessionError> {
    let units = &pmu.description.units;
    let unit = match (unit, units.as_slice()) {
        ("", [only]) => &only.name,
        _ => unit,
    };
    if !units.iter().any(|known| known.name == unit) {
        let known = units.iter().map(|known| &known.name);
        return Err(SessionError::input(unknown(&format!("unit of {}", pmu.description.id), unit, known)));
    }
    let lines = || named_inputs(pmu).filter(|line| line.unit == Some(unit));
    let found = lines().find(|line| line.name == event);
    found.map(|line| line.bits).ok_or_else(|| {
        SessionError::input(unknown(&format!("event line of {unit}"), event, lines().map(|line| line.name)))
    })
}
