//! What a counter selects, as logic.

use super::Cycles;
use crate::machine::{Cycle, Machine};
use crate::theorem::Source;
use golden_model_core::description::{Counter, EventLine, EventRow, Register, Selects};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_verify::register_id::RegisterId;
use std::collections::BTreeSet;

/// A counter of which the RTL has the count and what it selects.
pub(super) struct Selecting<'a> {
    /// State word of the counter.
    pub count: &'a str,
    /// What it selects in the first cycle.
    pub selection: Selection,
    /// The assumptions that it selects an event with a line, and does not count for other units. Events without lines may be made of
    /// those of others.
    pub assumed: Vec<Literal>,
}

impl Cycles {
    /// `None` if the RTL does not have the words of the counter, its register selects no event, or no event has a line.
    pub(super) fn selecting<'a>(
        &self,
        machine: &mut Machine,
        source: &'a Source,
        counter: &Counter,
    ) -> Option<Selecting<'a>> {
        let events = &source.pmu.description.events;
        if !events.lines.iter().any(has_bits) {
            return None;
        }
        let slots = source.pmu.observation.slots();
        let word = |register| {
            let slot = source.map.slot(RegisterId { unit: counter.unit, register })?;
            Some(slots[slot].name.as_str())
        };
        let (count, select) = (word(counter.register)?, word(counter.select)?);
        if machine.width(count) == 0 {
            return None;
        }
        let register = &source.pmu.description.registers[counter.select];
        let selection = Selection::new(machine, source, register, &self.first.cycle, select)?;
        let taps = source.rules.taps.iter().filter(|tap| tap.register == register.pattern).map(|tap| tap.event);
        let has_line = |row: &usize| events.lines.iter().any(|line| has_bits(line) && line.rows.contains(row));
        let without_line = (0..events.rows.len()).filter(|row| !has_line(row)).map(|row| &events.rows[row]);
        let without_line = without_line.filter(|row| row.kind == register.kind).map(|row| row.code.into());
        let exempt: BTreeSet<u64> = taps.chain(without_line).collect();
        let mut assumed: Vec<_> =
            exempt.iter().map(|&code| machine.graph.is_number(&selection.code, code) ^ 1).collect();
        assumed.push(selection.others ^ 1);
        Some(Selecting { count, selection, assumed })
    }
}

/// Whether a line is a part of an input. Events that come with their code have none.
fn has_bits(line: &EventLine) -> bool {
    line.slots.iter().any(Option::is_some)
}

/// How a mask selects the lines of patterns. Which of the two a PMU has is not in its description.
#[derive(Clone, Copy)]
pub(super) enum Masks {
    /// Patterns may be combined: one with all bits of another, and more, selects the line of that too.
    Combined,
    /// Only the pattern of a line selects it.
    Exact,
}

/// What a counter selects.
pub(super) struct Selection {
    code: Vec<Literal>,
    mask: Vec<Literal>,
    /// Whether the counter counts the events of other units too.
    others: Literal,
    /// Kind of the unit of the counter.
    kind: usize,
}

impl Selection {
    /// `None` if the RTL does not have the word of the register, or the register selects no event.
    fn new(machine: &mut Machine, source: &Source, register: &Register, cycle: &Cycle, word: &str) -> Option<Self> {
        let Selects { event, high, mask } = register.selects?;
        let word = machine.observed(cycle, word);
        let field = |position: usize| {
            let field = &register.fields[position];
            word.get(field.low as usize..(field.low + field.width) as usize).map(<[Literal]>::to_vec)
        };
        let mut code = field(event)?;
        if let Some(high) = high {
            code.extend(field(high)?);
        }
        let mask = mask.map_or(Some(Vec::new()), field)?;
        let bits = source.rules.bits_for_other_units(register);
        let others = word.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &literal)| literal);
        let others = machine.graph.any(others.collect::<Vec<_>>());
        Some(Self { code, mask, others, kind: register.kind })
    }

    /// Whether the counter counts the occurrences on a line.
    pub(super) fn selects(&self, machine: &mut Machine, source: &Source, line: &EventLine, masks: Masks) -> Literal {
        // The lines of paths have several rows, each of which selects a part of the path.
        let mut selected = TRUE;
        for &row in &line.rows {
            let row = &source.pmu.description.events.rows[row];
            if row.kind != self.kind {
                return FALSE;
            }
            let code = machine.graph.is_number(&self.code, row.code.into());
            let mask = self.has_mask(machine, row, masks);
            let both = machine.graph.and(code, mask);
            selected = machine.graph.and(selected, both);
        }
        selected
    }

    fn has_mask(&self, machine: &mut Machine, row: &EventRow, masks: Masks) -> Literal {
        let bit = |number: u32, at: usize| number >> at.min(31) & 1 == 1;
        match row.umask {
            Some(mask) if row.umask_kind == "bit" => {
                let bits = self.mask.iter().enumerate().filter(|(at, _)| bit(mask, *at)).map(|(_, &literal)| literal);
                machine.graph.any(bits.collect::<Vec<_>>())
            }
            Some(mask) => {
                let bits = self.mask.iter().enumerate().filter(|(at, _)| !bit(row.dont_care, *at));
                let bits = bits.filter_map(|(at, &literal)| match masks {
                    _ if bit(mask, at) => Some(literal),
                    Masks::Combined => None,
                    Masks::Exact => Some(literal ^ 1),
                });
                machine.graph.all(bits.collect::<Vec<_>>())
            }
            None => TRUE,
        }
    }
}
