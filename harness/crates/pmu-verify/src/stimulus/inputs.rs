//! Events and other inputs of random programs.

use super::knobs::Knobs;
use super::targets::{InputTarget, Targets};
use super::{bias, Writer};
use golden_model::description::{Description, Input};
use pmu_program::{Activity, Assignment, Lines, OpKind};
use rand::seq::SliceRandom;
use rand::Rng;

/// Probability that an input that the profile does not name changes in a cycle.
const UNNAMED_RATE: f64 = 0.02;

/// Likewise for a field of a transaction. Its value must not matter while no transaction occurs.
const NOISE: f64 = 0.002;

/// Factor on the rates of inputs of units that the program does not prefer.
const NEGLECTED: f64 = 0.02;

/// Rates at which the inputs change.
pub(super) struct InputRates {
    /// Sums of the rates up to and including each input.
    sums: Vec<f64>,
}

impl InputRates {
    pub fn new(description: &Description, targets: &Targets, knobs: &Knobs) -> Self {
        let mut sum = 0.0;
        let sums = description.inputs.iter().enumerate().map(|(position, input)| {
            let rate = match &targets.inputs[position] {
                Some(target) if knobs.busy_inputs => target.choice.busy,
                Some(target) => target.choice.calm,
                None if targets.carries[position] || targets.announces[position] => 0.0,
                None if targets.in_transactions[position].0 => 0.0,
                None if targets.in_transactions[position].1 => NOISE,
                None => UNNAMED_RATE,
            };
            let favoured = input.unit.is_none_or(|unit| knobs.units.contains(&unit));
            sum += if favoured { rate } else { rate * NEGLECTED };
            sum
        });
        Self { sums: sums.collect() }
    }

    fn total(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// The input whose share of the sum of rates contains this point.
    fn at(&self, point: f64) -> usize {
        self.sums.partition_point(|sum| *sum <= point).min(self.sums.len().saturating_sub(1))
    }
}

impl Writer<'_, '_> {
    /// First values for inputs that keep their value until the next change.
    pub(super) fn first_inputs(&mut self) {
        let generator = self.generator;
        for (position, target) in generator.targets.inputs.iter().enumerate() {
            if target.as_ref().is_some_and(|target| !target.choice.pulse) && self.rng.gen_bool(0.5) {
                self.change(position);
            }
        }
    }

    /// Changes inputs; the mean number of changes is the sum of the rates.
    pub(super) fn inputs(&mut self) {
        let total = self.rates.total();
        let mut changes = total.floor() as u64;
        // From no changes to twice the mean, so that calm and busy cycles coincide with all other stimulus.
        changes = self.rng.gen_range(0..=2 * changes) + u64::from(self.rng.gen_bool(total.fract()));
        for _ in 0..changes {
            let point = self.rng.gen_range(0.0..total);
            self.change(self.rates.at(point));
        }
    }

    fn change(&mut self, position: usize) {
        let generator = self.generator;
        let input = &generator.pmu.description.inputs[position];
        let whole = Assignment { input: position, low: 0, width: input.at.width, value: 0 };
        let Some(target) = &generator.targets.inputs[position] else {
            let value = bias::any(&mut self.rng, input.at.width);
            return self.push(OpKind::Set(Assignment { value, ..whole }));
        };
        let choice = target.choice;
        let assignment = match choice.fields.is_empty() {
            true => {
                let near = self.near(input.unit, &choice.like, choice.shift);
                let value =
                    near.unwrap_or_else(|| bias::choose(&mut self.rng, &choice.values, choice.any, input.at.width));
                Assignment { value: value & (u64::MAX >> (64 - input.at.width)), ..whole }
            }
            false => self.field_values(whole, input, target),
        };
        if let Some(by) = generator.targets.announced[position] {
            return self.announce(by, assignment);
        }
        self.push(if choice.pulse { OpKind::Pulse(assignment) } else { OpKind::Set(assignment) });
    }

    /// New values for all fields of an input, or for one field of an input that keeps its value.
    fn field_values(&mut self, whole: Assignment, input: &Input, target: &InputTarget) -> Assignment {
        let only = match target.choice.pulse || self.rng.gen_bool(0.7) {
            true => None,
            false => Some(self.rng.gen_range(0..input.fields.len())),
        };
        let mut value = 0;
        for (position, (field, choice)) in input.fields.iter().zip(&target.fields).enumerate() {
            let part = match choice {
                Some(choice) => bias::choose(&mut self.rng, &choice.values, choice.any, field.width),
                None => bias::any(&mut self.rng, field.width),
            };
            if only == Some(position) {
                return Assignment { low: field.low, width: field.width, value: part, ..whole };
            }
            value |= part << field.low;
        }
        Assignment { value, ..whole }
    }

