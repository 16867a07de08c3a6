//! PMUs inside another: the blocks of a socket or a processor.

use super::load::Wrong;
use super::names::numbered;
use super::raw::RawInstance;
use super::{Description, EventLine, Input, Port, PortBits, Signal, Unit};

/// Adds the units, registers, ports, state and events of a block, once or several times.
pub(super) fn add_instance(target: &mut Description, raw: &RawInstance, block: &Description) -> Wrong<()> {
    if block.units.len() != 1 {
        return Err(format!("instance of {}: it has {} units where one is needed", raw.of, block.units.len()));
    }
    if raw.count > 1 && !raw.unit.contains('#') {
        return Err(format!("instance of {}: {} units named {}", raw.of, raw.count, raw.unit));
    }
    let mut new = Instances { raw, block, kind: target.kinds.len(), first_unit: target.units.len() };
    target.kinds.push(raw.unit.replace('#', ""));
    new.add_units(target);
    new.add_spaces(target)?;
    let first_register = target.registers.len();
    target.registers.extend(block.registers.iter().map(|register| {
        let select = register.select.map(|select| select + first_register);
        super::Register { kind: new.kind, select, ..register.clone() }
    }));
    let ports = new.add_ports(target)?;
    new.add_signals(target, first_register);
    new.add_events(target, &ports);
    Ok(())
}

struct Instances<'a> {
    raw: &'a RawInstance,
    block: &'a Description,
    kind: usize,
    first_unit: usize,
}

impl Instances<'_> {
    fn unit_name(&self, index: u32) -> String {
        numbered(&self.raw.unit, index as usize)
    }

    /// A name of the block, with the unit's name here.
    fn rename(&self, name: &str, index: u32) -> String {
        let own = format!("{}.", self.block.units[0].name);
        format!("{}.{}", self.unit_name(index), name.strip_prefix(&own).unwrap_or(name))
    }

    fn is_inside(&self, verilog: &str) -> bool {
        self.raw.inside.iter().any(|port| port == verilog)
    }

    fn add_units(&mut self, target: &mut Description) {
        target.units.extend((0..self.raw.count).map(|index| Unit {
            name: self.unit_name(index),
            number: Some(self.raw.number),
            kind: self.kind,
            index: index as usize,
            address_offset: index * self.raw.address_stride,
        }));
    }

    fn add_spaces(&self, target: &mut Description) -> Wrong<()> {
        for space in &self.block.spaces {
            match target.spaces.iter().find(|known| known.name == space.name || known.number == space.number) {
                None => target.spaces.push(space.clone()),
                Some(known) if (&known.name, known.number) == (&space.name, space.number) => {}
                Some(known) => {
                    return Err(format!("instance of {}: spaces {} and {} clash", self.raw.of, space.name, known.name))
                }
            }
        }
        Ok(())
    }

    /// Adds ports and inputs. For each port of the block its position in `target`; none for one that is inside.
    fn add_ports(&self, target: &mut Description) -> Wrong<Vec<Option<usize>>> {
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
            let lows = (0..self.raw.count).map(|index| index * port.width).filter(|&low| low < u64::BITS);
            let at_start = lows.fold(0, |level, low| level | port.at_start << low);
            target.in_ports.push(Port { name: verilog.clone(), verilog, width: port.width * self.raw.count, at_start });
        }
        for index in 0..self.raw.count {
            for input in &self.block.inputs {
                if let Some(at) = self.at(input.at, index, &positions) {
                    let name = self.rename(&input.name, index);
                    let unit = Some(self.first_unit + index as usize);
                    target.inputs.push(Input { name, at, unit, ..input.clone() });
                }
            }
        }
        Ok(positions)
    }

    /// Bits of a block's port in the vector of all instances.
    fn at(&self, bits: PortBits, index: u32, positions: &[Option<usize>]) -> Option<PortBits> {
        let low = bits.low + index * self.block.in_ports[bits.port].width;
        Some(PortBits { port: positions[bits.port]?, low, width: bits.width })
    }

    fn add_signals(&self, target: &mut Description, first_register: usize) {
        for index in 0..self.raw.count {
            let signal = |signal: &Signal| Signal {
                name: self.rename(&signal.name, index),
                unit: Some(self.first_unit + index as usize),
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
        let row = |row: &super::EventRow| super::EventRow { kind: self.kind, ..row.clone() };
        target.events.rows.extend(self.block.events.rows.iter().map(row));
        for line in &self.block.events.lines {
            let mut places = vec![None; self.first_unit];
            let place = |index: u32| line.places[0].and_then(|bits| self.at(bits, index, ports));
            places.extend((0..self.raw.count).map(place));
            let rows = line.rows.iter().map(|row| row + first_row).collect();
            target.events.lines.push(EventLine { rows, places, ..line.clone() });
        }
    }
}
