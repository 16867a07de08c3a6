//! Names of the description, seen from a unit.

use crate::{Bits, Place, Pmu};

/// The names of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Names<'p> {
    pub pmu: &'p Pmu,
    pub unit: &'p str,
}

impl Names<'_> {
    /// Where an input lies.
    pub fn input(&self, name: &str) -> Bits {
        self.pmu.input(&format!("{}.{name}", self.unit))
    }

    /// Where an output or state word lies.
    pub fn observed(&self, name: &str) -> Place {
        self.pmu.observed(&format!("{}.{name}", self.unit))
    }

    /// Where the state word of the register with that short name lies. These names are the same in all boxes.
    ///
    /// # Panics
    /// When the description lacks it.
    pub fn register(&self, short: &str) -> Place {
        let description = &self.pmu.description;
        let kind = description.unit(self.unit).map_or(0, |unit| description.units[unit].kind);
        match description.register_named(kind, short) {
            Some(name) => self.observed(name),
            None => panic!("{}: no register has the short name {short}", description.id),
        }
    }
}
