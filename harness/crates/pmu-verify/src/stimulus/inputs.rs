//! Events and other inputs of random programs.

use super::history::Place;
use super::knobs::Knobs;
use super::profile::Choice;
use super::targets::{InputTarget, Targets};
use super::values::Values;
use super::{bias, Writer};
use golden_model_core::description::{Description, Input};
use pmu_program::{Activity, Assignment, Lines, OpKind};
use rand::seq::SliceRandom;
use rand::Rng;

/// Probability that an input that the profile does not name changes in a cycle.
const UNNAMED_RATE: f64 = 0.02;

/// Likewise for a field of a transaction. Its value must not matter while no transaction occurs.
const NOISE: f64 = 0.002;

/// Mean number of changes in a group.
const GROUP: f64 = 1.95;

/// Probability that an input changes together with those of the same name.
const ALIKE: f64 = 0.1;

/// Largest number of these.
const MOST_SIBLINGS: usize = 32;

/// Factor on the rates of inputs of units that the program does not prefer.
const NEGLECTED: f64 = 0.02;

/// Rates at which the inputs change.
pub(super) struct InputRates {
    /// Sums of the rates up to and including each input.
    sums: Vec<f64>,
    /// For equal shares of the sum of all rates, about the first input in each.
    starts: Vec<u32>,
    /// Number of shares in 1.
    shares: f64,
}

