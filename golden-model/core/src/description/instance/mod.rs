//! Instances of PMUs in a top, such as the sub-blocks of a socket or a processor.

#[cfg(test)]
mod tests;

use super::error::LoadResult;
use super::raw::RawInstance;
use super::{
    Description, EventLine, Input, Port, PortBits, Signal, Space, Transaction, TransactionField, Unit, Window,
};
use crate::placeholders::{numbered, INDEX};
use crate::register_port::{access_paths, MappedAccess};

/// Adds all instances of a sub-block: units, registers, ports, state, events and transactions.
pub(super) fn add_instance(target: &mut Description, raw: &RawInstance, block: &Description) -> LoadResult<()> {
    let names = (0..raw.count as usize).map(|index| numbered(&raw.unit, index)).collect::<LoadResult<_>>()?;
    let new = Instances { raw, block, names, first_kind: target.kinds.len(), first_unit: target.units.len() };
    new.check()?;
    match new.keeps_names() {
        true => target.kinds.extend(block.kinds.iter().cloned()),
        false => target.kinds.push(raw.kind()),
    }
    target.blocks.resize(target.kinds.len(), Some(raw.of.clone()));
    target.rows_alone.resize(target.kinds.len(), raw.rows_alone);
    new.add_spaces(target)?;
    let first_register = target.registers.len();
    target.registers.extend(block.registers.iter().map(|register| {
        let here = |position: Option<usize>| position.map(|position| position + first_register);
        let (select, upper) = (here(register.select), here(register.upper));
        let mut here = super::Register { kind: new.first_kind + register.kind, select, upper, ..register.clone() };
        here.access.iter_mut().for_each(|path| path.space_number = new.space(&path.space, path.space_number));
        here
    }));
    for (index, offset) in (0..).zip(new.address_offsets()?) {
        new.add_units(target, index, offset)?;
    }
    let ports = new.add_ports(target)?;
    for index in 0..raw.count {
        let inputs = new.add_inputs(target, index, &ports);
        new.add_transactions(target, index, &inputs);
    }
    new.add_signals(target, first_register);
    new.add_events(target, &ports);
    target.lanes = target.lanes.take().or_else(|| block.lanes.clone());
    Ok(())
}

impl Description {
    /// A name of this PMU as it is in a top in which its unit is named `unit`. The names of a PMU with several units do not
    /// change.
    pub fn name_in(&self, unit: &str, name: &str) -> String {
        match &self.units[..] {
            [own] => {
                let rest = name.strip_prefix(&own.name).and_then(|rest| rest.strip_prefix('.'));
                format!("{unit}.{}", rest.unwrap_or(name))
            }
            _ => name.to_owned(),
        }
    }
}

/// A range of addresses of a unit.
struct AddressRange {
    space: u32,
    first: u32,
    last: u32,
}

impl AddressRange {
    fn overlaps(&self, other: &Self) -> bool {
        self.space == other.space && self.first <= other.last && other.first <= self.last
    }
}

/// All addresses of a unit: those of its registers and of the windows whose unit is `of`.
fn reaches(description: &Description, unit: usize, of: Option<usize>) -> Vec<AddressRange> {
    let range = |path: MappedAccess| AddressRange { space: path.space, first: path.address, last: path.address };
    let mut reaches: Vec<AddressRange> = access_paths(description, unit).into_iter().map(range).collect();
    for space in &description.spaces {
        let own = space.windows.iter().filter(|window| window.unit == of);
        reaches.extend(own.map(|window| AddressRange {
            space: space.number,
            first: window.first,
            last: window.first + (window.count * window.step - 1),
        }));
    }
    reaches
}

struct Instances<'a> {
    raw: &'a RawInstance,
    block: &'a Description,
    /// The name of the unit of each instance.
    names: Vec<String>,
    first_kind: usize,
    first_unit: usize,
}

