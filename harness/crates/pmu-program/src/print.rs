//! Operations back to text, in the language of `docs/programs.md`.

use super::op::{Access, Activity, Assignment, Expected, Lines, Op, OpKind, Target};
use super::program::Program;
use super::roll::rolled;
use golden_model_core::description::{AccessPath, Field, Input, InputField, Register};
use golden_model_core::Pmu;
use std::fmt::Write;

impl Program {
    /// Returns the program as text with `repeat` as its only loop. Parsing it results in the same operations.
    pub fn to_text(&self, pmu: &Pmu) -> String {
        let mut text = format!("pmu {}\n", self.pmu);
        if !self.requires.is_empty() {
            let _ = writeln!(text, "requires {}", self.requires.join(" "));
        }
        if !self.covers.is_empty() {
            let _ = writeln!(text, "covers {}", self.covers.join(" "));
        }
        if self.power_on != 0 {
            let _ = writeln!(text, "power_on {}", self.power_on);
        }
        for run in rolled(&self.ops) {
            let indent = if run.times > 1 { "    " } else { "" };
            if run.times > 1 {
                let _ = writeln!(text, "repeat {} {{", run.times);
            }
            for op in &self.ops[run.items.clone()] {
                let _ = writeln!(text, "{indent}{}", op.to_text(pmu));
            }
            if run.times > 1 {
                text.push_str("}\n");
            }
        }
        text
    }
}

impl Op {
    /// Returns the operation as a statement.
    pub fn to_text(&self, pmu: &Pmu) -> String {
        match &self.kind {
            OpKind::Set(assignment) => format!("set {}", assignment_text(assignment, pmu)),
            OpKind::Pulse(assignment) => format!("raise {}", assignment_text(assignment, pmu)),
            OpKind::Report(drive) => super::transaction::text(drive, pmu),
            OpKind::Raise(activity) => format!("raise {}", activity_text(activity, pmu)),
            OpKind::Hold(activity) => format!("hold {}", activity_text(activity, pmu)),
            OpKind::Expect { target, value } => format!("expect {} == {value:#x}", target.name(pmu)),
            OpKind::Access(access) => access_text(access, pmu),
            OpKind::Reset(None) => "reset".to_owned(),
            OpKind::Reset(Some(access)) => format!("reset with {}", access_text(access, pmu)),
            OpKind::Wait(1) => "wait".to_owned(),
            OpKind::Wait(cycles) => format!("wait {cycles}"),
        }
    }
}

impl Target {
    /// Name of the slot, or of the field or sub-register that these bits are.
    pub fn name(&self, pmu: &Pmu) -> String {
        let slot = &pmu.observation.slots()[self.slot];
        if self.width == slot.width {
            return slot.name.clone();
        }
        let state = pmu.description.states.iter().find(|state| state.name == slot.name);
        let register = state.and_then(|state| state.register).map(|register| &pmu.description.registers[register]);
        let is_field = |field: &&Field| (field.low, field.width) == (self.low, self.width);
        let is_part = |path: &&AccessPath| {
            (path.low, path.width.min(slot.width - path.low.min(slot.width))) == (self.low, self.width)
        };
        let field = register.and_then(|register| register.fields.iter().find(is_field));
        let part = register.and_then(|register| register.access.iter().find(is_part));
        match (field, part) {
            (Some(field), _) => format!("{}.{}", slot.name, field.name),
            (None, Some(part)) => format!("{}{}", slot.name, part.suffix),
            (None, None) => format!("{}[{}:{}]", slot.name, self.low + self.width - 1, self.low),
        }
    }
}

fn assignment_text(assignment: &Assignment, pmu: &Pmu) -> String {
    let input = &pmu.description.inputs[assignment.input];
    let Assignment { low, width, value, .. } = *assignment;
    if width == input.at.width {
        return format!("{}{}", input.name, input_value(value, input));
    }
    let field = input.fields.iter().find(|field| (field.low, field.width) == (low, width));
    let field = field.map_or(format!("[{}:{low}]", low + width - 1), |field| format!(".{}", field.name));
    format!("{}{field} = {value}", input.name)
}

/// Formats ` = value`, or ` FIELD=value ...` for an input with fields.
pub fn input_value(value: u64, input: &Input) -> String {
    let named = |field: &&InputField| field.extract(value) != 0;
    let text: String =
        input.fields.iter().filter(named).map(|f| format!(" {}={:#x}", f.name, f.extract(value))).collect();
    let described: u64 = input.fields.iter().map(|field| field.extract(value) << field.low).sum();
    match described == value && !text.is_empty() {
        true => text,
        false => format!(" = {value:#x}"),
    }
}

