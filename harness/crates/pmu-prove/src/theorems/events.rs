//! A counter does not depend on the lines of events that it does not select, nor on those of other units.

use super::{differ, Cycles, Step};
use crate::machine::{Cycle, Frame, Machine};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model::description::{Counter, EventLine, EventRow, Register, Selects};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_results::TheoremKind;
use pmu_verify::register_id::RegisterId;
use std::collections::BTreeSet;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    if source.pmu.description.events.lines.is_empty() {
        return Vec::new();
    }
    let cycles = Cycles::new(machine);
    let counters = source.pmu.description.counters();
    counters.iter().filter_map(|counter| cycles.own_events(machine, source, counter)).collect()
}

impl Cycles {
    fn own_events(&self, machine: &mut Machine, source: &Source, counter: &Counter) -> Option<Theorem> {
        let slots = source.pmu.observation.slots();
        let word = |register| {
            let slot = source.map.slot(RegisterId { unit: counter.unit, register })?;
            Some(slots[slot].name.as_str())
        };
        let (own, select) = (word(counter.register)?, word(counter.select)?);
        // Nothing can be said of a counter that the RTL does not have.
        if machine.width(own) == 0 {
            return None;
        }
        let register = &source.pmu.description.registers[counter.select];
        let selection = Selection::new(machine, source, register, &self.first.cycle, select)?;
        let events = &source.pmu.description.events;
        let taps = source.rules.taps.iter().filter(|tap| tap.register == register.pattern).map(|tap| tap.event);
        // Events without lines may be made of those of others.
        let has_line = |row: &usize| events.lines.iter().any(|line| line.rows.contains(row));
        let without_line = (0..events.rows.len()).filter(|row| !has_line(row)).map(|row| &events.rows[row]);
        let without_line = without_line.filter(|row| row.kind == register.kind).map(|row| row.code.into());
        let exempt: BTreeSet<u64> = taps.chain(without_line).collect();
        let exempt: Vec<_> = exempt.iter().map(|&code| machine.graph.is_number(&selection.code, code) ^ 1).collect();
        let other = self.with_other_lines(machine, source, &selection, counter.unit);
        let second = Step::new(machine, &self.start, &other, &self.after);
        let frames = [self.frame.clone(), other];
        let mut assumed: Vec<_> = frames.iter().map(|frame| frame.allowed).chain([self.after.allowed]).collect();
        assumed.extend(exempt);
        assumed.push(selection.others ^ 1);
        let [one, two] = [&self.first.after, &second.after].map(|cycle| machine.observed(cycle, own));
        let violated: Vec<Violation> = differ(machine, own, &one, &two).into_iter().collect();
        let runs = frames.map(|frame| Run { start: self.start.clone(), frames: vec![frame] }).into();
        Some(Theorem::new(TheoremKind::Events, own, Claim { assumed, violated, runs }))
    }

    /// The cycle with other occurrences on the lines that are not selected.
    fn with_other_lines(&self, machine: &mut Machine, source: &Source, selection: &Selection, own: usize) -> Frame {
        let description = &source.pmu.description;
        let mut other = self.frame.clone();
        for line in &description.events.lines {
            let selected = selection.selects(machine, source, line);
            for at in line.slots.iter().flatten() {
                // Units may share a line, which then has a place for one of them or the same place for all.
                let is_own = line.slots[own].is_none_or(|slot| slot == *at);
                let selected = if is_own { selected } else { FALSE };
                let same = machine.input_bits(&self.frame, *at);
                let free = machine.free(at.width as usize);
                let fits = machine.at_most(&free, line.max);
                other.allowed = machine.graph.and(other.allowed, fits);
                let bits = same.iter().zip(&free).map(|(&same, &free)| machine.graph.select(selected, same, free));
                let bits: Vec<_> = bits.collect();
                machine.put(&mut other, *at, &bits);
            }
        }
        other
    }
}

/// What a counter selects.
struct Selection {
    code: Vec<Literal>,
    mask: Vec<Literal>,
    /// Whether the counter counts the events of other units too.
    others: Literal,
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
        Some(Self { code, mask, others })
    }

    fn selects(&self, machine: &mut Machine, source: &Source, line: &EventLine) -> Literal {
        let mut selected = FALSE;
        for &row in &line.rows {
            let row = &source.pmu.description.events.rows[row];
            let code = machine.graph.is_number(&self.code, row.code.into());
            let mask = self.has_mask(machine, row);
            let both = machine.graph.and(code, mask);
            selected = machine.graph.or(selected, both);
        }
        selected
    }

    fn has_mask(&self, machine: &mut Machine, row: &EventRow) -> Literal {
        let bit = |number: u32, at: usize| number >> at.min(31) & 1 == 1;
        match row.umask {
            Some(mask) if row.umask_kind == "bit" => {
                let bits = self.mask.iter().enumerate().filter(|(at, _)| bit(mask, *at)).map(|(_, &literal)| literal);
                machine.graph.any(bits.collect::<Vec<_>>())
            }
            // Patterns may be combined: one with all bits of this one, and more, may select its line too.
            Some(mask) => {
                let bits = self.mask.iter().enumerate();
                let bits =
                    bits.filter(|(at, _)| bit(mask, *at) && !bit(row.dont_care, *at)).map(|(_, &literal)| literal);
                machine.graph.all(bits.collect::<Vec<_>>())
            }
            None => TRUE,
        }
    }
}
