//! Groups of a coverage plan: when they sample, and which values.

use super::classes::{number, Classes};
use super::cross::{Axis, AxisKind, Cross};
use super::signal::{find, Source, ACCESSES};
use golden_model_core::description::{CoverAxis, CoverGroup, Each};
use golden_model_core::placeholders::expand as fill;
use golden_model_core::suggest::unknown;
use golden_model_core::Bits;
use pmu_program::Names;

/// The sampling event of a group for one owner.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    /// A value in the observation changes in this manner from one cycle to the next.
    Change(Change, Bits),
    /// A cycle with reset.
    Reset,
    /// An access is accepted.
    Accepted,
    /// An access is refused.
    Refused,
    /// A register is written: positions of unit and register.
    Written(usize, usize),
    /// A register is read.
    Read(usize, usize),
}

/// How a value changes from one cycle to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It changes in a cycle without a write: a counter counted.
    Counted,
    /// A counter counts beyond its largest value.
    Overflowed,
    /// A bit becomes 1.
    Rose,
    /// A bit becomes 0.
    Fell,
}

/// A group for one of its owners.
pub(super) struct GroupInstance {
    /// Name of the owner; empty for the PMU.
    pub owner: String,
    /// When it samples.
    pub moment: Moment,
    /// The values that it samples.
    pub cross: Cross,
}

/// Expands a group for all of its owners, with bins from position `first` on.
pub(super) fn expand(names: &Names, group: &CoverGroup, mut first: usize) -> Result<Vec<GroupInstance>, String> {
    let in_group = |what: String| format!("group `{}`: {what}", group.name);
    let mut all = Vec::new();
    for owner in owners(names, group).map_err(in_group)? {
        let owned = owner.own(names, group, first).map_err(in_group)?;
        first += owned.cross.len();
        all.push(owned);
    }
    match all.is_empty() {
        true => Err(in_group("no unit or counter of the PMU has it".to_owned())),
        false => Ok(all),
    }
}

/// Values of the placeholders in a group, for one owner.
#[derive(Default)]
struct GroupScope {
    name: String,
    values: Vec<(&'static str, String)>,
}

fn owners(names: &Names, group: &CoverGroup) -> Result<Vec<GroupScope>, String> {
    let description = &names.pmu.description;
    let position = |kind: &String| {
        let found = description.kinds.iter().position(|known| known == kind);
        found.ok_or_else(|| unknown("kind of units", kind, description.kinds.iter()))
    };
    let kinds = match group.kinds.is_empty() {
        true => vec![0],
        false => group.kinds.iter().map(position).collect::<Result<Vec<usize>, String>>()?,
    };
    let of_kind = |unit: usize| kinds.contains(&description.units[unit].kind);
    Ok(match group.each {
        Each::Pmu => vec![GroupScope::default()],
        Each::Unit => {
            let units = description.units.iter().filter(|unit| kinds.contains(&unit.kind));
            let owner = |unit: &golden_model_core::description::Unit| GroupScope {
                name: unit.name.clone(),
                values: vec![("unit", unit.name.clone()), ("u", unit.index.to_string())],
            };
            units.map(owner).collect()
        }
        Each::Counter => {
            let counters = description.counters().into_iter().filter(|counter| of_kind(counter.unit));
            let owner = |counter: golden_model_core::description::Counter| {
                let (unit, select) = (&description.units[counter.unit], &description.registers[counter.select]);
                GroupScope {
                    name: description.counter_name(&counter),
                    values: vec![
                        ("unit", unit.name.clone()),
                        ("u", unit.index.to_string()),
                        ("counter", description.counter_name(&counter)),
                        ("select", format!("{}.{}", unit.name, select.name)),
                        ("i", counter.index.to_string()),
                    ],
                }
            };
            counters.map(owner).collect()
        }
    })
}

impl GroupScope {
    fn fill(&self, text: &str) -> Result<String, String> {
        fill(text, &self.values).map_err(|what| format!("`{text}`: {what}"))
    }

