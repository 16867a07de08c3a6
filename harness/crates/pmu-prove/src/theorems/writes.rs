//! A write gives each field of its register the value that its access type demands, and changes no other register.

use super::{differ, not_held, Step};
use crate::machine::{Frame, Machine, State, WordBit};
use crate::theorem::{Claim, Run, Source, Theorem, Violation};
use golden_model_core::description::{AccessPath, FieldAccess, Operation, Register, Signal};
use pmu_netlist::{Literal, FALSE};
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::RegisterPath;
use pmu_verify::register_id::RegisterId;

pub(super) fn theorems(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let idle = machine.free_frame();
    let after = machine.free_frame();
    let start = machine.free_state();
    let mut theorems = Vec::new();
    for path in &source.map.paths {
        let (register, access) = (source.map.register(path.register), source.map.access_path(path));
        if access.read_only || source.rules.is_window(register) || source.rules.any_address.contains(&access.space) {
            continue;
        }
        let write = Write::new(machine, source, path, &start, [&idle, &after]);
        theorems.extend(write.fields(machine, source));
        theorems.extend(write.others(machine, source));
    }
    theorems
}

/// A write through one access path, and the same cycle without it.
struct Write<'s> {
    name: String,
    /// The word with the value of the register, and the bit of it that is bit 0 of the register.
    own: Option<(String, usize)>,
    place: RegisterId,
    register: &'s Register,
    /// Its number among the counters of its unit, if it is one.
    number: Option<usize>,
    path: &'s AccessPath,
    data: Vec<Literal>,
    frame: Frame,
    start: State,
    /// The same cycle without the write, and the one after it.
    idle: [Frame; 2],
    allowed: Literal,
    with: Step,
    without: Step,
}

impl<'s> Write<'s> {
    fn new(machine: &mut Machine, source: &'s Source, at: &RegisterPath, start: &State, frames: [&Frame; 2]) -> Self {
        let [idle, after] = frames;
        let (register, path) = (source.map.register(at.register), source.map.access_path(at));
        let unit = &source.pmu.description.units[at.register.unit].name;
        let place = source.map.access(at, None);
        let access = machine.written_access(&place);
        let data = access.data.clone();
        let frame = machine.with_access(idle, &access);
        let with = Step::new(machine, start, &frame, after);
        let without = Step::new(machine, start, idle, after);
        let slot = source.map.value_of(at.register, source.rules);
        let own = slot.map(|(slot, low)| (source.pmu.observation.slots()[slot].name.clone(), low as usize));
        let name = format!("{unit}.{}, space {}", register.name, path.space);
        let name = if path.suffix.is_empty() { name } else { format!("{name}, {}", path.suffix) };
        let allowed = machine.graph.and(idle.allowed, after.allowed);
        let counters = source.pmu.description.counters();
        let counter = counters.iter().find(|of| (of.unit, of.register) == (at.register.unit, at.register.register));
        let number = counter.map(|counter| counter.index);
        Self {
            name,
            own,
            place: at.register,
            register,
            number,
            path,
            data,
            frame,
            start: start.clone(),
            idle: frames.map(Frame::clone),
            allowed,
            with,
            without,
        }
    }

    fn theorem(&self, kind: TheoremKind, mut assumed: Vec<Literal>, violated: Vec<Violation>) -> Theorem {
        assumed.push(self.allowed);
        let run = Run { start: self.start.clone(), frames: vec![self.frame.clone()] };
        Theorem::new(kind, &self.name, Claim { assumed, violated, runs: vec![run] })
    }

    /// The bit of the data that is written to a bit of the register.
    fn written(&self, bit: usize) -> Option<Literal> {
        let (low, width) = (self.path.low as usize, self.path.width as usize);
        (low..low + width).contains(&bit).then(|| self.data[bit - low])
    }

