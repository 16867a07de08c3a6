//! Units of one kind behave alike: if two exchange their registers and their inputs, they exchange their outputs and next values.

use super::exchange::Exchange;
use crate::machine::{Frame, Machine};
use crate::theorem::{Source, Theorem};
use crate::theorems::Step;
use golden_model_core::description::{PortBits, Signal};
use pmu_netlist::{Literal, FALSE, TRUE};

pub fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let description = &source.pmu.description;
    // A word that the units share may have their numbers in it.
    if description.states.iter().any(|word| word.unit.is_none()) {
        return Vec::new();
    }
    let mut theorems = Vec::new();
    for (one, unit) in description.units.iter().enumerate() {
        // Each with the next of its kind; all others follow.
        let next = description.units[one + 1..].iter().position(|other| other.kind == unit.kind);
        if let Some(next) = next {
            theorems.extend(Pair { source, units: [one, one + 1 + next] }.theorem(machine));
        }
    }
    theorems
}

/// Two units of a kind.
struct Pair<'s> {
    source: &'s Source<'s>,
    units: [usize; 2],
}

impl<'s> Pair<'s> {
    fn theorem(&self, machine: &mut Machine) -> Option<Theorem> {
        let description = &self.source.pmu.description;
        let [one, two] = self.units.map(|unit| &description.units[unit].name);
        let (start, frame, after) = (machine.free_state(), machine.free_frame(), machine.free_frame());
        let words = self.pairs(&description.states);
        if words.is_empty() {
            return None;
        }
        let exchanged = [&frame, &after].map(|frame| self.exchanged(machine, frame));
        let exchange = Exchange { words, shared: Vec::new(), outputs: self.pairs(&description.outputs) };
        let frames = [[&frame, &after], exchanged.each_ref()];
        let alone = |machine: &mut Machine, step: &Step| self.alone(machine, step);
        exchange.theorem(machine, self.source, &format!("{one} and {two}"), &start, frames, alone)
    }

    /// The signals of one unit, each with that of the other.
    fn pairs(&self, signals: &'s [Signal]) -> Vec<[&'s str; 2]> {
        let units = &self.source.pmu.description.units;
        let [one, two] = self.units.map(|unit| units[unit].name.as_str());
        let own = signals.iter().filter(|signal| signal.unit == Some(self.units[0]));
        let counterpart = |signal: &Signal| {
            let name = format!("{two}{}", signal.name.strip_prefix(one)?);
            signals.iter().find(|other| other.name == name).map(|other| other.name.as_str())
        };
        own.filter_map(|signal| Some([signal.name.as_str(), counterpart(signal)?])).collect()
    }

    /// The inputs if the units are exchanged.
    fn exchanged(&self, machine: &mut Machine, frame: &Frame) -> Frame {
        let description = &self.source.pmu.description;
        let one = self.units[0];
        let mut exchanged = frame.clone();
        let mut swap = |ones: PortBits, twos: PortBits| {
            let [first, second] = [ones, twos].map(|at| machine.input_bits(frame, at));
            machine.put(&mut exchanged, ones, &second);
            machine.put(&mut exchanged, twos, &first);
        };
        for line in 0..description.events.lines.len() {
            if let [Some(ones), Some(twos)] = self.units.map(|unit| description.events.line_bits(line, unit)) {
                swap(ones, twos);
            }
        }
        let names = self.units.map(|unit| description.units[unit].name.as_str());
        for input in description.inputs.iter().filter(|input| input.unit == Some(one)) {
            let name = input.name.strip_prefix(names[0]).map(|rest| format!("{}{rest}", names[1]));
            if let Some(other) = description.inputs.iter().find(|other| Some(&other.name) == name.as_ref()) {
                swap(input.at, other.at);
            }
        }
        let indices = self.units.map(|unit| description.units[unit].index as u64);
        for input in description.inputs.iter().filter(|input| self.source.rules.is_unit_number(input)) {
            let number = machine.input_bits(frame, input.at);
            let [is_one, is_two] = indices.map(|index| machine.graph.is_number(&number, index));
            let bits = number.iter().enumerate().map(|(bit, &own)| {
                let [one, two] = indices.map(|index| Literal::from(index >> bit & 1 == 1));
                let other = machine.graph.select(is_two, one, own);
                machine.graph.select(is_one, two, other)
            });
            let bits: Vec<_> = bits.collect();
            machine.put(&mut exchanged, input.at, &bits);
        }
        exchanged
    }

    /// The assumption that no counter counts the events of other units.
    fn alone(&self, machine: &mut Machine, step: &Step) -> Vec<Literal> {
        let Source { pmu, rules, map } = self.source;
        let mut alone = Vec::new();
        for (place, slot) in map.observable() {
            let bits = rules.bits_for_other_units(map.register(place));
            let word = machine.observed(&step.cycle, &pmu.observation.slots()[slot].name);
            let set = word.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &bit)| bit);
            alone.extend(set.filter(|&bit| bit != FALSE).map(|bit| bit ^ TRUE));
        }
        alone
    }
}
