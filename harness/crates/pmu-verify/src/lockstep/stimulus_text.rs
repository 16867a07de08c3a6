//! The stimulus of a cycle as statements of programs.

use golden_model_core::description::Input;
use golden_model_core::{Description, Pmu};
use pmu_program::{input_value, is_transaction_input, transactions_in, Access, Expected, Op, OpKind};
use std::cmp::Ordering;

/// Largest number of event lines, or inputs of one name, that are listed for a unit and cycle.
const MAX_LINES: usize = 8;

/// Reset, access, inputs and events of a frame, as statements of programs.
pub(super) fn lines(pmu: &Pmu, frame: &[u64]) -> Vec<String> {
    let mut lines = Vec::new();
    if pmu.frame.slot("rst").get(frame) == 1 {
        lines.push("reset".to_owned());
    }
    lines.extend(access(pmu, frame).map(|access| Op { line: 0, kind: OpKind::Access(access) }.to_text(pmu)));
    lines.extend(transactions_in(pmu, frame).into_iter().map(|kind| Op { line: 0, kind }.to_text(pmu)));
    lines.extend(inputs(pmu, frame));
    let units = pmu.description.units.iter().enumerate();
    lines.extend(units.flat_map(|(unit, of)| events(pmu, frame, unit, &of.name)));
    lines
}

/// The access of a frame.
pub(crate) fn access(pmu: &Pmu, frame: &[u64]) -> Option<Access> {
    let value = |name: &str| pmu.frame.find(name).map_or(0, |slot| slot.get(frame));
    (value("bus_valid") == 1).then(|| Access {
        space: value("bus_space") as u32,
        unit: value("bus_unit") as u32,
        address: value("bus_addr") as u32,
        write: (value("bus_write") == 1).then(|| value("bus_wdata")),
        expected: Expected::Anything,
    })
}

/// The inputs that do not carry event lines.
pub(super) fn plain_inputs(description: &Description) -> impl Iterator<Item = &Input> {
    let carries = |input: &&Input| {
        let of = input.unit.unwrap_or_default();
        let bits = |line: usize| description.events.line_bits(line, of);
        (0..description.events.lines.len()).filter_map(bits).any(|bits| bits.port == input.at.port)
    };
    description.inputs.iter().filter(move |input| !carries(input))
}

/// The inputs that are not 0, up to a limit for each name.
///
/// Without those that carry event lines or belong to transactions.
fn inputs(pmu: &Pmu, frame: &[u64]) -> Vec<String> {
    let description = &pmu.description;
    let mut lines = Vec::new();
    let mut group: Option<(Option<usize>, &str, usize)> = None;
    let position = |name: &str| description.inputs.iter().position(|known| known.name == name);
    for input in plain_inputs(description) {
        if position(&input.name).is_some_and(|position| is_transaction_input(description, position)) {
            continue;
        }
        let value = pmu.in_frame(input.at).get(frame);
        if value == 0 {
            continue;
        }
        let count = match group {
            Some((unit, pattern, count)) if (unit, pattern) == (input.unit, input.pattern.as_str()) => count + 1,
            _ => 1,
        };
        group = Some((input.unit, &input.pattern, count));
        match count.cmp(&(MAX_LINES + 1)) {
            Ordering::Less => {
                lines.push(format!("{}{}", input.name, input_value(value, input)));
            }
            Ordering::Equal => lines.push(format!("and other {}", input.pattern)),
            Ordering::Greater => {}
        }
    }
    lines
}

/// The active event lines of a unit.
fn events(pmu: &Pmu, frame: &[u64], unit: usize, name: &str) -> Vec<String> {
    let events = &pmu.description.events;
    let count = |line: usize| Some(pmu.in_frame(events.line_bits(line, unit)?).get(frame));
    let active = (0..events.lines.len()).filter_map(|line| Some((line, count(line).filter(|&count| count != 0)?)));
    let active: Vec<_> = active.collect();
    let text = |&(line, count): &(usize, u64)| format!("{name} {} = {count}", events.lines[line].name);
    let mut lines: Vec<_> = active.iter().take(MAX_LINES).map(text).collect();
    if active.len() > MAX_LINES {
        lines.push(format!("{name} and {} other event lines", active.len() - MAX_LINES));
    }
    lines
}
