//! A write stores its data in the fields that software can write, and changes no other register.

use super::words::{Words, WordsAt};
use crate::machine::{Frame, Machine, State};
use crate::theorem::{Execution, Source, Theorem};
use golden_model::description::{AccessPath, Field, FieldAccess, Operation, Register};
use pmu_netlist::{Literal, FALSE, TRUE};
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::RegisterPath;
use pmu_verify::register_id::RegisterId;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let words = Words::new(machine);
    let state = machine.free_state();
    let idle = machine.free_frame();
    let without = machine.run(&state, &idle).next;
    let (before, without) = (words.at(machine, &state), words.at(machine, &without));
    let unwritten = Unwritten { state, idle, before, without };
    let paths = source.map.paths.iter().filter(|path| {
        let of = source.map.access_path(path);
        !of.read_only && !source.rules.refuses(&of.space) && !source.rules.is_window(source.map.register(path.register))
    });
    paths.flat_map(|path| of_path(machine, source, &words, &unwritten, path)).collect()
}

/// The cycle without the write.
struct Unwritten {
    state: State,
    idle: Frame,
    before: WordsAt,
    without: WordsAt,
}

fn of_path(
    machine: &mut Machine,
    source: &Source,
    words: &Words,
    unwritten: &Unwritten,
    path: &RegisterPath,
) -> Vec<Theorem> {
    let register = source.map.register(path.register);
    let access = source.map.access_path(path);
    let data = machine.free(access.width as usize);
    let frame = machine.writing(&unwritten.idle, &source.map.access(path, Some(0)), &data);
    let with = machine.run(&unwritten.state, &frame).next;
    let with = words.at(machine, &with);
    let unit = &source.pmu.description.units[path.register.unit].name;
    let subject = format!("{unit}.{}{} ({})", register.name, access.suffix, access.space);
    let theorem = |kind, assumed: Vec<Literal>, violated: Vec<Literal>| Theorem {
        kind,
        subject: subject.clone(),
        assumed: [&[frame.allowed][..], &assumed].concat(),
        violated: violated.into_iter().filter(|&bit| bit != FALSE).collect(),
        executions: [&frame, &unwritten.idle]
            .map(|frame| Execution { start: unwritten.state.clone(), frames: vec![frame.clone()] })
            .into(),
    };
    let own = source.value_of(path.register);
    let mut theorems = Vec::new();
    if let Some((word, start)) = own.filter(|_| !source.rules.counts_when_written(register)) {
        let cleared = with_cleared_flags(machine, words, unwritten, register, (word, start));
        let at = |at: &WordsAt, bit: u32| at.bit(word, start + bit);
        let mut violated = Vec::new();
        for field in &register.fields {
            for bit in field.low..field.low + field.width {
                let bits = BitOf {
                    with: at(&with, bit),
                    without: at(&unwritten.without, bit),
                    before: at(&unwritten.before, bit),
                    set: cleared.as_ref().map_or(FALSE, |cleared| at(cleared, bit)),
                };
                violated.push(wrong_bit(machine, field, access, bit, &data, &bits));
            }
        }
        theorems.push(theorem(TheoremKind::Fields, Vec::new(), violated));
    }
    let clearing = access.data(source.rules.clearing_bits(register));
    let assumed = (0..access.width).filter(|bit| clearing >> bit & 1 == 1).map(|bit| data[bit as usize] ^ 1).collect();
    let is_own = |word: usize| own.is_some_and(|(own, _)| own == word);
    let mut violated = Vec::new();
    for (word, of) in source.pmu.description.states.iter().enumerate() {
        if is_own(word) || source.rules.is_coupled(&of.name) {
            continue;
        }
        for bit in 0..of.width {
            violated.push(machine.graph.xor(with.bit(word, bit), unwritten.without.bit(word, bit)));
        }
    }
    theorems.push(theorem(TheoremKind::Writes, assumed, violated));
    theorems
}

/// A bit of a register: after the cycle with the write, after that without it, before it, and after a cycle without the write in which it
/// was 0.
struct BitOf {
    with: Literal,
    without: Literal,
    before: Literal,
    set: Literal,
}

/// Whether a bit has a wrong value after a write.
fn wrong_bit(
    machine: &mut Machine,
    field: &Field,
    access: &AccessPath,
    bit: u32,
    data: &[Literal],
    of: &BitOf,
) -> Literal {
    let graph = &mut machine.graph;
    let unchanged = graph.xor(of.with, of.without);
    let Some(&data) = bit.checked_sub(access.low).and_then(|bit| data.get(bit as usize)) else { return unchanged };
    match field.access {
        FieldAccess::Rw => {
            let expected = match access.operation {
                Operation::Write => data,
                Operation::Set => graph.or(of.before, data),
                Operation::Clear => graph.and(of.before, data ^ 1),
            };
            graph.xor(of.with, expected)
        }
        // What hardware sets in the same cycle may remain.
        FieldAccess::W1c => {
            let remains = graph.and(of.with, of.set ^ 1);
            graph.select(data, remains, unchanged)
        }
        FieldAccess::Wo => FALSE,
        FieldAccess::Ro | FieldAccess::Raz | FieldAccess::Sign => unchanged,
    }
}

/// The state after a cycle without the write in which the flags of the register were 0.
fn with_cleared_flags(
    machine: &mut Machine,
    words: &Words,
    unwritten: &Unwritten,
    register: &Register,
    (word, start): (usize, u32),
) -> Option<WordsAt> {
    let flags = register.fields.iter().filter(|field| field.access == FieldAccess::W1c);
    let flags = flags.fold(0, |bits, field| bits | field.mask());
    if flags == 0 {
        return None;
    }
    let mut state = unwritten.state.clone();
    for bit in (0..register.width).filter(|bit| flags >> bit & 1 == 1) {
        let (place, inverted) = words.register(word, start + bit)?;
        state[place] = if inverted { TRUE } else { FALSE };
    }
    let next = machine.run(&state, &unwritten.idle).next;
    Some(words.at(machine, &next))
}

impl Source<'_> {
    /// The state word with a register's value, and the bit of the word that is bit 0 of the register.
    pub(super) fn value_of(&self, place: RegisterId) -> Option<(usize, u32)> {
        let slots = self.pmu.observation.slots();
        let states = &self.pmu.description.states;
        let (slot, start) = self.map.value_of(place, self.rules)?;
        let word = states.iter().position(|word| word.name == slots[slot].name)?;
        Some((word, start))
    }

    /// Whether no register keeps counters at 0.
    pub(super) fn holding(&self, before: &WordsAt) -> Vec<Literal> {
        let description = &self.pmu.description;
        let mut clear = Vec::new();
        for (unit, of) in description.units.iter().enumerate() {
            for register in description.registers_of(of.kind) {
                let bits = self.rules.holding_bits(&description.registers[register]);
                let Some((word, start)) = self.value_of(RegisterId { unit, register }) else { continue };
                clear.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| before.bit(word, start + bit) ^ 1));
            }
        }
        clear
    }
}
