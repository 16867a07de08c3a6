//! PMUs inside another: the blocks of a socket or a processor.

use super::load::Wrong;
use super::names::numbered;
use super::raw::RawInstance;
use super::{Description, EventLine, Input, Port, PortBits, Signal, Space, Unit, Window};
use crate::bus::{ways, Way};

/// Adds the units, registers, ports, state and events of a block, once or several times.
pub(super) fn add_instance(target: &mut Description, raw: &RawInstance, block: &Description) -> Wrong<()> {
    if block.units.len() != 1 {
        return Err(format!("instance of {}: it has {} units where one is needed", raw.of, block.units.len()));
    }
    if raw.count > 1 && !raw.unit.contains('#') {
        return Err(format!("instance of {}: {} units named {}", raw.of, raw.count, raw.unit));
    }
    let new = Instances { raw, block, kind: target.kinds.len(), first_unit: target.units.len() };
    target.kinds.push(raw.kind());
    target.blocks.push(Some(raw.of.clone()));
    new.add_spaces(target)?;
    let first_register = target.registers.len();
    target.registers.extend(block.registers.iter().map(|register| {
        let select = register.select.map(|select| select + first_register);
        super::Register { kind: new.kind, select, ..register.clone() }
    }));
    for (index, offset) in (0..).zip(new.address_offsets()?) {
        new.add_unit(target, index, offset)?;
    }
    let ports = new.add_ports(target)?;
    new.add_signals(target, first_register);
    new.add_events(target, &ports);
    Ok(())
}

/// Addresses that a unit answers.
struct Reach {
    space: u32,
    first: u32,
    last: u32,
}

impl Reach {
    fn overlaps(&self, other: &Self) -> bool {
        self.space == other.space && self.first <= other.last && other.first <= self.last
    }
}

