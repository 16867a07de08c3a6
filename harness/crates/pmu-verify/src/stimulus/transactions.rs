//! Transactions and events on lanes in random programs.

use super::history::Place;
use super::values::Values;
use super::{bias, Writer};
use golden_model_core::description::{Description, Lanes};
use pmu_program::{Assignment, Duration, OpKind, TransactionDrive};
use rand::seq::SliceRandom;
use rand::Rng;
use std::collections::BTreeMap;

/// Probability that a transaction repeats the last one in all fields but one.
const REPEATED: f64 = 0.1;

/// Probability that a transaction matches what its fields are compared with, except for at most one field.
const MATCHED: f64 = 0.15;

/// State of the transactions of a program under construction.
pub(super) struct TransactionGenerator {
    /// Position of the first lane among the transactions, and the number of lanes.
    lanes: (usize, usize),
    /// Inputs that a transaction of this cycle already uses.
    taken: Vec<usize>,
    /// Occurrences of each code in each unit in this cycle.
    occurred: BTreeMap<(u32, usize), u64>,
    /// For each transaction, the identifiers that it has opened and no transaction has closed.
    open: Vec<Vec<u64>>,
    /// Values of the inputs whose changes are announced.
    current: BTreeMap<usize, u64>,
    /// Transactions that open an identifier in this cycle, with the identifier.
    opening: Vec<(usize, u64)>,
    /// For each transaction, the fields of the last one.
    last: Vec<Vec<Option<u64>>>,
}

impl TransactionGenerator {
    pub fn new(description: &Description) -> Self {
        let is_lane = |position: &usize| {
            let transaction = &description.transactions[*position];
            description.lanes.as_ref().is_some_and(|lanes| lanes.has(transaction))
        };
        let mut lanes = (0..description.transactions.len()).filter(is_lane);
        let first = lanes.next();
        Self {
            lanes: (first.unwrap_or_default(), usize::from(first.is_some()) + lanes.count()),
            taken: Vec::new(),
            occurred: BTreeMap::new(),
            open: vec![Vec::new(); description.transactions.len()],
            current: BTreeMap::new(),
            opening: Vec::new(),
            last: vec![Vec::new(); description.transactions.len()],
        }
    }
}

impl Writer<'_, '_> {
    /// Begins a cycle: applies the announced change and opens the identifiers of the previous cycle.
    pub(super) fn begin_cycle(&mut self) {
        if let Some(assignment) = self.announced.take() {
            self.push(OpKind::Set(assignment));
        }
        self.transactions.taken.clear();
        self.transactions.occurred.clear();
        for (transaction, name) in std::mem::take(&mut self.transactions.opening) {
            self.transactions.open[transaction].push(name);
        }
    }

    /// Announces in this cycle that an input changes in the next.
    pub(super) fn announce(&mut self, by: usize, assignment: Assignment) {
        let current = self.transactions.current.entry(assignment.input).or_default();
        if self.announced.is_none() && self.cycles > 0 && *current != assignment.value {
            *current = assignment.value;
            let width = self.generator.pmu.description.inputs[by].at.width;
            self.push(OpKind::Pulse(Assignment { input: by, low: 0, width, value: 1 }));
            self.announced = Some(assignment);
        }
    }

    /// Drives transactions at the rates of the profile, except those on lanes.
    pub(super) fn drive_transactions(&mut self) {
        let generator = self.generator;
        for (position, target) in generator.targets.transactions.iter().enumerate() {
            let Some(target) = target else { continue };
            let rate = if self.tempo.busy_inputs { target.choice.busy } else { target.choice.calm };
            if rate > 0.0 && self.rng.gen_bool(rate) {
                self.drive_transaction(position);
            }
        }
    }

