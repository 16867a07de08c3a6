//! Reading and checking description files.

use super::raw::{RawAccess, RawDescription, RawField, RawPort, RawRegister, RawState};
use super::{Access, Description, EventCatalogue, Field, Register, Requirement, Signal, Space};

/// A description that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// `pmu.toml` is not valid.
    #[error("{pmu}/pmu.toml: {source}")]
    Toml {
        /// Folder of the description.
        pmu: String,
        /// What the parser said.
        source: Box<toml::de::Error>,
    },
    /// A table is not valid.
    #[error("{pmu}/{file}: {source}")]
    Csv {
        /// Folder of the description.
        pmu: String,
        /// The table.
        file: &'static str,
        /// What the reader said.
        source: csv::Error,
    },
    /// The parts do not fit together.
    #[error("{pmu}: {what}")]
    Inconsistent {
        /// Folder of the description.
        pmu: String,
        /// What does not fit.
        what: String,
    },
}

impl Description {
    /// Parses and checks a description from the text of its three files.
    pub fn parse(pmu: &str, toml: &str, events_csv: &str, requirements_csv: &str) -> Result<Self, DescriptionError> {
        let raw: RawDescription = toml::from_str(toml)
            .map_err(|source| DescriptionError::Toml { pmu: pmu.to_owned(), source: Box::new(source) })?;
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };

        let events = EventCatalogue::parse(pmu, events_csv, &raw.event_path)?;
        let requirements = Requirement::parse(pmu, requirements_csv, &raw.requirement_prefix)?;
        let mut registers = Vec::new();
        for register in &raw.register {
            registers.extend(expand_register(register, &raw.space).map_err(wrong)?);
        }
        let units: Vec<&str> = raw.unit.iter().map(|unit| unit.name.as_str()).collect();
        let event_port = RawPort {
            name: raw.event_input.name,
            per_unit: true,
            verilog: raw.event_input.verilog,
            width: raw.event_input.lane_width * events.lines.len() as u32,
            reset: 0,
            section: raw.event_input.section,
            doc: raw.event_input.doc,
        };
        if 64 % raw.event_input.lane_width != 0 {
            return Err(wrong(format!("lane_width {} does not divide 64", raw.event_input.lane_width)));
        }
        let mut states = Vec::new();
        for state in &raw.state {
            states.extend(expand_state(state, &units, &registers).map_err(wrong)?);
        }
        Ok(Self {
            inputs: expand_ports(&raw.input, &units),
            event_inputs: expand_ports(&[event_port], &units),
            outputs: expand_ports(&raw.output, &units),
            lane_width: raw.event_input.lane_width,
            id: raw.id,
            name: raw.name,
            manual: raw.manual,
            requirement_prefix: raw.requirement_prefix,
            units: raw.unit,
            broadcast: raw.broadcast,
            spaces: raw.space,
            registers,
            states,
            events,
            requirements,
        })
    }
}

fn numbered(pattern: &str, index: usize) -> String {
    pattern.replace('#', &index.to_string())
}

fn expand_register(raw: &RawRegister, spaces: &[Space]) -> Result<Vec<Register>, String> {
    let fields = raw.field.iter().map(parse_field).collect::<Result<Vec<_>, _>>()?;
    let mut above = raw.width;
    for field in &fields {
        if field.low + field.width != above {
            return Err(format!("{}: field {} leaves a gap or overlaps below bit {above}", raw.name, field.name));
        }
        above = field.low;
    }
    if above != 0 {
        return Err(format!("{}: no field covers bits {}:0", raw.name, above - 1));
    }
    let reach = |access: &RawAccess, index: u32| -> Result<Access, String> {
        let space = spaces.iter().find(|space| space.name == access.space);
        let space = space.ok_or_else(|| format!("{}: there is no space {}", raw.name, access.space))?;
        Ok(Access {
            space: space.name.clone(),
            space_number: space.number,
            address: access.address + index * access.stride,
            read_only: access.read_only,
        })
    };
    let one = |index: u32| -> Result<Register, String> {
        Ok(Register {
            name: numbered(&raw.name, index as usize),
            width: raw.width,
            counter: raw.counter,
            access: raw.access.iter().map(|access| reach(access, index)).collect::<Result<_, _>>()?,
            fields: fields.clone(),
            section: raw.section.clone(),
            doc: numbered(&raw.doc, index as usize),
        })
    };
    (0..raw.count).map(one).collect()
}

fn parse_field(raw: &RawField) -> Result<Field, String> {
    let bit = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("field {}: bad bits {}", raw.name, raw.bits));
    let (high, low) = match raw.bits.split_once(':') {
        Some((high, low)) => (bit(high)?, bit(low)?),
        None => (bit(&raw.bits)?, bit(&raw.bits)?),
    };
    if high < low || high > 63 {
        return Err(format!("field {}: bad bits {}", raw.name, raw.bits));
    }
    Ok(Field {
        name: raw.name.clone(),
        low,
        width: high - low + 1,
        access: raw.access,
        reset: raw.reset,
        section: raw.section.clone(),
        doc: raw.doc.clone(),
    })
}

fn expand_ports(raw: &[RawPort], units: &[&str]) -> Vec<Signal> {
    let signal = |port: &RawPort, unit: Option<usize>| Signal {
        name: unit.map_or(port.name.clone(), |unit| format!("{}.{}", units[unit], port.name)),
        verilog: unit.map_or(port.verilog.clone(), |unit| numbered(&port.verilog, unit)),
        width: port.width,
        unit,
        register: None,
        reset: port.reset,
        section: port.section.clone(),
        doc: port.doc.clone(),
    };
    let copies = |port: &RawPort| each_unit(port.per_unit, units).map(|unit| signal(port, unit)).collect::<Vec<_>>();
    raw.iter().flat_map(copies).collect()
}

fn each_unit(per_unit: bool, units: &[&str]) -> impl Iterator<Item = Option<usize>> {
    let count = if per_unit { units.len() } else { 1 };
    (0..count).map(move |unit| per_unit.then_some(unit))
}

fn expand_state(raw: &RawState, units: &[&str], registers: &[Register]) -> Result<Vec<Signal>, String> {
    let mut words = Vec::new();
    for unit in each_unit(raw.per_unit, units) {
        for index in 0..raw.count as usize {
            let name = numbered(&raw.name, index);
            let register = match &raw.register {
                None => None,
                Some(pattern) => {
                    let wanted = numbered(pattern, index);
                    let found = registers.iter().position(|register| register.name == wanted);
                    Some(found.ok_or_else(|| format!("state {name}: there is no register {wanted}"))?)
                }
            };
            words.push(Signal {
                name: unit.map_or(name.clone(), |unit| format!("{}.{name}", units[unit])),
                verilog: String::new(),
                width: raw.width,
                unit,
                register,
                reset: raw.reset,
                section: raw.section.clone(),
                doc: numbered(&raw.doc, index),
            });
        }
    }
    Ok(words)
}