    /// The assumption that the write does not clear counters or keep them at 0, and gives no other command.
    fn harmless(&self, source: &Source) -> Vec<Literal> {
        let mut bits = source.rules.clearing_bits(self.register) | source.rules.holding_bits(self.register);
        if bits != 0 {
            let commands = self.register.fields.iter().filter(|field| field.access == FieldAccess::Wo);
            bits |= commands.fold(0, |bits, field| bits | field.mask());
        }
        let cleared = (0..self.register.width as usize).filter(|bit| bits >> bit & 1 == 1);
        cleared.filter_map(|bit| Some(self.written(bit)? ^ 1)).collect()
    }

    /// Each field has the value that its access type demands.
    fn fields(&self, machine: &mut Machine, source: &Source) -> Option<Theorem> {
        let (word, low) = self.own.as_ref()?;
        let [old, new, kept] = [&self.with.cycle, &self.with.after, &self.without.after]
            .map(|cycle| machine.observed(cycle, word).split_off((*low).min(machine.width(word))));
        if new.is_empty() {
            return None;
        }
        let has_w1c = self.register.fields.iter().any(|field| field.access == FieldAccess::W1c);
        if let Some(word) = machine.first_logic(&[word]).filter(|_| has_w1c) {
            return Some(Theorem::of_logic(TheoremKind::Fields, &self.name, word));
        }
        let cleared = match has_w1c {
            true => self.cleared(machine, word),
            false => Vec::new(),
        };
        // A counter of which a part is written may keep its other part, or count.
        let outside: Vec<usize> = (0..new.len()).filter(|&bit| self.written(bit).is_none()).collect();
        let part = |bits: &[Literal]| outside.iter().map(|&bit| bits[bit]).collect::<Vec<_>>();
        let counts_on = machine.graph.differ(&part(&new), &part(&kept)) ^ 1;
        let stays = machine.graph.differ(&part(&new), &part(&old)) ^ 1;
        let is_kept = machine.graph.or(counts_on, stays);
        let affected = source.rules.affected_bits(self.register, word);
        let mut violated = Vec::new();
        let refused = match source.rules.refuses(&self.path.space) {
            true => machine.port(&self.with.cycle, "bus_error").first().copied().unwrap_or(FALSE),
            false => FALSE,
        };
        let counted = source.rules.largest_when_written(self.register);
        for field in &self.register.fields {
            let of_field = |bits: u64| bits & field.mask() != 0;
            let is_command = of_field(source.rules.clearing_bits(self.register));
            let is_changed = source.rules.is_changed_when_written(self.register, field);
            let mut wrong = FALSE;
            let (first, width) = (field.low as usize, field.width as usize);
            let bits = first..(first + width).min(new.len());
            if let Some(increment) = counted.filter(|_| field.access == FieldAccess::Rw) {
                wrong = self.grown_too_far(machine, [&old[bits.clone()], &new[bits]], first, increment);
            } else {
                for bit in bits.filter(|bit| affected >> bit & 1 == 0) {
                    let unchanged = machine.graph.xor(new[bit], kept[bit]);
                    let differs = match (self.written(bit), field.access) {
                        (None, _) if is_command => FALSE,
                        (None, _) if self.register.counter => is_kept ^ 1,
                        // It has the data, or 0 if it cannot be written, or the value that it has without the write.
                        (Some(data), access) if is_changed => {
                            let is_fixed = access == FieldAccess::Ro;
                            let value = if is_fixed { FALSE } else { self.stored(machine, old[bit], data) };
                            let differs = machine.graph.xor(new[bit], value);
                            machine.graph.and(differs, unchanged)
                        }
                        (None, _) | (_, FieldAccess::Ro | FieldAccess::Raz) => unchanged,
                        (_, FieldAccess::Wo | FieldAccess::Sign) => FALSE,
                        _ if is_command => FALSE,
                        (Some(data), FieldAccess::Rw) => {
                            let value = self.stored(machine, old[bit], data);
                            machine.graph.xor(new[bit], value)
                        }
                        // A bit that is not cleared is as without the write. One that is cleared is 0, unless it would be set too if
                        // it were 0 before.
                        (Some(data), FieldAccess::W1c) => {
                            let wrong = machine.graph.and(new[bit], cleared[bit] ^ 1);
                            machine.graph.select(data, wrong, unchanged)
                        }
                    };
                    wrong = machine.graph.or(wrong, differs);
                }
            }
            let when = machine.graph.and(wrong, refused ^ 1);
            if when != FALSE {
                violated.push(Violation { what: format!("{word}.{}", field.name), when });
            }
        }
        Some(self.theorem(TheoremKind::Fields, not_held(machine, source, &self.with.cycle), violated))
    }