    fn drive_transaction(&mut self, position: usize) {
        let generator = self.generator;
        let transaction = &generator.pmu.description.transactions[position];
        let Some(target) = &generator.targets.transactions[position] else { return };
        // An identifier may not be opened again in each repetition.
        if self.is_repeated && (target.opens.is_some() || target.closes.is_some()) {
            return;
        }
        // An input takes part in one transaction in a cycle.
        let first = transaction.valid.unwrap_or(transaction.fields[0].input);
        if self.transactions.taken.contains(&first) {
            return;
        }
        let is_even = self.rng.gen_bool(self.knobs.even);
        let mut given = Vec::with_capacity(transaction.fields.len());
        for (field, choice) in transaction.fields.iter().zip(&target.fields) {
            let is_given = field.with.is_none() || self.rng.gen_bool(0.85);
            let place = Place::Field(position, given.len());
            let values = Values::of(*choice, field.shift).evenly(is_even);
            given.push(is_given.then(|| self.drawn(transaction.unit, place, field.width, values)));
        }
        self.repeat_fields(position, target.opens, &mut given);
        self.match_fields(position, &mut given);
        if let Some(opens) = target.opens {
            let name = given[opens].unwrap_or_default();
            let opening = self.transactions.opening.contains(&(position, name));
            if opening || self.transactions.open[position].contains(&name) {
                return;
            }
            self.transactions.opening.push((position, name));
        }
        if let Some((opener, field)) = target.closes {
            let open = self.transactions.open[opener].len();
            if open == 0 {
                return;
            }
            let one = self.rng.gen_range(0..open);
            given[field] = Some(self.transactions.open[opener].swap_remove(one));
        }
        self.transactions.taken.push(first);
        self.transactions.last[position].clone_from(&given);
        self.push(OpKind::Report(Box::new(TransactionDrive {
            transaction: position,
            given,
            lasting: Duration::Raised,
        })));
    }

    /// Sometimes takes the fields of the last such transaction, except one and the identifier that it opens.
    fn repeat_fields(&mut self, position: usize, opens: Option<usize>, given: &mut [Option<u64>]) {
        let last = &self.transactions.last[position];
        if last.is_empty() || !self.rng.gen_bool(REPEATED) {
            return;
        }
        let other = self.rng.gen_range(0..given.len());
        for (field, (value, before)) in given.iter_mut().zip(last).enumerate() {
            if field != other && Some(field) != opens {
                *value = *before;
            }
        }
    }

    /// Sometimes gives all fields that the hardware compares the values with which it compares them, or all except one.
    fn match_fields(&mut self, position: usize, given: &mut [Option<u64>]) {
        let generator = self.generator;
        let Some(target) = &generator.targets.transactions[position] else { return };
        let description = &generator.pmu.description;
        let transaction = &description.transactions[position];
        let compared = transaction.fields.iter().zip(&target.fields).enumerate();
        let compared = compared.filter_map(|(at, (field, choice))| Some((at, field, *choice.as_ref()?)));
        let compared = compared.filter(|(.., choice)| !choice.like.is_empty());
        if compared.clone().next().is_none() || !self.rng.gen_bool(MATCHED) {
            return;
        }
        let unit = transaction.unit.unwrap_or_else(|| self.rng.gen_range(0..self.written.len()));
        // The lists of the fields have the same comparators in the same order.
        let comparator = self.rng.gen_range(0..64);
        for (at, field, choice) in compared.clone() {
            let like = &choice.like[comparator % choice.like.len()];
            let value = like.value(&description.registers, &self.written[unit]) >> field.shift;
            given[at] = Some(value & (u64::MAX >> (64 - field.width)));
        }
        if let Some((at, field, _)) = bias::pick(&mut self.rng, compared).filter(|_| self.rng.gen_bool(0.5)) {
            given[at] = given[at].map(|value| bias::similar(&mut self.rng, value, field.width));
        }
    }

    /// Drives a transaction that opens an identifier, if there is such a transaction.
    pub(super) fn open_a_transaction(&mut self) -> bool {
        let targets = &self.generator.targets.transactions;
        let has_identifier =
            |position: &usize| targets[*position].as_ref().is_some_and(|target| target.opens.is_some());
        let Some(opener) = bias::pick(&mut self.rng, (0..targets.len()).filter(has_identifier)) else { return false };
        self.begin_cycle();
        self.drive_transaction(opener);
        self.push(OpKind::Wait(1));
        self.begin_cycle();
        true
    }

