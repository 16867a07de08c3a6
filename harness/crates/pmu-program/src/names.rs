//! Resolution of names to positions, with suggestions for names that do not exist.

use super::op::Target;
use golden_model_core::description::{AccessPath, EventLine, Field, InputField, Register, Unit};
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use std::borrow::Cow;
use std::collections::HashMap;

/// Lookup tables of one PMU.
pub struct Names<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    inputs: HashMap<&'p str, usize>,
    transactions: HashMap<&'p str, usize>,
    /// Bits of the observation by name, also by the short names of registers, and parts of registers.
    slots: HashMap<Cow<'p, str>, Target>,
    /// Positions of registers by unit kind and name or short name; for a part also the position of its access path.
    registers: HashMap<(usize, Cow<'p, str>), (usize, Option<usize>)>,
    /// Events on lanes by name.
    lane_lines: HashMap<&'p str, usize>,
    /// Event lines by unit and name.
    lines: HashMap<(usize, &'p str), usize>,
}

impl<'p> Names<'p> {
    /// Builds the tables of a PMU.
    pub fn new(pmu: &'p Pmu) -> Self {
        let description = &pmu.description;
        Self {
            pmu,
            inputs: positions(description.inputs.iter().map(|input| input.name.as_str())),
            transactions: positions(description.transactions.iter().map(|report| report.name.as_str())),
            slots: targets(pmu),
            registers: description.registers.iter().enumerate().flat_map(register_names).collect(),
            lane_lines: positions(description.events.lines.iter().map(|line| line.name.as_str())),
            lines: (0..description.units.len())
                .flat_map(|unit| lines_of(pmu, unit).map(move |line| (unit, line)))
                .map(|(unit, line)| ((unit, description.events.lines[line].name.as_str()), line))
                .collect(),
        }
    }

    /// Returns whether an input has this name.
    pub(crate) fn is_input(&self, name: &str) -> bool {
        self.inputs.contains_key(name)
    }

    /// Returns whether a transaction has this name.
    pub(crate) fn is_transaction(&self, name: &str) -> bool {
        self.transactions.contains_key(name)
    }

    /// Position of a transaction.
    pub(crate) fn transaction(&self, name: &str) -> Result<usize, String> {
        self.transactions.get(name).copied().ok_or_else(|| unknown("report", name, self.transactions.keys()))
    }

    /// Event on a lane, named `EVENT` or `EVENT:SUB`.
    pub(crate) fn lane_line(&self, name: &str) -> Result<&'p EventLine, String> {
        let lines = || self.pmu.description.events.lines.iter().filter(|line| line.slots.is_empty());
        let found = self.lane_lines.get(name).map(|&line| &self.pmu.description.events.lines[line]);
        found.ok_or_else(|| unknown("event on a lane", name, lines().map(|line| &line.name)))
    }

    /// Position, lowest bit and width of an input or of one of its fields.
    pub fn input_part(&self, name: &str) -> Result<(usize, u32, u32), String> {
        let inputs = &self.pmu.description.inputs;
        if let Some(&input) = self.inputs.get(name) {
            return Ok((input, 0, inputs[input].at.width));
        }
        let whole = name.rsplit_once('.').and_then(|(input, field)| Some((*self.inputs.get(input)?, field)));
        let Some((input, field)) = whole else {
            return Err(unknown("input", name, self.inputs.keys()));
        };
        let field = self.input_field(input, field)?;
        Ok((input, field.low, field.width))
    }

    /// A field of an input.
    pub(crate) fn input_field(&self, input: usize, name: &str) -> Result<&'p InputField, String> {
        let input = &self.pmu.description.inputs[input];
        let found = input.fields.iter().find(|field| field.name == name);
        found.ok_or_else(|| unknown(&format!("field of {}", input.name), name, input.fields.iter().map(|f| &f.name)))
    }

    /// The position of a unit.
    pub fn unit(&self, name: &str) -> Result<usize, String> {
        let units = &self.pmu.description.units;
        self.pmu.description.unit(name).ok_or_else(|| unknown("unit", name, units.iter().map(|u| &u.name)))
    }

    /// A unit that has registers, or the broadcast unit.
    pub(crate) fn target_unit(&self, name: &str) -> Result<TargetUnit<'p>, String> {
        let description = &self.pmu.description;
        if let Some(broadcast) = description.broadcast.as_ref().filter(|broadcast| broadcast.name == name) {
            return Ok(TargetUnit { number: broadcast.number, kind: 0, unit: None });
        }
        let found = description.unit(name).map(|unit| &description.units[unit]);
        let known = description.units.iter().filter(|unit| unit.number.is_some()).map(|unit| &unit.name);
        let known = known.chain(description.broadcast.iter().map(|unit| &unit.name));
        let unit = found.ok_or_else(|| unknown("unit", name, known))?;
        let number = unit.number.ok_or_else(|| format!("{name} has no registers"))?;
        Ok(TargetUnit { number, kind: unit.kind, unit: Some(unit) })
    }

    pub(crate) fn space_number(&self, name: &str) -> Result<u32, String> {
        let spaces = &self.pmu.description.spaces;
        let found = spaces.iter().find(|space| space.name == name).map(|space| space.number);
        found.ok_or_else(|| unknown("space", name, spaces.iter().map(|space| &space.name)))
    }

    /// A register by its name or short name.
    pub fn register(&self, kind: usize, name: &str) -> Result<&'p Register, String> {
        match self.register_or_part(kind, name)? {
            (register, None) => Ok(register),
            (register, Some(_)) => Err(format!("`{name}` is a part of `{}`; name the register", register.name)),
        }
    }

    /// A register, or one of the parts in which software accesses it.
    pub(crate) fn register_or_part(
        &self,
        kind: usize,
        name: &str,
    ) -> Result<(&'p Register, Option<&'p AccessPath>), String> {
        match self.registers.get(&(kind, Cow::Borrowed(name))) {
            Some(&(position, path)) => {
                let register = &self.pmu.description.registers[position];
                Ok((register, path.map(|path| &register.access[path])))
            }
            None => {
                let known = self.registers.keys().filter(|(of, _)| *of == kind).map(|(_, name)| name);
                Err(unknown("register", name, known))
            }
        }
    }

    /// Positions of the lines that a unit carries.
    pub(crate) fn lines_of(&self, unit: usize) -> impl Iterator<Item = usize> + 'p {
        lines_of(self.pmu, unit)
    }

    /// The event line of a unit named `EVENT` or `EVENT:SUB`.
    pub fn line(&self, unit: usize, name: &str) -> Result<usize, String> {
        if let Some(&line) = self.lines.get(&(unit, name)) {
            return Ok(line);
        }
        let lines = &self.pmu.description.events.lines;
        let prefix = format!("{name}:");
        let known: Vec<&str> = self.lines_of(unit).map(|line| lines[line].name.as_str()).collect();
        let mut subs: Vec<_> = known.iter().filter(|known| known.starts_with(&prefix)).copied().collect();
        if subs.is_empty() {
            let unit = &self.pmu.description.units[unit].name;
            return Err(unknown(&format!("event line of {unit}"), name, known.iter()));
        }
        subs.sort_unstable();
        Err(format!("event `{name}` has sub-events, name one of them: {}", subs.join(", ")))
    }

    /// The event line of a unit with that code and mask.
    pub(crate) fn line_by_code(&self, unit: usize, code: i128, mask: Option<i128>) -> Result<usize, String> {
        let lines = &self.pmu.description.events.lines;
        let fits = |line: &golden_model_core::description::EventLine| {
            i128::from(line.code) == code && line.mask.map(i128::from) == mask
        };
        if let Some(position) = self.lines_of(unit).find(|&line| fits(&lines[line])) {
            return Ok(position);
        }
        let masks: Vec<String> = self
            .lines_of(unit)
            .map(|line| &lines[line])
            .filter(|line| i128::from(line.code) == code)
            .map(|line| line.mask.map_or("no mask".to_owned(), |mask| format!("{mask:#04x}")))
            .collect();
        Err(match (masks.is_empty(), mask) {
            (true, _) => format!("no event has the code {code:#04x}"),
            (false, None) => format!("event {code:#04x} needs a mask bit: {}", masks.join(", ")),
            (false, Some(mask)) => {
                format!("event {code:#04x} has no line for mask {mask:#04x}; it has: {}", masks.join(", "))
            }
        })
    }

    /// An output, a state word, or a field of a state word.
    pub fn target(&self, name: &str) -> Result<Target, String> {
        if let Some(&target) = self.slots.get(name) {
            return Ok(target);
        }
        let whole = name.rsplit_once('.').and_then(|(word, field)| Some((*self.slots.get(word)?, word, field)));
        let Some((Target { slot, width, .. }, word, field)) = whole else {
            return Err(unknown("output or state word", name, self.slots.keys()));
        };
        let description = &self.pmu.description;
        let shown = Some(&self.pmu.observation.slots()[slot]).filter(|slot| slot.width == width);
        let shown = shown.map_or("", |slot| &slot.name);
        let state = description.states.iter().find(|state| state.name == *shown);
        let Some(register) = state.and_then(|state| state.register) else {
            return Err(format!("`{word}` has no fields"));
        };
        let field = find_field(&description.registers[register], field)?;
        Ok(Target { slot, low: field.low, width: field.width })
    }
}

