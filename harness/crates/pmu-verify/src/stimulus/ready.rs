//! What usually makes counters count: the values that the profile prefers, with all flags cleared.
//!
//! Without it, few overflows of a random program have an effect. After the first, a flag is set or the counters are frozen.

use super::subsets::Armed;
use super::values::Values;
use super::Writer;
use golden_model_core::description::{FieldAccess, Register};
use rand::seq::SliceRandom;
use rand::Rng;
use std::collections::BTreeSet;

/// Probabilities that a field has the value that the profile prefers.
const READINESS: [f64; 2] = [0.9, 1.0];

/// Largest number of registers that are written.
const MOST: usize = 8;

impl Writer<'_, '_> {
    /// Draws the probability that a field has the value that the profile prefers. It is the same for all registers that are made ready
    /// together: many of them would otherwise seldom all have these values.
    pub(super) fn readiness(&mut self) -> f64 {
        READINESS[self.rng.gen_range(0..READINESS.len())]
    }

    /// Writes registers of the units that the counters are in, and sets inputs, so that they usually count.
    pub(super) fn make_ready(&mut self, armed: &[Armed], readiness: f64) {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let units = units(armed);
        for (position, target) in generator.targets.inputs.iter().enumerate() {
            let Some(target) = target.as_ref().filter(|target| !target.choice.pulse) else { continue };
            let is_of_unit = description.inputs[position].unit.is_none_or(|unit| units.contains(&unit));
            let Some(value) = Values::of_input(target.choice).preferred().filter(|_| is_of_unit) else { continue };
            let is_announced = generator.targets.announced[position].is_some();
            if !is_announced && self.history.current[position] != value && self.rng.gen_bool(0.5) {
                self.set(self.assign(position, value));
            }
        }
        let mut others = self.others(units);
        others.retain(|&(_, register)| !description.registers[register].counter);
        others.shuffle(&mut self.rng);
        others.truncate(MOST);
        let (flags, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|&(_, register)| has_flags(&description.registers[register]));
        // Registers with flags come last, because other writes may set them.
        self.write_preferred(&[others, flags].concat(), readiness);
    }

    /// Clears the flags of the units that the counters are in.
    pub(super) fn clear_flags(&mut self, armed: &[Armed]) {
        let mut flags = self.flags(armed);
        flags.truncate(MOST);
        self.write_preferred(&flags, READINESS[0]);
    }

    /// Clears the flags of one register. Returns whether there is one.
    pub(super) fn clear_a_flag(&mut self, armed: &[Armed]) -> bool {
        let flags: Vec<_> = self.flags(armed).choose(&mut self.rng).copied().into_iter().collect();
        self.write_preferred(&flags, READINESS[0]);
        !flags.is_empty()
    }

    /// The registers with flags of the units that the counters are in.
    fn flags(&self, armed: &[Armed]) -> Vec<(usize, usize)> {
        let registers = &self.generator.pmu.description.registers;
        let mut flags = self.others(units(armed));
        flags.retain(|&(_, register)| has_flags(&registers[register]));
        flags
    }

    fn write_preferred(&mut self, registers: &[(usize, usize)], readiness: f64) {
        for &(unit, register) in registers {
            let value = self.preferred(unit, register, readiness);
            let write = self.write_exactly(unit, register, value);
            self.push(write);
        }
    }

    /// A value of a register in which most fields have the value that the profile prefers, and flags are cleared.
    pub(super) fn preferred(&mut self, unit: usize, register: usize, readiness: f64) -> u64 {
        let generator = self.generator;
        let known = &generator.pmu.description.registers[register];
        let choices = &generator.targets.registers[register].fields;
        let mut value = self.configuration(unit, register);
        for (position, (field, choice)) in known.fields.iter().zip(choices).enumerate() {
            if known.selects.is_some_and(|selects| selects.is_field(position)) {
                continue;
            }
            let listed = Values::of(*choice, 0).preferred();
            let part = match field.access {
                FieldAccess::W1c => Some(u64::MAX),
                FieldAccess::Wo if only_clears(known) => listed.or(Some(u64::MAX)),
                _ => listed,
            };
            if let Some(part) = part.filter(|_| self.rng.gen_bool(readiness)) {
                value = (value & !field.mask()) | (part << field.low & field.mask());
            }
        }
        value
    }
}

/// The units of the counters.
fn units(armed: &[Armed]) -> BTreeSet<usize> {
    armed.iter().map(|one| one.unit).collect()
}

fn has_flags(register: &Register) -> bool {
    register.fields.iter().any(|field| field.access == FieldAccess::W1c) || only_clears(register)
}

/// Whether software only writes the register, as one that clears the flags of another.
fn only_clears(register: &Register) -> bool {
    let mut fields = register.fields.iter().filter(|field| !field.is_fixed()).peekable();
    fields.peek().is_some() && fields.all(|field| field.access == FieldAccess::Wo)
}