    /// The value of a writable bit after the write.
    fn stored(&self, machine: &mut Machine, old: Literal, data: Literal) -> Literal {
        match self.path.operation {
            Operation::Write => data,
            Operation::Set => machine.graph.or(old, data),
            Operation::Clear => machine.graph.and(old, data ^ 1),
        }
    }

    /// The word after the same cycle without the write, if its bits were 0 before.
    fn cleared(&self, machine: &mut Machine, word: &str) -> Vec<Literal> {
        let mut start = self.start.clone();
        let bits = machine.register_bits(&[word]).concat();
        bits.into_iter().filter_map(WordBit::register).for_each(|bit| start[bit] = FALSE);
        let step = Step::new(machine, &start, &self.idle[0], &self.idle[1]);
        machine.observed(&step.after, word)
    }

    /// Whether a count is neither the written value nor up to `increment` above it.
    fn grown_too_far(&self, machine: &mut Machine, of: [&[Literal]; 2], first: usize, increment: u64) -> Literal {
        let [old, new] = of;
        let written: Option<Vec<_>> = (first..first + new.len()).map(|bit| self.written(bit)).collect();
        // A part of a counter: the carry into it is not examined.
        let Some(written) = written else { return FALSE };
        let stored: Vec<_> = old.iter().zip(written).map(|(&old, data)| self.stored(machine, old, data)).collect();
        let grown = machine.graph.difference(new, &stored);
        machine.at_most(&grown, increment) ^ 1
    }

    /// Whether a word is of the unit of the register, or of none, or of a unit of another kind.
    fn may_affect(&self, source: &Source, word: &Signal) -> bool {
        let units = &source.pmu.description.units;
        let is_other = |unit: usize| unit != self.place.unit && units[unit].kind == units[self.place.unit].kind;
        !word.unit.is_some_and(is_other)
    }

    /// All other registers are as in the same cycle without the write.
    fn others(&self, machine: &mut Machine, source: &Source) -> Option<Theorem> {
        let (mut violated, mut has_others) = (Vec::new(), false);
        let own = self.own.as_ref().map(|(word, _)| word.as_str());
        for word in &source.pmu.description.states {
            let is_own =
                word.register == Some(self.place.register) && word.unit.is_none_or(|unit| unit == self.place.unit);
            if is_own || own == Some(&word.name) || source.rules.is_coupled(&word.name) {
                continue;
            }
            // Nothing can be said of a word that the RTL does not have.
            if machine.width(&word.name) == 0 {
                continue;
            }
            has_others = true;
            let affected = match self.may_affect(source, word) {
                true => source.rules.affected_bits(self.register, &word.name),
                false => 0,
            };
            let mut free: Vec<usize> =
                (0..word.width as usize).filter(|&bit| affected >> bit.min(63) & 1 == 1).collect();
            let [mut with, mut without] =
                [&self.with.after, &self.without.after].map(|c| machine.observed(c, &word.name));
            // A counter that is written does not overflow in that cycle, so the bits that show an overflow may differ.
            if let Some((register, number)) = word.register.zip(self.number) {
                let register = &source.pmu.description.registers[register];
                free.extend(source.rules.bits_of_counter(register, number).iter().map(|&bit| bit as usize));
            }
            for bit in free {
                for bits in [&mut with, &mut without] {
                    if let Some(bit) = bits.get_mut(bit) {
                        *bit = FALSE;
                    }
                }
            }
            violated.extend(differ(machine, &word.name, &with, &without));
        }
        has_others.then(|| self.theorem(TheoremKind::Writes, self.harmless(source), violated))
    }
}
