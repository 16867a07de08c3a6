//! Counters that are alike behave alike: if two exchange their registers, in all units of a kind, they exchange their next values.

use super::{differ, Step};
use crate::design::Reached;
use crate::machine::{Frame, Machine, State};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model::description::Counter;
use pmu_netlist::{Literal, TRUE};
use pmu_results::TheoremKind;
use pmu_verify::register_id::RegisterId;
use std::collections::{HashMap, HashSet};

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
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
        if let Some(other) = counters[at + 1..].iter().find(is_alike) {
            let pair = Pair { source, kind: kind(one), counters: [one, other] };
            theorems.extend(pair.theorem(machine, &start, [&frame, &after]));
        }
    }
    theorems
}

/// Two counters of a unit that are alike.
struct Pair<'s> {
    source: &'s Source<'s>,
    kind: usize,
    counters: [&'s Counter; 2],
}

/// A word of which both counters have bits.
struct Shared<'s> {
    word: &'s str,
    /// A bit of each.
    bits: [usize; 2],
}

impl<'s> Pair<'s> {
    fn theorem(&self, machine: &mut Machine, start: &State, frames: [&Frame; 2]) -> Option<Theorem> {
        let (words, shared) = (self.words(), self.shared());
        let exchanged = self.exchange(machine, &words, &shared)?;
        let other: State = exchanged.iter().map(|&from| start[from]).collect();
        let [first, second] = [start, &other].map(|start| Step::new(machine, start, frames[0], frames[1]));
        let mut violated = Vec::new();
        for [one, two] in &words {
            for [one, two] in [[one, two], [two, one]] {
                let (own, exchanged) = (machine.observed(&first.after, one), machine.observed(&second.after, two));
                violated.extend(differ(machine, one, &own, &exchanged));
            }
        }
        for Shared { word, bits } in &shared {
            let [own, exchanged] = [&first.after, &second.after].map(|cycle| machine.observed(cycle, word));
            for [from, to] in [*bits, [bits[1], bits[0]]] {
                let bit = |word: &[Literal], at: usize| word.get(at..=at).unwrap_or_default().to_vec();
                violated.extend(differ(machine, word, &bit(&own, from), &bit(&exchanged, to)));
            }
        }
        let mut assumed = self.even(machine, &first);
        assumed.extend(frames.map(|frame| frame.allowed));
        let hidden = self.hidden(machine, start, &exchanged, &violated);
        let runs = [start.clone(), other].map(|start| Run { start, frames: vec![frames[0].clone()] }).into();
        let [one, two] = self.counters.map(|counter| &self.source.pmu.description.registers[counter.register].name);
        let kind = &self.source.pmu.description.kinds[self.kind];
        let claim = Claim { assumed, violated, runs };
        Some(Theorem { hidden, ..Theorem::new(TheoremKind::Symmetry, &format!("{kind}, {one} and {two}"), claim) })
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
        for one_word in &pmu.description.states {
            let counterpart = rules.coupled_counterpart(&one_word.name, one.index, two.index);
            let other = counterpart.and_then(|name| pmu.description.states.iter().find(|word| word.name == name));
            words.extend(other.map(|other| [one_word.name.as_str(), other.name.as_str()]));
        }
        words.retain(|[a, b]| a != b);
        words
    }