    /// Drives a transaction that closes an identifier.
    pub(super) fn close_a_transaction(&mut self) {
        let targets = &self.generator.targets.transactions;
        let closes = |position: &usize| targets[*position].as_ref().is_some_and(|target| target.closes.is_some());
        if let Some(closer) = bias::pick(&mut self.rng, (0..targets.len()).filter(closes)) {
            self.drive_transaction(closer);
        }
    }

    /// Drives an event on a free lane, mostly one that a counter selects.
    pub(super) fn event_on_a_lane(&mut self, lanes: &Lanes) {
        let unit = self.unit();
        let counters = &self.generator.targets.kinds[self.generator.pmu.description.units[unit].kind].counters;
        if let Some(&(_, select)) = counters.choose(&mut self.rng) {
            self.event_of_select(lanes, unit, select, None);
        }
    }

    /// Drives an event on a free lane, mostly that of a select register; `amount` is its number of occurrences, if given.
    ///
    /// The number of its occurrences in the cycle stays within the maximum of the event.
    pub(super) fn event_of_select(&mut self, lanes: &Lanes, unit: usize, select: usize, amount: Option<u64>) {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let (first, count) = self.transactions.lanes;
        let lane = first + self.rng.gen_range(0..count);
        if self.transactions.taken.contains(&lane) {
            return;
        }
        let Some((code, umasks, most, is_of_first)) = self.lane_event(unit, select) else { return };
        let unit = if is_of_first { 0 } else { unit };
        let occurred = self.transactions.occurred.entry((code, unit)).or_default();
        let left = most.saturating_sub(*occurred);
        let amount = match amount {
            Some(amount) => amount.min(left),
            None if self.rng.gen_bool(0.05) => 0,
            None => self.rng.gen_range(0..=left),
        };
        *occurred += amount;
        let transaction = &description.transactions[lane];
        let mut given = vec![None; transaction.fields.len()];
        let own = [
            (&lanes.code, u64::from(code)),
            (&lanes.umasks, umasks),
            (&lanes.amount, amount),
            (&lanes.unit, description.units[unit].index as u64),
        ];
        for (position, field) in transaction.fields.iter().enumerate() {
            given[position] = Some(match own.iter().find(|(name, _)| **name == field.name) {
                Some((_, value)) => *value,
                None => {
                    let target = generator.targets.transactions[lane].as_ref();
                    let choice = target.and_then(|target| target.fields[position]);
                    self.drawn(None, Place::Field(lane, position), field.width, Values::of(choice, field.shift))
                }
            });
        }
        self.transactions.taken.push(lane);
        self.push(OpKind::Report(Box::new(TransactionDrive { transaction: lane, given, lasting: Duration::Raised })));
    }

    /// Code, unit masks and largest amount of an event, and whether only the first unit drives it.
    fn lane_event(&mut self, unit: usize, select: usize) -> Option<(u32, u64, u64, bool)> {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let events = &description.events;
        let kind = &generator.targets.kinds[description.units[unit].kind];
        let (code, mask) = description.registers[select].selection(self.written[unit][select])?;
        let umasks = &generator.targets.umasks;
        let own = kind.events.get(code).map_or(&[][..], |event| &event.lines);
        let passing = own.iter().filter(|line| umasks[**line] >> (mask & 15) & 1 == 1);
        let line = match self.rng.gen_range(0..20) {
            0..=12 if passing.clone().next().is_some() => bias::pick(&mut self.rng, passing),
            0..=16 if !own.is_empty() => own.choose(&mut self.rng),
            17 => {
                let code = bias::any(&mut self.rng, 8);
                let known = kind
                    .events
                    .get(code)
                    .and_then(|event| event.lines.iter().map(|&line| events.lines[line].max).min());
                return Some((code as u32, bias::any(&mut self.rng, 16), known.unwrap_or(7).min(7), false));
            }
            _ => None,
        };
        let any = || self.rng.gen_range(0..events.lines.len());
        let line = line.copied().unwrap_or_else(any);
        let found = &events.lines[line];
        let lane = generator.targets.transactions[self.transactions.lanes.0].as_ref();
        let is_of_first = lane.is_some_and(|lane| lane.choice.of_first_unit.contains(&found.name));
        Some((found.code, umasks[line].into(), found.max.min(7), is_of_first))
    }
}
