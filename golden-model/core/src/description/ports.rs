//! Ports of the RTL top, inputs as programs name them, and architectural state.

use super::error::LoadResult;
use super::mask::ones;
use super::names::bits;
use super::raw::{RawInput, RawOutput, RawState};
use super::{Register, Unit};
use crate::placeholders::{numbered, stem, INDEX};

/// An input port of the RTL top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name in the frame layout.
    pub name: String,
    /// Name in the RTL.
    pub verilog: String,
    /// Width in bits.
    pub width: u32,
    /// Value in the reset before the first cycle, 0 above bit 63.
    pub at_start: u64,
    /// Value from the first cycle until a program sets it, 0 above bit 63.
    pub initial: u64,
}

/// Bits of an input port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortBits {
    /// Position in [`super::Description::in_ports`].
    pub port: usize,
    /// Lowest bit.
    pub low: u32,
    /// Width in bits, at most 64.
    pub width: u32,
}

/// An input as programs name it: a port, or the part of a port that belongs to a unit or an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Name in programs and messages, such as `core0.cpl` or `cbox.tor3`.
    pub name: String,
    /// Name in the description, such as `cpl` or `tor{index}`, which all units and elements share.
    pub pattern: String,
    /// Bits of its port.
    pub at: PortBits,
    /// Position in [`super::Description::units`]; `None` if it exists once for the PMU.
    pub unit: Option<usize>,
    /// Named parts.
    pub fields: Vec<InputField>,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

/// A named part of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputField {
    /// Name.
    pub name: String,
    /// Lowest bit in the input.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
    /// Description.
    pub doc: String,
}

impl InputField {
    /// The field's value in a value of the input.
    pub fn extract(&self, value: u64) -> u64 {
        (value >> self.low) & ones(self.width)
    }
}

/// An output or state word of the PMU, one entry for each unit and index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Name in programs and messages, such as `core0.pm`.
    pub name: String,
    /// Port of the RTL top; empty for state, which `rtl.toml` binds to a signal.
    pub verilog: String,
    /// Width of that port in bits; a port that is wider than this signal also has the bits of other units. Of a state word:
    /// its width under the option of a choice under which it is widest.
    pub port_width: u32,
    /// Lowest bit in that port.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
    /// Position in [`super::Description::units`]; `None` if it exists once for the PMU.
    pub unit: Option<usize>,
    /// Position in [`super::Description::registers`] of the register whose fields the state word has.
    pub register: Option<usize>,
    /// Value after reset.
    pub reset: u64,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

/// The units of an item, or the PMU itself for an item that exists once.
pub(super) struct Owners<'u> {
    units: &'u [Unit],
    positions: Vec<usize>,
    pub per_unit: bool,
}

/// The port of one owner.
pub(super) struct OwnPort {
    /// The unit.
    pub unit: Option<usize>,
    /// Name in the frame layout.
    pub name: String,
    /// Name in the RTL.
    pub verilog: String,
    /// Lowest bit of the part of the owner.
    pub low: u32,
    /// Width of the port, with the parts of all owners, in bits.
    pub width: u32,
}

impl<'u> Owners<'u> {
    pub fn new(units: &'u [Unit], kind: usize, per_unit: bool) -> Self {
        let positions = (0..units.len()).filter(|&unit| units[unit].kind == kind).collect();
        Self { units, positions, per_unit }
    }

    /// The owners, each with the prefix of its names.
    fn each(&self) -> Vec<(Option<usize>, String)> {
        match self.per_unit {
            true => self.positions.iter().map(|&unit| (Some(unit), format!("{}.", self.units[unit].name))).collect(),
            false => vec![(None, String::new())],
        }
    }

    /// The ports of the owners, `width` bits for each.
    ///
    /// With `{index}` in `verilog` each owner has a separate port; otherwise one port has the bits of all owners.
    pub fn ports(&self, base: &str, verilog: &str, width: u32) -> LoadResult<Vec<OwnPort>> {
        let own = verilog.contains(INDEX);
        let owners = self.each();
        let total = if own { width } else { width * owners.len() as u32 };
        let port = |(position, (unit, prefix)): (usize, (Option<usize>, String))| {
            Ok(OwnPort {
                unit,
                name: if own { format!("{prefix}{base}") } else { verilog.to_owned() },
                verilog: numbered(verilog, unit.map_or(0, |unit| self.units[unit].index))?,
                low: if own { 0 } else { position as u32 * width },
                width: total,
            })
        };
        owners.into_iter().enumerate().map(port).collect()
    }
}