    /// The words of which each counter has bits.
    fn shared(&self) -> Vec<Shared<'s>> {
        let Source { pmu, rules, map } = self.source;
        let mut shared = Vec::new();
        for (place, slot) in map.observable().filter(|(place, _)| self.units().any(|unit| unit == place.unit)) {
            let register = map.register(place);
            let [ones, twos] = self.counters.map(|counter| rules.bits_of_counter(register, counter.index));
            let word = pmu.observation.slots()[slot].name.as_str();
            shared
                .extend(ones.iter().zip(&twos).map(|(&one, &two)| Shared { word, bits: [one as usize, two as usize] }));
        }
        shared
    }

    /// For each register bit, the one whose value it has in the exchanged state; `None` if a word of one counter has a bit in a
    /// register and that of the other does not.
    fn exchange(&self, machine: &mut Machine, words: &[[&str; 2]], shared: &[Shared]) -> Option<Vec<usize>> {
        let registers = &machine.design.registers;
        let mut exchanged: Vec<usize> = (0..registers.len()).collect();
        let mut swap = |one: usize, two: usize| (exchanged[one], exchanged[two]) = (two, one);
        let places: HashMap<&str, usize> = registers.iter().map(|bit| bit.name.as_str()).zip(0..).collect();
        let mut paths = Vec::new();
        for [one, two] in words {
            let bits = machine.register_bits(&[one, two]);
            for (one, two) in bits[0].iter().zip(&bits[1]) {
                match (one, two) {
                    (Some(one), Some(two)) => {
                        swap(*one, *two);
                        paths.push([*one, *two].map(|bit| machine.design.registers[bit].name.as_str()));
                    }
                    (None, None) => {}
                    _ => return None,
                }
            }
        }
        for Shared { word, bits } in shared {
            let registers = machine.register_bits(&[word]).remove(0);
            if let [Some(Some(one)), Some(Some(two))] = bits.map(|bit| registers.get(bit).copied()) {
                swap(one, two);
            }
        }
        // Registers that no word shows are in instances of the same module.
        let instances: HashSet<[String; 2]> =
            paths.iter().filter_map(|[one, two]| first_difference(one, two)).collect();
        for (name, &one) in &places {
            for [from, to] in &instances {
                let counterpart = name.strip_prefix(from.as_str()).map(|rest| format!("{to}{rest}"));
                if let Some(&two) = counterpart.and_then(|name| places.get(name.as_str())) {
                    swap(one, two);
                }
            }
        }
        Some(exchanged)
    }

    /// The assumption that neither counter selects an event that only one of the two can count, or what another counter counts.
    fn even(&self, machine: &mut Machine, step: &Step) -> Vec<Literal> {
        let Source { pmu, rules, map } = self.source;
        let [one, two] = self.counters;
        let mut even = Vec::new();
        let selects =
            self.units().flat_map(|unit| self.counters.map(|counter| RegisterId { unit, register: counter.select }));
        for place in selects {
            let (register, slot) = (map.register(place), map.slot(place));
            let (Some(slot), Some(selects)) = (slot, register.selects) else { continue };
            let word = machine.observed(&step.cycle, &pmu.observation.slots()[slot].name);
            let parts = [Some(selects.event), selects.high].into_iter().flatten().map(|field| &register.fields[field]);
            let code: Option<Vec<_>> =
                parts.map(|field| word.get(field.low as usize..(field.low + field.width) as usize)).collect();
            let Some(code) = code.map(|code| code.concat()) else { continue };
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

    /// A register on which the next values depend, that no word shows, and of which the exchange is unknown.
    fn hidden(
        &self,
        machine: &mut Machine,
        start: &State,
        exchanged: &[usize],
        violated: &[Violation],
    ) -> Option<String> {
        let names: Vec<&str> = self.source.pmu.description.states.iter().map(|word| word.name.as_str()).collect();
        let mut known: HashSet<usize> = machine.register_bits(&names).concat().into_iter().flatten().collect();
        known.extend(exchanged.iter().enumerate().filter(|(to, from)| to != *from).map(|(to, _)| to));
        known.extend(
            machine
                .design
                .reached
                .iter()
                .enumerate()
                .filter(|(_, reached)| **reached != Reached::Free)
                .map(|(at, _)| at),
        );
        let any = machine.graph.any(violated.iter().map(|violation| violation.when));
        let cone: HashSet<Literal> = machine.graph.cone(any).into_iter().collect();
        let is_hidden = |&at: &usize| !known.contains(&at) && cone.contains(&(start[at] / 2));
        (0..start.len()).find(is_hidden).map(|at| machine.design.registers[at].name.clone())
    }
}

/// The paths up to and with the first component in which they differ.
fn first_difference(one: &str, two: &str) -> Option<[String; 2]> {
    let (ones, twos): (Vec<&str>, Vec<&str>) = (one.split('.').collect(), two.split('.').collect());
    let at = ones.iter().zip(&twos).position(|(one, two)| one != two)?;
    // A difference in the last component is that of two registers of one instance.
    (at + 1 < ones.len().min(twos.len())).then(|| [ones, twos].map(|parts| parts[..=at].join(".") + "."))
}
