//! From names to positions, with suggestions for names that do not exist.

use super::op::Target;
use golden_model::description::{Field, Register};
use golden_model::Pmu;
use std::collections::HashMap;

/// Lookup tables of one PMU.
pub(super) struct Names<'p> {
    pub pmu: &'p Pmu,
    inputs: HashMap<&'p str, usize>,
    slots: HashMap<&'p str, usize>,
    registers: HashMap<&'p str, usize>,
    lines: HashMap<&'p str, usize>,
}

impl<'p> Names<'p> {
    pub fn new(pmu: &'p Pmu) -> Self {
        let description = &pmu.description;
        Self {
            pmu,
            inputs: positions(description.inputs.iter().map(|input| input.name.as_str())),
            slots: positions(pmu.observation.slots().iter().map(|slot| slot.name.as_str())),
            registers: positions(description.registers.iter().map(|register| register.name.as_str())),
            lines: positions(description.events.lines.iter().map(|line| line.name.as_str())),
        }
    }

    pub fn input(&self, name: &str) -> Result<usize, String> {
        self.inputs.get(name).copied().ok_or_else(|| unknown("input", name, self.inputs.keys()))
    }

    /// The position of a unit that has registers and events of its own.
    pub fn unit(&self, name: &str) -> Result<usize, String> {
        let units = &self.pmu.description.units;
        units
            .iter()
            .position(|unit| unit.name == name)
            .ok_or_else(|| unknown("unit", name, units.iter().map(|u| &u.name)))
    }

    /// `bus_unit` of a unit or of the broadcast unit.
    pub fn unit_number(&self, name: &str) -> Result<u32, String> {
        let description = &self.pmu.description;
        let all = description.units.iter().chain(&description.broadcast).map(|unit| &unit.name);
        description.unit(name).map(|unit| unit.number).ok_or_else(|| unknown("unit", name, all))
    }

    pub fn space_number(&self, name: &str) -> Result<u32, String> {
        let spaces = &self.pmu.description.spaces;
        let found = spaces.iter().find(|space| space.name == name).map(|space| space.number);
        found.ok_or_else(|| unknown("space", name, spaces.iter().map(|space| &space.name)))
    }

    pub fn register(&self, name: &str) -> Result<&'p Register, String> {
        match self.registers.get(name) {
            Some(&position) => Ok(&self.pmu.description.registers[position]),
            None => Err(unknown("register", name, self.registers.keys())),
        }
    }

    /// The event line named `EVENT` or `EVENT:SUB`.
    pub fn line(&self, name: &str) -> Result<usize, String> {
        if let Some(&line) = self.lines.get(name) {
            return Ok(line);
        }
        let prefix = format!("{name}:");
        let mut subs: Vec<_> = self.lines.keys().filter(|known| known.starts_with(&prefix)).copied().collect();
        if subs.is_empty() {
            return Err(unknown("event", name, self.lines.keys()));
        }
        subs.sort_unstable();
        Err(format!("event `{name}` has sub-events, name one of them: {}", subs.join(", ")))
    }

    /// The event line with that code and mask.
    pub fn line_by_code(&self, code: i128, mask: Option<i128>) -> Result<usize, String> {
        let lines = &self.pmu.description.events.lines;
        let fits = |line: &golden_model::description::EventLine| {
            i128::from(line.code) == code && line.mask.map(i128::from) == mask
        };
        if let Some(position) = lines.iter().position(fits) {
            return Ok(position);
        }
        let masks: Vec<String> = lines
            .iter()
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
        if let Some(&slot) = self.slots.get(name) {
            return Ok(Target { slot, low: 0, width: self.pmu.observation.slots()[slot].width });
        }
        let whole = name.rsplit_once('.').and_then(|(word, field)| Some((*self.slots.get(word)?, word, field)));
        let Some((slot, word, field)) = whole else {
            return Err(unknown("output or state word", name, self.slots.keys()));
        };
        let description = &self.pmu.description;
        let state = description.states.iter().find(|state| state.name == word);
        let Some(register) = state.and_then(|state| state.register) else {
            return Err(format!("`{word}` has no fields"));
        };
        let field = find_field(&description.registers[register], field)?;
        Ok(Target { slot, low: field.low, width: field.width })
    }
}

/// A field of a register.
pub(super) fn find_field<'r>(register: &'r Register, name: &str) -> Result<&'r Field, String> {
    let found = register.fields.iter().find(|field| field.name == name);
    found.ok_or_else(|| unknown(&format!("field of {}", register.name), name, register.fields.iter().map(|f| &f.name)))
}

fn positions<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<&'n str, usize> {
    names.enumerate().map(|(position, name)| (name, position)).collect()
}

/// "there is no ... `x`", with the names that look like it.
pub fn unknown<S: AsRef<str>>(what: &str, name: &str, known: impl Iterator<Item = S>) -> String {
    let mut near: Vec<(f64, String)> = known
        .map(|candidate| {
            (
                strsim::jaro_winkler(&name.to_lowercase(), &candidate.as_ref().to_lowercase()),
                candidate.as_ref().to_owned(),
            )
        })
        .filter(|(score, _)| *score > 0.75)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let near: Vec<String> = near.into_iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
    match near.is_empty() {
        true => format!("there is no {what} `{name}`"),
        false => format!("there is no {what} `{name}`; did you mean {}?", near.join(" or ")),
    }
}