impl InputRates {
    pub fn new(description: &Description, targets: &Targets, knobs: &Knobs, busy: bool) -> Self {
        let mut sum = 0.0;
        let sums = description.inputs.iter().enumerate().map(|(position, input)| {
            let rate = match &targets.inputs[position] {
                Some(target) if busy => target.choice.busy,
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
        Self::of_sums(sums.collect())
    }

    fn of_sums(sums: Vec<f64>) -> Self {
        let total = sums.last().copied().unwrap_or(0.0);
        let shares = if total > 0.0 { 2.0 * sums.len() as f64 / total } else { 0.0 };
        let mut position = 0;
        let start = |share: usize| {
            let is_below = |sum: &&f64| **sum * shares <= share as f64;
            position += sums[position..].iter().take_while(is_below).count();
            position as u32
        };
        Self { starts: (0..2 * sums.len()).map(start).collect(), sums, shares }
    }

    fn total(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    fn of(&self, position: usize) -> f64 {
        let below = position.checked_sub(1).map_or(0.0, |before| self.sums[before]);
        self.sums[position] - below
    }

    /// The input whose share of the sum of rates contains this point.
    fn at(&self, point: f64) -> usize {
        let start = self.starts.get((point * self.shares) as usize).or(self.starts.last());
        let mut position = start.map_or(0, |&start| start as usize);
        // The share is only about right, because the product is rounded.
        while position > 0 && self.sums[position - 1] > point {
            position -= 1;
        }
        while position + 1 < self.sums.len() && self.sums[position] <= point {
            position += 1;
        }
        position.min(self.sums.len().saturating_sub(1))
    }
}

/// A change of an input.
#[derive(Clone, Copy)]
struct Change {
    to: Assignment,
    /// Whether it lasts one cycle.
    is_pulse: bool,
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

    /// Changes inputs; the mean number of changes is about the sum of the rates.
    ///
    /// Changes come in groups, so that several inputs change in the same cycle even if each of them changes seldom.
    pub(super) fn inputs(&mut self) {
        let total = self.rates[usize::from(self.tempo.busy_inputs)].total();
        // From no changes to twice the mean, so that calm and busy cycles coincide with all other stimulus.
        let mut changes = self.rng.gen_range(0..=2 * total.floor() as u64);
        if self.rng.gen_bool((total.fract() / GROUP).min(1.0)) {
            changes += match self.rng.gen_range(0..20) {
                0..=10 => 1,
                11..=15 => 2,
                16..=17 => 3,
                _ => self.rng.gen_range(4..=8),
            };
        }
        let mut before = None;
        for _ in 0..changes {
            let position = self.changing(before);
            before = Some(position);
            let change = self.change(position);
            if let Some(change) = change.filter(|_| self.rng.gen_bool(ALIKE)) {
                self.change_siblings(position, change);
            }
        }
    }

    /// The next input that changes: sometimes one that is near the last one in the description.
    fn changing(&mut self, before: Option<usize>) -> usize {
        let rates = &self.rates[usize::from(self.tempo.busy_inputs)];
        if let Some(before) = before.filter(|_| self.rng.gen_bool(0.3)) {
            let position = (before + self.rng.gen_range(0..=6)).saturating_sub(3);
            if position < rates.sums.len() && rates.of(position) > 0.0 {
                return position;
            }
        }
        rates.at(self.rng.gen_range(0.0..rates.total()))
    }

    /// Changes the same input in other units, or with other indices, in the same cycle: to the same value or another.
    fn change_siblings(&mut self, position: usize, change: Change) {
        let generator = self.generator;
        let siblings = &generator.targets.siblings[position];
        let (all, same) = (self.rng.gen_bool(0.5), self.rng.gen_bool(0.5));
        for &input in siblings.iter().take(MOST_SIBLINGS) {
            if !all && self.rng.gen_bool(0.5) {
                continue;
            }
            if same {
                self.drive(Change { to: Assignment { input, ..change.to }, ..change });
            } else {
                self.change(input);
            }
        }
    }

    /// Changes an input, and returns the change, except for one that is announced.
    fn change(&mut self, position: usize) -> Option<Change> {
        let generator = self.generator;
        let input = &generator.pmu.description.inputs[position];
        let whole = self.assign(position, 0);
        let target = generator.targets.inputs[position].as_ref();
        let choice = target.map(|target| target.choice);
        let assignment = match target {
            Some(target) if !target.choice.fields.is_empty() => self.field_values(whole, input, target),
            _ => {
                let values = choice.map_or(Values::ANY, Values::of_input);
                let value = self.drawn(input.unit, Place::Input(position), input.at.width, values);
                Assignment { value, ..whole }
            }
        };
        if let Some(by) = generator.targets.announced[position] {
            if !self.is_repeated {
                self.announce(by, assignment);
            }
            return None;
        }
        let change = Change { to: assignment, is_pulse: choice.is_some_and(|choice| choice.pulse) };
        self.drive(change);
        Some(change)
    }

    fn drive(&mut self, change: Change) {
        match change.is_pulse {
            true => self.push(OpKind::Pulse(change.to)),
            false => self.set(change.to),
        }
    }

    /// An assignment to all bits of an input.
    pub(super) fn assign(&self, input: usize, value: u64) -> Assignment {
        let width = self.generator.pmu.description.inputs[input].at.width;
        Assignment { input, low: 0, width, value: value & (u64::MAX >> (64 - width)) }
    }

    pub(super) fn set(&mut self, assignment: Assignment) {
        let current = &mut self.history.current[assignment.input];
        let mask = (u64::MAX >> (64 - assignment.width)) << assignment.low;
        *current = *current & !mask | assignment.value << assignment.low;
        self.push(OpKind::Set(assignment));
    }

    /// New values for all fields of an input, or for one field of an input that keeps its value.
    fn field_values(&mut self, whole: Assignment, input: &Input, target: &InputTarget) -> Assignment {
        let only = match target.choice.pulse || self.rng.gen_bool(0.7) {
            true => None,
            false => Some(self.rng.gen_range(0..input.fields.len())),
        };
        let place = Place::Input(whole.input);
        let before =
            if only.is_none() && self.rng.gen_bool(0.05) { self.history.recall(&mut self.rng, place) } else { None };
        if let Some(value) = before {
            return Assignment { value, ..whole };
        }
        let mut value = 0;
        let is_even = self.rng.gen_bool(self.knobs.even);
        // All cores, ways or lanes alike.
        let is_alike = only.is_none() && self.rng.gen_bool(ALIKE);
        let mut first: Option<(u32, &Choice, u64)> = None;
        for (position, (field, choice)) in input.fields.iter().zip(&target.fields).enumerate() {
            if only.is_some_and(|only| only != position) {
                continue;
            }
            let same =
                |&(width, other, _): &_| is_alike && width == field.width && choice.is_some_and(|one| one == other);
            let part = match first.filter(same) {
                Some((.., part)) => part,
                None => self.drawn_field(input.unit, field.width, Values::of(*choice, 0).evenly(is_even)),
            };
            if let Some(choice) = choice {
                first.get_or_insert((field.width, choice, part));
            }
            let part = part & (u64::MAX >> (64 - field.width));
            if only.is_some() {
                return Assignment { low: field.low, width: field.width, value: part, ..whole };
            }
            value |= part << field.low;
        }
        self.history.keep(&mut self.rng, place, whole.width, value);
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
        if self.rng.gen_bool(self.tempo.hold) {
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

    /// Occurrences of the event that a select register selects: this number, or the most that its line carries.
    pub(super) fn occur(&mut self, unit: usize, select: usize, amount: u64) {
        let description = &self.generator.pmu.description;
        if let Some(lanes) = &description.lanes {
            return self.event_of_select(lanes, unit, select, Some(amount));
        }
        if let Some((unit, line)) = self.line_of(unit, select, 1.0) {
            let count = amount.min(description.events.lines[line].max);
            self.push(OpKind::Raise(Activity { unit, lines: Lines::One(line), count }));
        }
    }

    /// For a PMU whose events are not described, inputs of a unit that have the same name and may be all ones.
    pub(super) fn undescribed_events(&mut self, unit: usize) -> Vec<usize> {
        let generator = self.generator;
        let description = &generator.pmu.description;
        if description.lanes.is_some() || !description.events.lines.is_empty() {
            return Vec::new();
        }
        let may_be_ones = |&position: &usize| {
            let input = &description.inputs[position];
            let target = generator.targets.inputs[position].as_ref().filter(|target| !target.choice.pulse);
            let values = target.map(|target| Values::of_input(target.choice));
            input.unit.is_none_or(|of| of == unit)
                && !generator.targets.siblings[position].is_empty()
                && values.is_some_and(|values| values.has_others() || values.lists(u64::MAX >> (64 - input.at.width)))
        };
        let first = bias::pick(&mut self.rng, (0..description.inputs.len()).filter(may_be_ones));
        let Some(first) = first else { return Vec::new() };
        generator.targets.siblings[first].iter().copied().chain([first]).take(MOST_SIBLINGS).collect()
    }

    /// Clears inputs until their next change.
    pub(super) fn clear_inputs(&mut self, inputs: &[usize]) {
        inputs.iter().for_each(|&input| self.set(self.assign(input, 0)));
    }

    /// Sets all bits of inputs for one cycle.
    pub(super) fn pulse_inputs(&mut self, inputs: &[usize]) {
        inputs.iter().for_each(|&input| self.push(OpKind::Pulse(self.assign(input, u64::MAX))));
    }

    /// A number of occurrences above 0. At least half of the draws are at most 3.
    pub(super) fn occurrences(&mut self, most: u64) -> u64 {
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
    pub(super) fn selected_line(&mut self) -> Option<(usize, usize)> {
        let unit = self.unit();
        let kind = self.generator.pmu.description.units[unit].kind;
        let (_, select) = *self.generator.targets.kinds[kind].counters.choose(&mut self.rng)?;
        self.line_of(unit, select, 0.9)
    }

    /// A unit and a line of the event that a select register selects, with this probability one that its mask selects too.
    fn line_of(&mut self, unit: usize, select: usize, likely: f64) -> Option<(usize, usize)> {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let kind = description.units[unit].kind;
        let (code, mask) = description.registers[select].selection(self.written[unit][select])?;
        let event = generator.targets.kinds[kind].events.get(code)?;
        let through = |line: &&usize| match description.events.lines[**line].mask.map(u64::from) {
            None => true,
            Some(value) if event.masks_are_values => value == mask,
            Some(bits) => bits & mask != 0,
        };
        let passing = event.lines.iter().filter(through);
        let line = match passing.clone().next().is_none() || !self.rng.gen_bool(likely) {
            true => *event.lines.choose(&mut self.rng)?,
            false => *bias::pick(&mut self.rng, passing)?,
        };
        Some((self.lane_for(line, Some(unit))?, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn input_of_a_point_is_the_first_whose_sum_is_larger() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let mut random = || if rng.gen_bool(0.3) { 0.0 } else { rng.gen_range(0.0001..1.0_f64).powi(4) };
        for inputs in [1, 2, 7, 300] {
            check((0..inputs).map(|_| random()));
        }
        for inputs in 1..100 {
            check((0..inputs).map(|_| 0.1));
        }
    }

    fn check(rates: impl Iterator<Item = f64>) {
        let sums = rates.scan(0.0, |sum, rate| {
            *sum += rate;
            Some(*sum)
        });
        let rates = InputRates::of_sums(sums.collect());
        let between = (0..2000).map(|point| rates.total() * f64::from(point) / 2000.0);
        // A product of the largest number below a sum may be rounded to that of the sum.
        let below = rates.sums.iter().filter(|sum| **sum > 0.0).map(|sum| f64::from_bits(sum.to_bits() - 1));
        for point in between.chain(rates.sums.clone()).chain(below) {
            let expected = rates.sums.partition_point(|sum| *sum <= point).min(rates.sums.len() - 1);
            assert_eq!(rates.at(point), expected, "{point} of {} inputs", rates.sums.len());
        }
    }
}