    fn own(&self, names: &Names, group: &CoverGroup, first: usize) -> Result<GroupInstance, String> {
        let moment = moment(names, &self.fill(&group.when)?)?;
        let written = match moment {
            Moment::Written(_, register) => Some(&names.pmu.description.registers[register]),
            _ => None,
        };
        let signal = |text: &str| find(names, &self.fill(text)?, written);
        let condition = |text: &String| {
            let text = self.fill(text)?;
            let (left, right, equal) = match (text.split_once("=="), text.split_once("!=")) {
                (Some((left, right)), _) => (left, right, true),
                (None, Some((left, right))) => (left, right, false),
                (None, None) => return Err(format!("`{text}` is neither NAME == NUMBER nor NAME != NUMBER")),
            };
            let value = number(right.trim()).ok_or_else(|| format!("`{text}`: {right} is not a number"))?;
            Ok((signal(left.trim())?, value, equal))
        };
        let axis = |axis: &CoverAxis| {
            let signal = signal(&axis.of)?;
            let kind = match (axis.bits, signal.source) {
                (true, _) => AxisKind::Bits,
                (false, Source::Access) => AxisKind::Classes(Classes::named(&ACCESSES)),
                (false, _) => AxisKind::Classes(
                    Classes::parse(&axis.classes, signal.bits.width())
                        .map_err(|what| format!("{}: {what}", axis.name))?,
                ),
            };
            Ok(Axis { name: axis.name.clone(), signal, kind })
        };
        let conditions = group.conditions.iter().map(condition).collect::<Result<_, String>>()?;
        let axes: Vec<Axis> = group.cross.iter().map(axis).collect::<Result<_, String>>()?;
        let looks_ahead = |axis: &Axis| axis.signal.source == Source::Next;
        if let (Moment::Refused, Some(ahead)) = (moment, axes.iter().find(|axis| looks_ahead(axis))) {
            return Err(format!("{}: a refused access may be in the last cycle, which has no next cycle", ahead.name));
        }
        Ok(GroupInstance { owner: self.name.clone(), moment, cross: Cross::new(first, conditions, axes) })
    }
}

/// Parses `reset`, `refused`, `counted NAME`, `written REGISTER` and the other sampling events.
fn moment(names: &Names, text: &str) -> Result<Moment, String> {
    let (what, name) = text.split_once(' ').unwrap_or((text, ""));
    let change = |change: Change| {
        let signal = find(names, name, None)?;
        match signal.source {
            Source::Now => Ok(Moment::Change(change, signal.bits)),
            _ => Err(format!("`{text}`: {name} is not an output or state word")),
        }
    };
    let register = || {
        let (unit, register) = name.split_once('.').ok_or_else(|| format!("`{text}` needs UNIT.REGISTER"))?;
        let unit = names.unit(unit)?;
        let description = &names.pmu.description;
        let named = names.register(description.units[unit].kind, register)?;
        let wanted = |position: &usize| description.registers[*position].name == named.name;
        let position = description.registers_of(description.units[unit].kind).find(wanted);
        position.map(|position| (unit, position)).ok_or_else(|| format!("`{text}`: there is no such register"))
    };
    match (what, name) {
        ("reset", "") => Ok(Moment::Reset),
        ("accepted", "") => Ok(Moment::Accepted),
        ("refused", "") => Ok(Moment::Refused),
        ("written", _) => register().map(|(unit, register)| Moment::Written(unit, register)),
        ("read", _) => register().map(|(unit, register)| Moment::Read(unit, register)),
        ("counted", _) => change(Change::Counted),
        ("overflowed", _) => change(Change::Overflowed),
        ("rose", _) => change(Change::Rose),
        ("fell", _) => change(Change::Fell),
        _ => Err(format!(
            "`{text}` is not a sampling event; use reset, accepted, refused, written REGISTER, read REGISTER, counted NAME, overflowed \
             NAME, rose NAME or fell NAME"
        )),
    }
}
