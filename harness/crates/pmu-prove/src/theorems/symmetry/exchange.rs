//! The exchange of the registers of two counters or units.

use crate::design::Reached;
use crate::machine::{Frame, Machine, State, WordBit};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use crate::theorems::{differ, Step};
use pmu_netlist::Literal;
use pmu_results::TheoremKind;
use std::collections::{HashMap, HashSet};

/// An exchange of state words.
pub struct Exchange<'s> {
    /// Words that are exchanged.
    pub words: Vec<[&'s str; 2]>,
    /// Words of which two bits are exchanged.
    pub shared: Vec<(&'s str, [usize; 2])>,
    /// Outputs that are exchanged.
    pub outputs: Vec<[&'s str; 2]>,
}

impl Exchange<'_> {
    /// The theorem that the exchanged state leads to the exchanged next state. `frames` are the cycle and the one after it, for
    /// each of the two; `assume` adds assumptions about the cycle.
    ///
    /// `None` if the registers that belong to each other are not known.
    pub fn theorem(
        &self,
        machine: &mut Machine,
        source: &Source,
        name: &str,
        start: &State,
        frames: [[&Frame; 2]; 2],
        assume: impl Fn(&mut Machine, &Step) -> Vec<Literal>,
    ) -> Option<Theorem> {
        // Nothing can be said of a word that the RTL does not have.
        if self.words.iter().flatten().any(|word| machine.width(word) == 0) {
            return None;
        }
        let words: Vec<&str> =
            self.words.iter().flatten().chain(self.shared.iter().map(|(word, _)| word)).copied().collect();
        if let Some(word) = machine.first_logic(&words) {
            return Some(Theorem::of_logic(TheoremKind::Symmetry, name, word));
        }
        let exchanged = self.registers(machine)?;
        let other: State = exchanged.iter().map(|&from| start[from]).collect();
        let states = [start, &other];
        let [first, second] = [0, 1].map(|run| Step::new(machine, states[run], frames[run][0], frames[run][1]));
        let mut violated = Vec::new();
        for &[one, two] in &self.words {
            for [one, two] in [[one, two], [two, one]] {
                let (own, exchanged) = (machine.observed(&first.after, one), machine.observed(&second.after, two));
                violated.extend(differ(machine, one, &own, &exchanged));
            }
        }
        for &(word, [one, two]) in &self.shared {
            let [own, exchanged] = [&first.after, &second.after].map(|cycle| machine.observed(cycle, word));
            for (from, to) in [(one, two), (two, one)] {
                let bit = |word: &[Literal], at: usize| word.get(at..=at).unwrap_or_default().to_vec();
                violated.extend(differ(machine, word, &bit(&own, from), &bit(&exchanged, to)));
            }
        }
        for &[one, two] in &self.outputs {
            for [one, two] in [[one, two], [two, one]] {
                let (own, exchanged) = (machine.observed(&first.cycle, one), machine.observed(&second.cycle, two));
                violated.extend(differ(machine, one, &own, &exchanged));
            }
        }
        let mut assumed = assume(machine, &first);
        assumed.extend(frames.as_flattened().iter().map(|frame| frame.allowed));
        let unknown = hidden(machine, source, start, &exchanged, &violated)
            .map(|register| format!("the register {register}, which no state word shows, may distinguish the two"));
        let runs = [0, 1].map(|run| Run { start: states[run].clone(), frames: vec![frames[run][0].clone()] }).into();
        let claim = Claim { assumed, violated, runs };
        Some(Theorem { unknown, ..Theorem::new(TheoremKind::Symmetry, name, claim) })
    }

    /// For each register bit, the one whose value it has in the exchanged state; `None` if a word of one counter has a bit in a
    /// register and that of the other does not.
    fn registers(&self, machine: &mut Machine) -> Option<Vec<usize>> {
        let registers = &machine.design.registers;
        let mut exchanged: Vec<usize> = (0..registers.len()).collect();
        let mut swap = |one: usize, two: usize| (exchanged[one], exchanged[two]) = (two, one);
        let places: HashMap<&str, usize> = registers.iter().map(|bit| bit.name.as_str()).zip(0..).collect();
        let mut paths = Vec::new();
        for &[one, two] in &self.words {
            let bits = machine.register_bits(&[one, two]);
            for (one, two) in bits[0].iter().zip(&bits[1]) {
                match (one.register(), two.register()) {
                    (Some(one), Some(two)) => {
                        swap(one, two);
                        paths.push([one, two].map(|bit| machine.design.registers[bit].name.as_str()));
                    }
                    (None, None) => {}
                    _ => return None,
                }
            }
        }
        for &(word, bits) in &self.shared {
            let registers = machine.register_bits(&[word]).remove(0);
            if let [Some(one), Some(two)] = bits.map(|bit| registers.get(bit)?.register()) {
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
}

/// A register on which the next values depend, that no word shows, and of which the exchange is unknown.
fn hidden(
    machine: &mut Machine,
    source: &Source,
    start: &State,
    exchanged: &[usize],
    violated: &[Violation],
) -> Option<String> {
    let names: Vec<&str> = source.pmu.description.states.iter().map(|word| word.name.as_str()).collect();
    let mut known: HashSet<usize> =
        machine.register_bits(&names).concat().into_iter().filter_map(WordBit::register).collect();
    known.extend(exchanged.iter().enumerate().filter(|(to, from)| to != *from).map(|(to, _)| to));
    known.extend(
        machine.design.reached.iter().enumerate().filter(|(_, reached)| **reached != Reached::Free).map(|(at, _)| at),
    );
    let any = machine.graph.any(violated.iter().map(|violation| violation.when));
    let cone: HashSet<Literal> = machine.graph.cone(&[any]).into_iter().collect();
    let is_hidden = |&at: &usize| !known.contains(&at) && cone.contains(&(start[at] / 2));
    (0..start.len()).find(is_hidden).map(|at| machine.design.registers[at].name.clone())
}

/// The paths up to and with the first component in which they differ.
fn first_difference(one: &str, two: &str) -> Option<[String; 2]> {
    let (ones, twos): (Vec<&str>, Vec<&str>) = (one.split('.').collect(), two.split('.').collect());
    let at = ones.iter().zip(&twos).position(|(one, two)| one != two)?;
    // A difference in the last component is that of two registers of one instance.
    (at + 1 < ones.len().min(twos.len())).then(|| [ones, twos].map(|parts| parts[..=at].join(".") + "."))
}