fn activity_text(activity: &Activity, pmu: &Pmu) -> String {
    let line = match activity.lines {
        Lines::One(line) => pmu.description.events.lines[line].name.as_str(),
        Lines::All => "*",
    };
    format!("{} {line} = {}", pmu.description.units[activity.unit].name, activity.count)
}

fn access_text(access: &Access, pmu: &Pmu) -> String {
    let place = place(access, pmu);
    let operation = if access.write.is_some() { "write" } else { "read" };
    let data = access.write.map(|value| match place.register {
        Some(register) => register.value_text_without(value, |field| field.must_be),
        None => format!(" = {value:#x}"),
    });
    let data = data.unwrap_or_default();
    let (field, expected) = match access.expected {
        Expected::Anything => (None, String::new()),
        Expected::Accepted => (None, " expect ok".to_owned()),
        Expected::Refused => (None, " expect error".to_owned()),
        Expected::Value { low, width, value } => {
            let register = place.register.filter(|register| width < register.width);
            let is_read = |field: &&Field| (field.low, field.width) == (low, width);
            let field = register.and_then(|register| register.fields.iter().find(is_read));
            (field, format!(" expect {value:#x}"))
        }
    };
    let field = field.map(|field| format!(".{}", field.name)).unwrap_or_default();
    format!("{operation} {}{field}{}{data}{expected}", place.text, place.via)
}

struct AddressText<'p> {
    text: String,
    via: String,
    /// The register, if the access reaches all of its bits.
    register: Option<&'p Register>,
    /// The register and the access path to it or to some of its bits.
    reached: Option<(&'p Register, &'p AccessPath)>,
}

/// The name of the accessed register, or its numbers if no register has this address.
fn place<'p>(access: &Access, pmu: &'p Pmu) -> AddressText<'p> {
    let description = &pmu.description;
    let broadcast = description.broadcast.as_ref().filter(|unit| unit.number == access.unit);
    let units = || description.units.iter().filter(|unit| unit.number == Some(access.unit));
    let named = units().map(|unit| (&unit.name, unit.kind, Some(unit)));
    for (unit, kind, own) in named.chain(broadcast.map(|unit| (&unit.name, 0, None))) {
        // If a write has more bits than the register, only the raw address can express it.
        let fits = |path: &AccessPath| access.write.is_none_or(|data| path.width >= 64 || data >> path.width == 0);
        for register in description.registers.iter().filter(|register| register.kind == kind) {
            let address = |path: &AccessPath| own.map_or(path.address, |unit| path.in_unit(unit));
            let here = |path: &AccessPath| (path.space_number, address(path)) == (access.space, access.address);
            let found = register.access.iter().enumerate().find(|(_, path)| here(path) && fits(path));
            let Some((position, path)) = found else { continue };
            let is_part = path.width < register.width;
            let usual =
                register.access.iter().position(|other| other.suffix == path.suffix).filter(|_| is_part).unwrap_or(0);
            let via = if position == usual { String::new() } else { format!(" via {}", path.space) };
            if is_part {
                let text = format!("{unit}.{}{}", register.name, path.suffix);
                return AddressText { text, via, register: None, reached: Some((register, path)) };
            }
            let text = format!("{unit}.{}", register.name);
            return AddressText { text, via, register: Some(register), reached: Some((register, path)) };
        }
    }
    let unit = units().map(|unit| &unit.name).chain(broadcast.map(|unit| &unit.name)).next();
    let unit = unit.map_or(format!("unit({})", access.unit), String::clone);
    let space = description.spaces.iter().find(|space| space.number == access.space);
    let space = space.map_or(format!("space({})", access.space), |space| space.name.clone());
    let text = format!("{unit} {space}:{:#x}", access.address);
    AddressText { text, via: String::new(), register: None, reached: None }
}

/// Returns the name of the accessed register in programs, the register, and the access path to it or to some of its bits.
pub fn accessed_register<'p>(access: &Access, pmu: &'p Pmu) -> Option<(String, &'p Register, &'p AccessPath)> {
    // Also a write of more bits than the register has reaches it.
    let place = place(&Access { write: None, ..access.clone() }, pmu);
    let (register, path) = place.reached?;
    Some((place.text, register, path))
}
