//! The bits of which conditions consist.

use golden_model_core::description::FieldAccess;
use golden_model_core::{Bits, Description, Pmu};
use std::fmt;

/// Where the value of a bit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An input, in the frame.
    Frame,
    /// A state word, in the observation.
    Observation,
}

/// A bit of an input or of a state word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bit {
    /// Name of the input, field or state word.
    name: String,
    /// Position in it.
    index: u32,
    pub source: Source,
    pub word: usize,
    /// A one at the bit.
    pub mask: u64,
}

impl Bit {
    /// The value in a cycle.
    #[inline]
    pub fn get(&self, frame: &[u64], observation: &[u64]) -> bool {
        let words = match self.source {
            Source::Frame => frame,
            Source::Observation => observation,
        };
        words[self.word] & self.mask != 0
    }
}

impl fmt::Display for Bit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.name, self.index)
    }
}

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A register field that software writes freely.
    Field,
    /// State that hardware changes.
    Hardware,
    /// An input other than an event line.
    Input,
    /// An event line.
    Event,
}

/// A value with its bits that have been 0 and 1.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub kind: Kind,
    /// Position in [`Description::units`]; `None` if the value exists once for the PMU.
    pub unit: Option<usize>,
    pub bits: Vec<Bit>,
}

/// The bits that have been 0, and those that have been 1, in frames or observations.
#[derive(Clone, Debug)]
struct Seen {
    zeros: Vec<u64>,
    ones: Vec<u64>,
}

impl Seen {
    fn new(words: usize) -> Self {
        Self { zeros: vec![0; words], ones: vec![0; words] }
    }

    fn add(&mut self, words: &[u64]) {
        self.zeros.iter_mut().zip(words).for_each(|(zeros, word)| *zeros |= !word);
        self.ones.iter_mut().zip(words).for_each(|(ones, word)| *ones |= word);
    }

    fn join(&mut self, other: &Self) {
        self.zeros.iter_mut().zip(&other.zeros).for_each(|(zeros, more)| *zeros |= more);
        self.ones.iter_mut().zip(&other.ones).for_each(|(ones, more)| *ones |= more);
    }
}

/// The values of all input and state bits in some programs.
#[derive(Clone, Debug)]
pub(super) struct SeenBits {
    frame: Seen,
    observation: Seen,
}

impl SeenBits {
    pub fn new(pmu: &Pmu) -> Self {
        Self { frame: Seen::new(pmu.frame.words()), observation: Seen::new(pmu.observation.words()) }
    }

    /// Adds the values of a cycle.
    pub fn add(&mut self, frame: &[u64], observation: &[u64]) {
        self.frame.add(frame);
        self.observation.add(observation);
    }

    /// Adds the values of other programs.
    pub fn join(&mut self, other: &Self) {
        self.frame.join(&other.frame);
        self.observation.join(&other.observation);
    }

    /// The bits of a value that have been 0 and 1.
    fn both(&self, name: &str, source: Source, at: Bits) -> Vec<Bit> {
        let seen = match source {
            Source::Frame => &self.frame,
            Source::Observation => &self.observation,
        };
        let (zeros, ones) = (at.get(&seen.zeros), at.get(&seen.ones));
        let varies = |index: &u32| zeros & ones & (1 << index) != 0;
        let bit = |index: u32| {
            let mut words = vec![0; seen.ones.len()];
            at.set(&mut words, 1 << index);
            let word = words.iter().position(|&word| word != 0).unwrap_or_default();
            Bit { name: name.to_owned(), index, source, word, mask: words[word] }
        };
        (0..at.width()).filter(varies).map(bit).collect()
    }

    /// The values with at least one bit that has been 0 and 1, in the order of the description.
    pub fn groups(&self, pmu: &Pmu) -> Vec<Group> {
        let description = &pmu.description;
        let mut groups = self.states(pmu);
        for input in &description.inputs {
            let at = pmu.in_frame(input.at);
            let mut add = |name: &str, at: Bits| {
                groups.push(Group { kind: Kind::Input, unit: input.unit, bits: self.both(name, Source::Frame, at) });
            };
            if input.fields.is_empty() {
                add(&input.name, at);
            }
            for field in &input.fields {
                add(&format!("{}.{}", input.name, field.name), pmu.input(&format!("{}.{}", input.name, field.name)));
            }
        }
        for line in &description.events.lines {
            for (unit, at) in line.slots.iter().enumerate().filter_map(|(unit, at)| Some((unit, (*at)?))) {
                let name = format!("{}.{}", description.units[unit].name, line.name);
                let bits = self.both(&name, Source::Frame, pmu.in_frame(at));
                groups.push(Group { kind: Kind::Event, unit: Some(unit), bits });
            }
        }
        groups.retain(|group| !group.bits.is_empty());
        groups
    }

    /// State words. The fields of a register are separate values.
    fn states(&self, pmu: &Pmu) -> Vec<Group> {
        let mut groups = Vec::new();
        for state in &pmu.description.states {
            let slot = pmu.observation.slot(&state.name);
            let fields = writable_fields(&pmu.description, state.register, state.width);
            for low in (0..state.width).step_by(64).filter(|_| fields.is_empty()) {
                let at = slot.part(low, (state.width - low).min(64));
                let name = if low == 0 { state.name.clone() } else { format!("{}+{low}", state.name) };
                let bits = self.both(&name, Source::Observation, at);
                groups.push(Group { kind: Kind::Hardware, unit: state.unit, bits });
            }
            for (name, low, width) in fields {
                let name = format!("{}.{name}", state.name);
                let bits = self.both(&name, Source::Observation, slot.part(low, width));
                groups.push(Group { kind: Kind::Field, unit: state.unit, bits });
            }
        }
        groups
    }
}

/// Name, lowest bit and width of the fields of a register that software writes freely, in a state word of `width` bits.
fn writable_fields(description: &Description, register: Option<usize>, width: u32) -> Vec<(&str, u32, u32)> {
    let fields = register.map_or(&[][..], |register| &description.registers[register].fields);
    let is_free = |field: &&golden_model_core::description::Field| {
        field.access == FieldAccess::Rw && !field.is_reserved() && field.low + field.width <= width
    };
    fields.iter().filter(is_free).map(|field| (field.name.as_str(), field.low, field.width)).collect()
}
