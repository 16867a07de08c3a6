//! Values of inputs, transactions and register fields in random programs.
//!
//! A comparator is tested by values that are equal to what it compares with, or differ from it in a bit or two.

use super::history::Place;
use super::like::Like;
use super::profile::{Choice, InputChoice};
use super::{bias, Writer};
use rand::seq::SliceRandom;
use rand::Rng;

/// Probability of a value that some register of the unit has in a part of the same width, or one similar to it.
const COMPARED: f64 = 0.06;

/// Probability of a value that the same input or field has had, or one similar to it.
const RECALLED: f64 = 0.08;

/// Probability that a field of a register is written with the value of an input, or one similar to it.
const OF_INPUT: f64 = 0.05;

/// What a profile says of a value.
#[derive(Clone, Copy)]
pub(super) struct Values<'c> {
    values: &'c [(u64, u32)],
    any: u32,
    like: &'c [Like],
    /// Number of low bits of the registers of `like` that the value does not have.
    shift: u32,
    /// Whether special values are equally likely, regardless of the weights.
    is_even: bool,
}

impl<'c> Values<'c> {
    /// Without a profile, all values.
    pub const ANY: Self = Self { values: &[], any: 1, like: &[], shift: 0, is_even: false };

    pub fn of_input(choice: &'c InputChoice) -> Self {
        let InputChoice { values, any, like, shift, .. } = choice;
        Self { values, any: *any, like, shift: *shift, is_even: false }
    }

    pub fn of(choice: Option<&'c Choice>, shift: u32) -> Self {
        choice.map_or(Self::ANY, |Choice { values, any, like }| Self { values, any: *any, like, shift, is_even: false })
    }

    /// The same values, with the weights or without.
    pub(super) fn evenly(self, is_even: bool) -> Self {
        Self { is_even, ..self }
    }

    /// The value with the largest weight, if the profile lists values.
    pub(super) fn preferred(&self) -> Option<u64> {
        self.values.iter().max_by_key(|(_, weight)| *weight).map(|(value, _)| *value)
    }

    /// Whether the profile lists a value.
    pub(super) fn lists(&self, value: u64) -> bool {
        self.values.iter().any(|(listed, _)| *listed == value)
    }

    /// Whether values occur that the profile does not list.
    pub(super) fn has_others(&self) -> bool {
        self.any > 0 || self.values.is_empty()
    }
}

impl Writer<'_, '_> {
    /// Draws a value of an input or of a field of a transaction.
    pub(super) fn drawn(&mut self, unit: Option<usize>, place: Place, width: u32, from: Values) -> u64 {
        let value = match self.near(unit, from.like, from.shift, width) {
            Some(value) => value,
            None => self.drawn_alone(unit, Some(place), width, from),
        };
        let value = value & (u64::MAX >> (64 - width));
        self.history.keep(&mut self.rng, place, width, value);
        value
    }

    /// Likewise, without the registers that the profile names.
    pub(super) fn drawn_alone(&mut self, unit: Option<usize>, place: Option<Place>, width: u32, from: Values) -> u64 {
        if from.is_even {
            return bias::evenly(&mut self.rng, from.values, from.has_others(), width);
        }
        if from.has_others() && self.rng.gen_bool(COMPARED) {
            if let Some(value) = self.of_register(unit, width) {
                return bias::similar(&mut self.rng, value, width);
            }
        }
        if let Some(place) = place.filter(|_| self.rng.gen_bool(RECALLED)) {
            if let Some(value) = self.history.recall(&mut self.rng, place) {
                return if from.has_others() { bias::similar(&mut self.rng, value, width) } else { value };
            }
        }
        bias::choose(&mut self.rng, from.values, from.any, width)
    }

    /// Likewise, of a field of an input.
    pub(super) fn drawn_field(&mut self, unit: Option<usize>, width: u32, from: Values) -> u64 {
        match self.near(unit, from.like, 0, width) {
            Some(value) => value,
            None => self.drawn_alone(unit, None, width, from),
        }
    }

    /// The last written value of what is in the list or one similar to it.
    ///
    /// `None` if the list is empty, otherwise with a probability of 0.4.
    fn near(&mut self, unit: Option<usize>, like: &[Like], shift: u32, width: u32) -> Option<u64> {
        if like.is_empty() || self.rng.gen_bool(0.4) {
            return None;
        }
        let like = like.choose(&mut self.rng)?;
        let unit = unit.unwrap_or_else(|| self.rng.gen_range(0..self.written.len()));
        let value = like.value(&self.generator.pmu.description.registers, &self.written[unit]) >> shift;
        Some(bias::similar(&mut self.rng, value, width))
    }

    /// The last written value of a part of a register that is about as wide.
    fn of_register(&mut self, unit: Option<usize>, width: u32) -> Option<u64> {
        let generator = self.generator;
        let unit = unit.unwrap_or_else(|| self.rng.gen_range(0..self.written.len()));
        let kind = generator.pmu.description.units[unit].kind;
        let width = self.about(width);
        let &(register, low) = generator.targets.register_parts.get(&(kind, width))?.choose(&mut self.rng)?;
        Some(self.written[unit][register] >> low & (u64::MAX >> (64 - width)))
    }

    /// A value for a field of a register that some input of about the same width has had, or one similar to it.
    pub(super) fn of_input(&mut self, width: u32, from: Values) -> Option<u64> {
        if !from.has_others() || !self.rng.gen_bool(OF_INPUT) {
            return None;
        }
        let width = self.about(width);
        let &(place, low) = self.generator.targets.input_parts.get(&width)?.choose(&mut self.rng)?;
        let value = self.history.recall(&mut self.rng, place)? >> low;
        Some(bias::similar(&mut self.rng, value, width))
    }

    /// Mostly the same width, sometimes one that differs by one or two bits: a threshold may be narrower than what it limits.
    fn about(&mut self, width: u32) -> u32 {
        match self.rng.gen_bool(0.6) {
            true => width,
            false => (width + self.rng.gen_range(0..=4)).saturating_sub(2),
        }
    }
}