/// All addresses that a unit answers.
fn reaches(description: &Description, unit: usize) -> Vec<Reach> {
    let way = |way: Way| Reach { space: way.space, first: way.address, last: way.address };
    let mut reaches: Vec<Reach> = ways(description, unit).into_iter().map(way).collect();
    for space in &description.spaces {
        let own = space.windows.iter().filter(|window| window.unit.is_none_or(|of| of == unit));
        reaches.extend(own.map(|window| Reach {
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

    /// What is added to the addresses of each instance.
    fn address_offsets(&self) -> Wrong<Vec<u32>> {
        let RawInstance { of, count, addresses, address_stride, .. } = self.raw;
        let offsets: Vec<u32> = match addresses.is_empty() {
            true => (0..*count).map(|index| index * address_stride).collect(),
            false => addresses.clone(),
        };
        if offsets.len() != *count as usize {
            return Err(format!("instance of {of}: {} addresses for {count} units", offsets.len()));
        }
        if !addresses.is_empty() && *address_stride != 0 {
            return Err(format!("instance of {of}: addresses stands instead of address_stride"));
        }
        let has_windows = self.block.spaces.iter().any(|space| !space.windows.is_empty());
        if let Some(odd) = offsets.iter().find(|&offset| has_windows && offset % 4 != 0) {
            return Err(format!("instance of {of}: {odd:#x} is not the address of a dword"));
        }
        let highest = reaches(self.block, 0).iter().map(|reach| reach.last).max().unwrap_or(0);
        match offsets.iter().find(|offset| offset.checked_add(highest).is_none()) {
            Some(far) => Err(format!("instance of {of}: at {far:#x} its addresses have more than 32 bits")),
            None => Ok(offsets),
        }
    }

    /// Adds a unit with its windows. No other with that number may answer at its addresses.
    fn add_unit(&self, target: &mut Description, index: u32, address_offset: u32) -> Wrong<()> {
        let position = target.units.len();
        for space in &self.block.spaces {
            let known = target.spaces.iter_mut().filter(|known| known.number == space.number);
            known.for_each(|known| {
                let moved = |of: &Window| Window { unit: Some(position), first: of.first + address_offset, ..*of };
                known.windows.extend(space.windows.iter().map(moved));
            });
        }
        let (name, number) = (self.unit_name(index), Some(self.raw.number));
        target.units.push(Unit { name, number, kind: self.kind, index: index as usize, address_offset });
        let own = reaches(target, position);
        for other in (0..position).filter(|&other| target.units[other].number == number) {
            let theirs = reaches(target, other);
            let both = own.iter().find(|own| theirs.iter().any(|other| own.overlaps(other)));
            if let Some(both) = both {
                let [name, other] = [position, other].map(|unit| &target.units[unit].name);
                return Err(format!("{name} and {other} both answer at {:#x} of space {}", both.first, both.space));
            }
        }
        Ok(())
    }

    fn add_spaces(&self, target: &mut Description) -> Wrong<()> {
        for space in &self.block.spaces {
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

#[cfg(test)]
mod tests {
    use super::super::{Description, DescriptionError, Files};
    use rstest::rstest;

    /// A PMU with one register at 0x10 and a window of eight dwords.
    const BLOCK: &str = r#"
id = "block"
name = ""
manual = ""
requirement_prefixes = []
[[unit]]
name = "block"
number = 0
[[space]]
name = "pci"
number = 1
doc = ""
section = ""
dwords = 8
[[register]]
name = "R"
width = 32
section = ""
doc = ""
access = [{ space = "pci", address = 0x10 }]
field = [{ name = "all", bits = "31:0", access = "rw", reset = 0, section = "", doc = "" }]
[[input]]
name = "event"
per_unit = true
verilog = "event"
width = 1
section = ""
doc = ""
"#;

    const EVENTS: &str =
        "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";

    fn parse(id: &str, toml: &str) -> Result<Description, DescriptionError> {
        let files = Files { toml, events: EVENTS, requirements: "id,section,text\n", coverage: "", whole: None };
        Description::parse(id, &files, &|id| (id == "block").then(|| parse(id, BLOCK)))
    }

    /// Two kinds of blocks with these lines in the first, followed by this.
    fn whole(lines: &str, rest: &str) -> Result<Description, DescriptionError> {
        let head = "id = \"whole\"\nname = \"\"\nmanual = \"\"\nrequirement_prefixes = []";
        let second = "of = \"block\"\nunit = \"b\"\nnumber = 0\nprefix = \"b_\"\naddresses = [0x8000]";
        let first = format!("of = \"block\"\nunit = \"a#\"\nnumber = 0\nprefix = \"a_\"\n{lines}");
        parse("whole", &format!("{head}\n[[instance]]\n{first}\n[[instance]]\n{second}\n{rest}"))
    }

    #[test]
    fn each_instance_answers_at_its_addresses() {
        let whole = whole("count = 2\naddresses = [0x1000, 0x5000]", "").expect("valid");
        let offsets: Vec<_> = whole.units.iter().map(|unit| (unit.name.as_str(), unit.address_offset)).collect();
        assert_eq!(offsets, [("a0", 0x1000), ("a1", 0x5000), ("b", 0x8000)]);
        let answered = [0x1000, 0x101C, 0x5004, 0x8000].map(|address| whole.answers(1, address));
        let refused = [0x0, 0x10, 0x1002, 0x1020, 0x5020, 0xFFFC].map(|address| whole.answers(1, address));
        assert_eq!((answered, refused), ([true; 4], [false; 6]));
        assert_eq!(whole.blocks, [Some("block".to_owned()), Some("block".to_owned())]);
    }

    #[rstest]
    #[case("count = 2\naddresses = [0x1000]", "instance of block: 1 addresses for 2 units")]
    #[case("count = 1\naddresses = [0x1000, 0x2000]", "instance of block: 2 addresses for 1 units")]
    #[case(
        "count = 2\naddresses = [0x1000, 0x2000]\naddress_stride = 4",
        "instance of block: addresses stands instead of address_stride"
    )]
    #[case("count = 2\naddresses = [0x1000, 0x101C]", "a1 and a0 both answer at 0x101c of space 1")]
    #[case("count = 2\naddresses = [0x1000, 0x7FE4]", "b and a1 both answer at 0x8000 of space 1")]
    #[case("count = 2\naddress_stride = 0", "a1 and a0 both answer at 0x10 of space 1")]
    #[case("addresses = [0x1001]", "instance of block: 0x1001 is not the address of a dword")]
    #[case("addresses = [0xFFFFFFF0]", "instance of block: at 0xfffffff0 its addresses have more than 32 bits")]
    fn addresses_that_do_not_fit(#[case] lines: &str, #[case] what: &str) {
        assert_eq!(whole(lines, "").expect_err("invalid").to_string(), format!("whole: {what}"));
    }

    fn input(lines: &str) -> String {
        format!("[[input]]\nname = \"lat\"\nper_unit = true\nwidth = 3\nsection = \"\"\ndoc = \"\"\n{lines}")
    }

    #[test]
    fn several_kinds_have_an_input() {
        let input = input("kinds = [\"a\", \"b\"]\nverilog = \"{prefix}lat\"");
        let whole = whole("count = 2\naddresses = [0x1000, 0x5000]", &input).expect("valid");
        let names: Vec<_> =
            whole.inputs.iter().filter(|input| input.pattern == "lat").map(|input| &input.name).collect();
        assert_eq!(names, ["a0.lat", "a1.lat", "b.lat"]);
        let ports: Vec<_> = whole.in_ports.iter().map(|port| (port.verilog.as_str(), port.width)).collect();
        assert_eq!(ports, [("a_event", 2), ("b_event", 1), ("a_lat", 6), ("b_lat", 3)]);
    }

    #[rstest]
    #[case("kind = \"a\"\nkinds = [\"a\"]\nverilog = \"lat\"", "lat: kinds stands instead of kind")]
    #[case("kinds = [\"c\"]\nverilog = \"lat\"", "there is no unit of kind c")]
    #[case("kinds = [\"a\", \"b\"]\nverilog = \"lat\"", "input lat: two inputs have the port lat")]
    #[case("verilog = \"{prefix}lat\"", "{prefix}lat: only instances have a prefix, and kinds names them")]
    fn kinds_that_do_not_fit(#[case] lines: &str, #[case] what: &str) {
        let error = whole("addresses = [0x1000]", &input(lines)).expect_err("invalid");
        assert_eq!(error.to_string(), format!("whole: {what}"));
    }
}
