//! Names of the description, relative to a unit.

use golden_model_core::{Bits, Pmu, WordPosition};

/// The names of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Names<'p> {
    pub pmu: &'p Pmu,
    pub unit: &'p str,
    /// Straps that are not inputs of this unit, with their levels.
    pub tied: &'p [(&'p str, bool)],
}

/// An input that is constant where the box is part of a larger design.
#[derive(Clone, Copy)]
pub(crate) enum Strap {
    Input(Bits),
    Tied(bool),
}

impl Strap {
    /// The level of the strap in a cycle.
    #[inline]
    pub fn is_high(self, frame: &[u64]) -> bool {
        match self {
            Strap::Input(input) => input.get(frame) != 0,
            Strap::Tied(level) => level,
        }
    }
}

impl<'p> Names<'p> {
    /// The names of the unit at a position.
    pub fn new(pmu: &'p Pmu, unit: usize, tied: &'p [(&'p str, bool)]) -> Self {
        Self { pmu, unit: &pmu.description.units[unit].name, tied }
    }

    /// The position of an input: one that all units share, or the unit's own.
    pub fn input(&self, name: &str) -> Bits {
        match self.pmu.description.input(name) {
            Some(_) => self.pmu.input(name),
            None => self.pmu.input(&format!("{}.{name}", self.unit)),
        }
    }

    /// An input that may be tied.
    pub fn strap(&self, name: &str) -> Strap {
        let tied = self.tied.iter().find(|(strap, _)| *strap == name);
        tied.map_or_else(|| Strap::Input(self.input(name)), |&(_, level)| Strap::Tied(level))
    }

    /// The position of an output or state word.
    pub fn observed(&self, name: &str) -> WordPosition {
        self.pmu.output(&format!("{}.{name}", self.unit))
    }

    /// The position of the state word of the register with this short name, which
    /// is the same in all boxes.
    ///
    /// # Panics
    /// Panics if the description has no such register.
    pub fn register(&self, short: &str) -> WordPosition {
        let description = &self.pmu.description;
        let kind = description.unit(self.unit).map_or(0, |unit| description.units[unit].kind);
        match description.register_named(kind, short) {
            Some(name) => self.observed(name),
            None => panic!("{}: no register has the short name {short}", description.id),
        }
    }
}