/// Addressing of the registers of a unit.
pub(crate) struct TargetUnit<'p> {
    /// Value of `bus_unit`.
    pub number: u32,
    /// Kind of the unit.
    pub kind: usize,
    /// The unit; none for all units at once.
    pub unit: Option<&'p Unit>,
}

impl TargetUnit<'_> {
    /// Address of an access path in this unit.
    pub fn address(&self, path: &AccessPath) -> u32 {
        self.unit.map_or(path.address, |unit| path.in_unit(unit))
    }
}

/// A field of a register.
pub(super) fn find_field<'r>(register: &'r Register, name: &str) -> Result<&'r Field, String> {
    let found = register.fields.iter().find(|field| field.name == name);
    found.ok_or_else(|| unknown(&format!("field of {}", register.name), name, register.fields.iter().map(|f| &f.name)))
}

/// The names of a register and of its parts.
fn register_names<'p>(
    (position, register): (usize, &'p Register),
) -> impl Iterator<Item = ((usize, Cow<'p, str>), (usize, Option<usize>))> {
    let names = [Some(&register.name), register.short.as_ref()].into_iter().flatten();
    names.flat_map(move |name| {
        // The first access path to a part is its usual one; `via` names the others.
        let is_first = |(position, path): &(usize, &AccessPath)| {
            path.width < register.width && !register.access[..*position].iter().any(|other| other.suffix == path.suffix)
        };
        let parts = register.access.iter().enumerate().filter(is_first);
        let part =
            move |(path, access): (usize, &AccessPath)| (Cow::Owned(format!("{name}{}", access.suffix)), Some(path));
        let whole = [(Cow::Borrowed(name.as_str()), None)];
        whole.into_iter().chain(parts.map(part)).map(move |(name, path)| ((register.kind, name), (position, path)))
    })
}

/// Bits of the observation by name: slots, also by the short names of registers, and parts of registers.
fn targets(pmu: &Pmu) -> HashMap<Cow<'_, str>, Target> {
    let description = &pmu.description;
    let mut named = HashMap::new();
    for (at, slot) in pmu.observation.slots().iter().enumerate() {
        let whole = Target { slot: at, low: 0, width: slot.width };
        named.insert(Cow::Borrowed(slot.name.as_str()), whole);
        let state = description.states.iter().find(|state| state.name == slot.name);
        let register = state.and_then(|state| state.register).map(|register| &description.registers[register]);
        let Some((register, (unit, _))) = register.zip(slot.name.split_once('.')) else { continue };
        for ((_, name), (_, path)) in register_names((0, register)) {
            let target = match path.map(|path| &register.access[path]) {
                None => whole,
                Some(part) if part.low >= slot.width => continue,
                Some(part) => Target { slot: at, low: part.low, width: part.width.min(slot.width - part.low) },
            };
            named.entry(Cow::Owned(format!("{unit}.{name}"))).or_insert(target);
        }
    }
    named
}

fn lines_of(pmu: &Pmu, unit: usize) -> impl Iterator<Item = usize> + '_ {
    let events = &pmu.description.events;
    (0..events.lines.len()).filter(move |&line| events.line_bits(line, unit).is_some())
}

fn positions<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<&'n str, usize> {
    names.enumerate().map(|(position, name)| (name, position)).collect()
}