    /// Occurrences, mostly of an event that some counter selects.
    pub(super) fn event(&mut self) {
        if let Some(lanes) = &self.generator.pmu.description.lanes {
            return self.event_on_a_lane(lanes);
        }
        let events = &self.generator.pmu.description.events;
        if events.lines.is_empty() {
            return;
        }
        if self.rng.gen_bool(0.004) {
            let unit = self.unit();
            let carried = (0..events.lines.len()).filter(|&line| events.line_bits(line, unit).is_some());
            if let Some(most) = carried.map(|line| events.lines[line].max).max() {
                let count = self.rng.gen_range(0..=most);
                self.push(OpKind::Hold(Activity { unit, lines: Lines::All, count }));
            }
            return;
        }
        let selected = if self.rng.gen_bool(0.85) { self.selected_line() } else { None };
        let Some((unit, line)) = selected.or_else(|| self.any_line()) else {
            return;
        };
        let lines = Lines::One(line);
        let most = events.lines[line].max;
        if self.rng.gen_bool(self.knobs.hold) {
            let count = if self.rng.gen_bool(0.5) { 0 } else { self.occurrences(most) };
            return self.push(OpKind::Hold(Activity { unit, lines, count }));
        }
        // A count of 0 on a line that may be held is a falling edge.
        let count = if self.rng.gen_bool(0.15) { 0 } else { self.occurrences(most) };
        self.push(OpKind::Raise(Activity { unit, lines, count }));
    }

    /// An event in the same cycle as a write: a collision in which counts may be lost.
    pub(super) fn event_of_a_counter(&mut self) {
        if let Some(lanes) = &self.generator.pmu.description.lanes {
            return self.event_on_a_lane(lanes);
        }
        if let Some((unit, line)) = self.selected_line() {
            let count = self.occurrences(self.generator.pmu.description.events.lines[line].max);
            self.push(OpKind::Raise(Activity { unit, lines: Lines::One(line), count }));
        }
    }

    /// A number of occurrences above 0. At least half of the draws are at most 3.
    fn occurrences(&mut self, most: u64) -> u64 {
        let few = most.min(3);
        let range = if self.rng.gen_bool(0.5) { 1..=few } else { 1..=most };
        self.rng.gen_range(range)
    }

    fn any_line(&mut self) -> Option<(usize, usize)> {
        let line = self.rng.gen_range(0..self.generator.pmu.description.events.lines.len());
        Some((self.lane_for(line, None)?, line))
    }

    /// A unit that carries the line: if the counter's own unit does, mostly that one.
    fn lane_for(&mut self, line: usize, own: Option<usize>) -> Option<usize> {
        let events = &self.generator.pmu.description.events;
        let carries = |unit: &usize| events.line_bits(line, *unit).is_some();
        if let Some(own) = own.filter(carries) {
            if self.rng.gen_bool(0.8) {
                return Some(own);
            }
        }
        let favoured = self.knobs.units.iter().copied().filter(carries);
        let favoured = bias::pick(&mut self.rng, favoured);
        favoured.or_else(|| self.generator.targets.carriers[line].choose(&mut self.rng).copied())
    }

    /// A unit and a line of an event that some counter selects.
    ///
    /// Mostly the mask of the counter selects the line.
    fn selected_line(&mut self) -> Option<(usize, usize)> {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let unit = self.unit();
        let kind = description.units[unit].kind;
        let (_, select) = *generator.targets.kinds[kind].counters.choose(&mut self.rng)?;
        let (code, mask) = description.registers[select].selection(self.written[unit][select])?;
        let event = generator.targets.kinds[kind].events.get(&code)?;
        let through = |line: &&usize| match description.events.lines[**line].mask.map(u64::from) {
            None => true,
            Some(value) if event.masks_are_values => value == mask,
            Some(bits) => bits & mask != 0,
        };
        let passing = event.lines.iter().filter(through);
        let line = match passing.clone().next().is_none() || self.rng.gen_bool(0.1) {
            true => *event.lines.choose(&mut self.rng)?,
            false => *bias::pick(&mut self.rng, passing)?,
        };
        Some((self.lane_for(line, Some(unit))?, line))
    }
}