/// The position of a port, which is added if it does not exist.
pub(super) fn add_port(ports: &mut Vec<Port>, own: &OwnPort) -> usize {
    if let Some(position) = ports.iter().position(|port| port.name == own.name) {
        return position;
    }
    let (name, verilog) = (own.name.clone(), own.verilog.clone());
    ports.push(Port { name, verilog, width: own.width, at_start: 0, initial: 0 });
    ports.len() - 1
}

/// Adds the ports of an input and returns the inputs as programs name them.
pub(super) fn expand_input(raw: &RawInput, owners: &Owners, ports: &mut Vec<Port>) -> LoadResult<Vec<Input>> {
    if raw.width == 0 || raw.width > 64 {
        return Err(format!("input {}: {} bits; an input has 1 to 64", raw.name, raw.width));
    }
    let mut fields = Vec::new();
    for field in &raw.field {
        let (low, width) = bits(&field.bits)
            .filter(|(low, width)| low + width <= raw.width)
            .ok_or_else(|| format!("input {}: field {}: bad bits {}", raw.name, field.name, field.bits))?;
        fields.push(InputField { name: field.name.clone(), low, width, doc: field.doc.clone() });
    }
    let own_ports = owners.ports(&stem(&raw.name), &raw.verilog, raw.width * raw.count)?;
    if own_ports.iter().any(|own| ports.iter().any(|port| port.name == own.name)) {
        return Err(format!("input {}: another input has the port {}", raw.name, raw.verilog));
    }
    let mut inputs = Vec::new();
    for (own, (unit, prefix)) in own_ports.iter().zip(owners.each()) {
        let port = add_port(ports, own);
        for low in (0..raw.count).map(|element| own.low + element * raw.width).filter(|&low| low < u64::BITS) {
            ports[port].at_start |= (raw.at_start | raw.initial) << low;
            ports[port].initial |= raw.initial << low;
        }
        for element in 0..raw.count {
            inputs.push(Input {
                name: format!("{prefix}{}", numbered(&raw.name, element as usize)?),
                pattern: raw.name.clone(),
                at: PortBits { port, low: own.low + element * raw.width, width: raw.width },
                unit,
                fields: fields.clone(),
                section: raw.section.clone(),
                doc: numbered(&raw.doc, element as usize)?,
            });
        }
    }
    Ok(inputs)
}

/// The signals of an output, one in each of its units.
pub(super) fn expand_output(raw: &RawOutput, owners: &Owners) -> LoadResult<Vec<Signal>> {
    if raw.width == 0 {
        return Err(format!("output {}: the width is 0", raw.name));
    }
    let signal = |(own, (unit, prefix)): (OwnPort, (Option<usize>, String))| Signal {
        name: format!("{prefix}{}", raw.name),
        verilog: own.verilog,
        port_width: own.width,
        low: own.low,
        width: raw.width,
        unit,
        register: None,
        reset: raw.reset,
        section: raw.section.clone(),
        doc: raw.doc.clone(),
    };
    Ok(owners.ports(&raw.name, &raw.verilog, raw.width)?.into_iter().zip(owners.each()).map(signal).collect())
}

/// The words of a state entry in each of its units.
pub(super) fn expand_state(
    raw: &RawState,
    kind: usize,
    owners: &Owners,
    registers: &[Register],
) -> LoadResult<Vec<Signal>> {
    if raw.width == 0 {
        return Err(format!("state {}: the width is 0", raw.name));
    }
    let resets = raw.reset.each(raw.count, raw.width).map_err(|what| format!("state {}: {what}", raw.name))?;
    let mut words = Vec::new();
    for (unit, prefix) in owners.each() {
        for (position, index) in (raw.first..raw.first + raw.count).map(|index| index as usize).enumerate() {
            let name = numbered(&raw.name, index)?;
            let register = match &raw.register {
                None => None,
                Some(pattern) => {
                    let wanted = numbered(pattern, index)?;
                    let here = |register: &Register| register.kind == kind && register.name == wanted;
                    let found = registers.iter().position(here);
                    Some(found.ok_or_else(|| format!("state {name}: no register {wanted}"))?)
                }
            };
            words.push(Signal {
                name: format!("{prefix}{name}"),
                verilog: String::new(),
                port_width: raw.width.max(raw.reserved),
                low: 0,
                width: raw.width,
                unit,
                register,
                reset: resets[position],
                section: raw.section.clone(),
                doc: numbered(&raw.doc, index)?,
            });
        }
    }
    Ok(words)
}
