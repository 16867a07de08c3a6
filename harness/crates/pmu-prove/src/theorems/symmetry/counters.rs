//! Counters that are alike behave alike: if two exchange their registers, in all units of a kind, they exchange their next values.

use super::exchange::Exchange;
use crate::machine::Machine;
use crate::theorem::{Source, Theorem};
use crate::theorems::{selected_code, Step};
use golden_model_core::description::Counter;
use pmu_netlist::{Literal, TRUE};
use pmu_verify::register_id::RegisterId;
use std::collections::HashSet;

pub fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let (frame, after) = (machine.free_frame(), machine.free_frame());
    let start = machine.free_state();
    let counters = source.pmu.description.counters();
    let kind = |counter: &Counter| source.pmu.description.units[counter.unit].kind;
    let mut theorems = Vec::new();
    for (at, one) in counters.iter().enumerate() {
        // The first unit of a kind stands for all.
        if counters[..at].iter().any(|before| before.unit != one.unit && kind(before) == kind(one)) {
            continue;
        }
        let is_alike = |other: &&Counter| source.rules.are_alike(source.pmu, one, other);
        // Each with the next that is like it; all others follow.
        let Some(other) = counters[at + 1..].iter().find(is_alike) else { continue };
        let pair = Pair { source, kind: kind(one), counters: [one, other] };
        let exchange = Exchange { words: pair.words(), shared: pair.shared(), outputs: Vec::new() };
        let even = |machine: &mut Machine, step: &Step| pair.even(machine, step);
        theorems.extend(exchange.theorem(machine, source, &pair.name(), &start, [[&frame, &after]; 2], even));
    }
    theorems
}

/// Two counters of a unit that are alike.
struct Pair<'s> {
    source: &'s Source<'s>,
    kind: usize,
    counters: [&'s Counter; 2],
}

impl<'s> Pair<'s> {
    fn name(&self) -> String {
        let description = &self.source.pmu.description;
        let [one, two] = self.counters.map(|counter| &description.registers[counter.register].name);
        match description.kinds[self.kind].as_str() {
            "" => format!("{one} and {two}"),
            kind => format!("{kind}, {one} and {two}"),
        }
    }

    /// The units of the kind.
    fn units(&self) -> impl Iterator<Item = usize> + '_ {
        let units = self.source.pmu.description.units.iter().enumerate();
        units.filter(|(_, unit)| unit.kind == self.kind).map(|(position, _)| position)
    }

    /// The words of counters and of what they select, in pairs, and those through which counters of that number are coupled.
    fn words(&self) -> Vec<[&'s str; 2]> {
        let Source { pmu, rules, map } = self.source;
        let slots = pmu.observation.slots();
        let word = |unit, register| map.slot(RegisterId { unit, register }).map(|slot| slots[slot].name.as_str());
        let [one, two] = self.counters;
        let mut words = Vec::new();
        for unit in self.units() {
            let pairs = [[one.register, two.register], [one.select, two.select]];
            words.extend(pairs.iter().filter_map(|[a, b]| Some([word(unit, *a)?, word(unit, *b)?])));
        }
        // Words through which counters are coupled, one for each counter.
        let counters = pmu.description.counters();
        let number = counters.iter().filter(|counter| counter.unit == one.unit).count();
        for coupled in &pmu.description.states {
            let of = |index| {
                let name = rules.coupled_counterpart(&coupled.name, one.index, index)?;
                pmu.description.states.iter().find(|word| word.name == name).map(|word| word.name.as_str())
            };
            if (0..number).all(|index| of(index).is_some()) && of(number).is_none() {
                words.extend(of(two.index).map(|other| [coupled.name.as_str(), other]));
            }
        }
        words.retain(|[a, b]| a != b);
        words
    }

    /// The words of which each counter has bits.
    fn shared(&self) -> Vec<(&'s str, [usize; 2])> {
        let Source { pmu, rules, map } = self.source;
        let mut shared = Vec::new();
        for (place, slot) in map.observable().filter(|(place, _)| self.units().any(|unit| unit == place.unit)) {
            let register = map.register(place);
            let [ones, twos] = self.counters.map(|counter| rules.bits_of_counter(register, counter.index));
            let word = pmu.observation.slots()[slot].name.as_str();
            shared.extend(ones.iter().zip(&twos).map(|(&one, &two)| (word, [one as usize, two as usize])));
        }
        shared
    }

    /// The assumption that neither counter selects an event that only one of the two can count, or what another counter counts.
    fn even(&self, machine: &mut Machine, step: &Step) -> Vec<Literal> {
        let Source { pmu, rules, map } = self.source;
        let [one, two] = self.counters;
        let mut even = Vec::new();
        let selects =
            self.units().flat_map(|unit| self.counters.map(|counter| RegisterId { unit, register: counter.select }));
        for place in selects {
            let register = map.register(place);
            let Some(code) = selected_code(machine, self.source, place, &step.cycle) else { continue };
            let rows = pmu.description.events.rows.iter().filter(|row| row.kind == register.kind);
            let uneven = rows.filter(|row| row.may_count(one.index) != row.may_count(two.index));
            let taps = rules.taps.iter().filter(|tap| tap.register == register.pattern).map(|tap| tap.event);
            let codes: HashSet<u64> = uneven.map(|row| row.code.into()).chain(taps).collect();
            for number in codes {
                let selected = machine.graph.is_number(&code, number);
                even.push(selected ^ TRUE);
            }
        }
        even
    }
}