impl Instances<'_> {
    /// Whether the units keep the names of the sub-block: it has several units and is instantiated once.
    fn keeps_names(&self) -> bool {
        self.block.units.len() > 1
    }

    fn check(&self) -> LoadResult<()> {
        let RawInstance { of, unit, count, .. } = self.raw;
        match (self.keeps_names(), unit.as_str()) {
            (true, "") if *count == 1 => Ok(()),
            (true, _) => Err(format!("instance of {of}: it has several units; remove count and unit")),
            (false, "") => Err(format!("instance of {of}: its unit needs a name")),
            (false, name) if *count > 1 && !name.contains(INDEX) => {
                Err(format!("instance of {of}: {count} units named {unit}"))
            }
            _ => Ok(()),
        }
    }

    /// The number, in the top, of a space of the sub-block.
    fn space(&self, name: &str, number: u32) -> u32 {
        self.raw.spaces.get(name).copied().unwrap_or(number)
    }

    /// The position, in the top, of a unit of the sub-block. Without a unit it is that of the only unit of the sub-block.
    fn unit(&self, unit: Option<usize>, index: u32) -> Option<usize> {
        match self.keeps_names() {
            true => unit.map(|unit| self.first_unit + unit),
            false => Some(self.first_unit + index as usize),
        }
    }

    /// A name of the sub-block with the name of its unit in the top.
    fn rename(&self, name: &str, index: u32) -> String {
        self.block.name_in(&self.names[index as usize], name)
    }

    fn is_inside(&self, verilog: &str) -> bool {
        self.raw.inside.iter().any(|port| port == verilog)
    }

    /// The address offset of each instance.
    fn address_offsets(&self) -> LoadResult<Vec<u32>> {
        let RawInstance { of, count, addresses, address_stride, .. } = self.raw;
        let offsets: Vec<u32> = match addresses.is_empty() {
            true => (0..*count).map(|index| index * address_stride).collect(),
            false => addresses.clone(),
        };
        if offsets.len() != *count as usize {
            return Err(format!("instance of {of}: {} addresses for {count} units", offsets.len()));
        }
        if !addresses.is_empty() && *address_stride != 0 {
            return Err(format!("instance of {of}: addresses replaces address_stride; remove one of them"));
        }
        let has_windows = !self.raw.registers_only && self.block.spaces.iter().any(|space| !space.windows.is_empty());
        if let Some(odd) = offsets.iter().find(|&offset| has_windows && offset % 4 != 0) {
            return Err(format!("instance of {of}: {odd:#x} is not the address of a dword"));
        }
        let reaches = (0..self.block.units.len()).flat_map(|unit| reaches(self.block, unit, None));
        let highest = reaches.map(|reach| reach.last).max().unwrap_or(0);
        match offsets.iter().find(|offset| offset.checked_add(highest).is_none()) {
            Some(far) => Err(format!("instance of {of}: addresses from {far:#x} have more than 32 bits")),
            None => Ok(offsets),
        }
    }

    /// Adds the units of an instance, each with the windows of the sub-block. Their addresses must not overlap those of
    /// other units with the same number.
    fn add_units(&self, target: &mut Description, index: u32, address_offset: u32) -> LoadResult<()> {
        let first = target.units.len();
        let windowed = if self.raw.registers_only { &[] } else { &self.block.spaces[..] };
        for space in windowed {
            let number = self.space(&space.name, space.number);
            let known = target.spaces.iter_mut().filter(|known| known.number == number);
            known.for_each(|known| {
                for unit in 0..self.block.units.len() {
                    let own = space.windows.iter().filter(|window| window.unit.is_none_or(|of| of == unit));
                    let moved =
                        |of: &Window| Window { unit: Some(first + unit), first: of.first + address_offset, ..*of };
                    known.windows.extend(own.map(moved));
                }
            });
        }
        target.units.extend(self.block.units.iter().map(|unit| {
            let address_offset = unit.address_offset + address_offset;
            let kind = self.first_kind + unit.kind;
            match self.keeps_names() {
                true => Unit { kind, address_offset, ..unit.clone() },
                false => {
                    let name = self.names[index as usize].clone();
                    Unit { name, number: Some(self.raw.number), kind, index: index as usize, address_offset }
                }
            }
        }));
        for own in first..target.units.len() {
            self.check_alone(target, own, first)?;
        }
        Ok(())
    }

    /// Checks that the addresses of a unit do not overlap those of the units before this instance.
    fn check_alone(&self, target: &Description, unit: usize, before: usize) -> LoadResult<()> {
        let own = reaches(target, unit, Some(unit));
        for other in (0..before).filter(|&other| target.units[other].number == target.units[unit].number) {
            let theirs = reaches(target, other, Some(other));
            let both = own.iter().find(|own| theirs.iter().any(|other| own.overlaps(other)));
            if let Some(both) = both {
                let [name, other] = [unit, other].map(|unit| &target.units[unit].name);
                return Err(format!("{name} and {other} both have address {:#x} of space {}", both.first, both.space));
            }
        }
        Ok(())
    }

    fn add_spaces(&self, target: &mut Description) -> LoadResult<()> {
        if let Some(name) = self.raw.spaces.keys().find(|name| !self.block.spaces.iter().any(|own| own.name == **name))
        {
            return Err(format!("instance of {}: it has no space {name}", self.raw.of));
        }
        for own in &self.block.spaces {
            let space = &Space { number: self.space(&own.name, own.number), ..own.clone() };
            match target.spaces.iter().find(|known| known.name == space.name || known.number == space.number) {
                None => target.spaces.push(Space { windows: Vec::new(), ..space.clone() }),
                Some(known) if (&known.name, known.number) == (&space.name, space.number) => {}
                Some(known) => {
                    return Err(format!("instance of {}: spaces {} and {} clash", self.raw.of, space.name, known.name))
                }
            }
        }
        Ok(())
    }

    /// Adds the ports. Returns, for each port of the sub-block, its position in `target`; `None` for one that is connected
    /// inside.
    fn add_ports(&self, target: &mut Description) -> LoadResult<Vec<Option<usize>>> {
        for name in &self.raw.inside {
            let known = self.block.in_ports.iter().map(|port| &port.verilog);
            let mut known = known.chain(self.block.outputs.iter().map(|signal| &signal.verilog));
            if !known.any(|port| port == name) {
                return Err(format!("instance of {}: it has no port {name}", self.raw.of));
            }
        }
        let mut positions = Vec::new();
        for port in &self.block.in_ports {
            if self.is_inside(&port.verilog) {
                positions.push(None);
                continue;
            }
            positions.push(Some(target.in_ports.len()));
            let verilog = format!("{}{}", self.raw.prefix, port.verilog);
            let lows = || (0..self.raw.count).map(|index| index * port.width).filter(|&low| low < u64::BITS);
            let all = |value: u64| lows().fold(0, |level, low| level | value << low);
            target.in_ports.push(Port {
                name: verilog.clone(),
                verilog,
                width: port.width * self.raw.count,
                at_start: all(port.at_start),
                initial: all(port.initial),
            });
        }
        Ok(positions)
    }

    /// Adds the inputs of an instance. Returns, for each input of the sub-block, its position in `target`.
    fn add_inputs(&self, target: &mut Description, index: u32, ports: &[Option<usize>]) -> Vec<Option<usize>> {
        let mut positions = Vec::new();
        for input in &self.block.inputs {
            let at = self.at(input.at, index, ports);
            positions.push(at.map(|_| target.inputs.len()));
            target.inputs.extend(at.map(|at| {
                let name = self.rename(&input.name, index);
                Input { name, at, unit: self.unit(input.unit, index), ..input.clone() }
            }));
        }
        positions
    }

    /// Adds the transactions of an instance, except those with an input on a port that is connected inside.
    fn add_transactions(&self, target: &mut Description, index: u32, inputs: &[Option<usize>]) {
        let moved = |transaction: &Transaction| {
            let field = |field: &TransactionField| {
                let with = match field.with {
                    None => None,
                    Some(with) => Some(inputs[with]?),
                };
                Some(TransactionField { input: inputs[field.input]?, with, ..field.clone() })
            };
            Some(Transaction {
                name: self.rename(&transaction.name, index),
                unit: self.unit(transaction.unit, index),
                valid: match transaction.valid {
                    None => None,
                    Some(valid) => Some(inputs[valid]?),
                },
                fixed: transaction
                    .fixed
                    .iter()
                    .map(|&(input, value)| Some((inputs[input]?, value)))
                    .collect::<Option<_>>()?,
                fields: transaction.fields.iter().map(field).collect::<Option<_>>()?,
                ..transaction.clone()
            })
        };
        target.transactions.extend(self.block.transactions.iter().filter_map(moved));
    }

    /// Bits of a port of the sub-block in the vector of all instances.
    fn at(&self, bits: PortBits, index: u32, positions: &[Option<usize>]) -> Option<PortBits> {
        let low = bits.low + index * self.block.in_ports[bits.port].width;
        Some(PortBits { port: positions[bits.port]?, low, width: bits.width })
    }

    fn add_signals(&self, target: &mut Description, first_register: usize) {
        for index in 0..self.raw.count {
            let signal = |signal: &Signal| Signal {
                name: self.rename(&signal.name, index),
                unit: self.unit(signal.unit, index),
                register: signal.register.map(|register| register + first_register),
                ..signal.clone()
            };
            let outputs = self.block.outputs.iter().filter(|output| !self.is_inside(&output.verilog));
            target.outputs.extend(outputs.map(|output| Signal {
                verilog: format!("{}{}", self.raw.prefix, output.verilog),
                port_width: output.port_width * self.raw.count,
                low: output.low + index * output.port_width,
                ..signal(output)
            }));
            target.states.extend(self.block.states.iter().map(signal));
        }
    }

    fn add_events(&self, target: &mut Description, ports: &[Option<usize>]) {
        let first_row = target.events.rows.len();
        let row = |row: &super::EventRow| super::EventRow { kind: self.first_kind + row.kind, ..row.clone() };
        target.events.rows.extend(self.block.events.rows.iter().map(row));
        for line in &self.block.events.lines {
            let mut slots = vec![None; self.first_unit];
            for index in 0..self.raw.count {
                slots.extend(line.slots.iter().map(|slot| slot.and_then(|bits| self.at(bits, index, ports))));
            }
            let rows = line.rows.iter().map(|row| row + first_row).collect();
            target.events.lines.push(EventLine { rows, slots, ..line.clone() });
        }
    }
}
