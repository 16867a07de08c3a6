//! The overview of a PMU: its names by kind and unit, with numbered names in one.

use super::folded::folded;
use super::paragraph;
use golden_model_core::description::{Description, Signal};

/// Columns of the kinds.
const KIND: usize = 14;

pub(super) fn overview(description: &Description) -> String {
    let Description { id, name, manual, inputs, transactions, events, requirements, choices, .. } = description;
    let units = description.units.iter().map(|unit| &unit.name);
    let units = units.chain(description.broadcast.iter().map(|all| &all.name));
    let signals = |signals: &[Signal]| folded(signals.iter().map(|signal| &signal.name));
    let range = match (requirements.first(), requirements.last()) {
        (Some(first), Some(last)) => format!("{}: {} to {}", requirements.len(), first.id, last.id),
        _ => String::new(),
    };
    let mut text = format!("{id}: {name}\n");
    for (kind, names) in [
        ("manual", vec![manual.clone()]),
        ("units", folded(units)),
        ("registers", folded(description.registers.iter().map(|register| &register.name))),
        ("counters", folded(description.counters().iter().map(|counter| description.counter_name(counter)))),
        ("inputs", folded(inputs.iter().map(|input| &input.name))),
        ("transactions", folded(transactions.iter().map(|transaction| &transaction.name))),
        ("outputs", signals(&description.outputs)),
        ("state", signals(&description.states)),
        ("events", vec![format!("{} rows on {} lines; --events lists them", events.rows.len(), events.lines.len())]),
        ("requirements", vec![range]),
        ("choices", choices.iter().map(|choice| choice.id.clone()).collect()),
    ] {
        if names.iter().any(|name| !name.is_empty()) {
            text.push_str(&by_unit(kind, &names));
        }
    }
    text.push_str(&format!("\n`describe {id} NAME` describes one of them; "));
    text.push_str(&format!("`describe {id} TEXT` lists those that contain TEXT.\n"));
    text
}

/// The names of a kind. If several units have names, each unit has a paragraph.
fn by_unit(kind: &str, names: &[String]) -> String {
    let mut units: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let is_name = !name.contains(' ');
        let (unit, rest) = name.split_once('.').filter(|_| is_name).unwrap_or(("", name));
        match units.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, all)) => all.push(rest),
            None => units.push((unit, vec![rest])),
        }
    }
    // Below the names of a unit, those without one would seem to belong to it.
    units.sort_by_key(|(unit, _)| !unit.is_empty());
    let mut text = String::new();
    for (position, (unit, names)) in units.iter().enumerate() {
        let kind = if position == 0 { kind } else { "" };
        let unit = if unit.is_empty() { String::new() } else { format!("{unit}: ") };
        text.push_str(&paragraph(&format!("{kind:KIND$}"), &format!("{unit}{}", names.join(" "))));
    }
    text
}
