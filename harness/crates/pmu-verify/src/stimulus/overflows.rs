//! Overflows of several counters in the same cycle or in successive ones.

use super::Writer;
use pmu_program::OpKind;
use rand::seq::SliceRandom;
use rand::Rng;

/// Largest number of counters that are set up to overflow.
const MOST: usize = 16;

/// Share of the overflows before which the counters are made ready.
const READY: f64 = 0.5;

/// Number of counters from which most subsets are pairs.
const MANY: usize = 8;

/// A counter that is set up to overflow.
#[derive(Clone, Copy)]
pub(super) struct Armed {
    pub unit: usize,
    counter: usize,
    select: usize,
}

impl Writer<'_, '_> {
    /// Sets up a subset of the counters so that the same number of occurrences overflows them, lets these occur, and services
    /// the result with a few accesses.
    pub(super) fn overflow_together(&mut self) {
        self.complete_announcement();
        let armed = self.subset();
        if armed.is_empty() {
            return self.cycle();
        }
        let is_ready = self.rng.gen_bool(READY);
        self.set_up_counters(&armed, is_ready);
        self.overflow(&armed);
        for _ in 0..self.rng.gen_range(1..=6) {
            self.begin_cycle();
            self.access_or_wait(0.7);
        }
    }

    /// Makes a subset of the counters ready, and returns it.
    pub(super) fn ready_counters(&mut self) -> Vec<Armed> {
        let armed = self.subset();
        self.set_up_counters(&armed, true);
        armed
    }

    fn set_up_counters(&mut self, armed: &[Armed], is_ready: bool) {
        if is_ready {
            self.make_ready(armed);
        }
        self.configure(armed, is_ready);
    }

    /// Lets the counters overflow and clears the flags, in so few cycles that it can be repeated often.
    pub(super) fn overflow_and_clear(&mut self, armed: &[Armed]) {
        self.overflow(armed);
        self.clear_flags(armed);
        for _ in 0..self.rng.gen_range(0..=2) {
            self.begin_cycle();
            self.access_or_wait(0.3);
        }
    }

    /// Writes the counters so that the same number of occurrences overflows them, and lets these occur.
    fn overflow(&mut self, armed: &[Armed]) {
        let amount = if self.rng.gen_bool(0.6) { 1 } else { self.rng.gen_range(1..=8) };
        // Most overflow in the first of the cycles.
        let delays: Vec<u64> =
            armed.iter().map(|_| if self.rng.gen_bool(0.7) { 0 } else { self.rng.gen_range(0..=2) }).collect();
        let events = armed.first().map_or_else(Vec::new, |one| self.undescribed_events(one.unit));
        self.clear_inputs(&events);
        for (one, delay) in armed.iter().zip(&delays) {
            let value = (amount * (delay + 1)).wrapping_neg();
            let write = self.write_value(one.unit, one.counter, value);
            self.push(write);
        }
        for _ in 0..=delays.iter().max().copied().unwrap_or_default() {
            self.begin_cycle();
            // The occurrences come last, because a later value of an input replaces an earlier one.
            if self.rng.gen_bool(0.2) {
                self.inputs();
            }
            for one in armed {
                self.occur(one.unit, one.select, amount);
            }
            self.pulse_inputs(&events);
            self.access_or_wait(0.3);
        }
    }

    fn access_or_wait(&mut self, often: f64) {
        let access = if self.rng.gen_bool(often) { self.access() } else { OpKind::Wait(1) };
        self.push(access);
    }

    /// A subset of the counters of one unit or of several: two, three, all, all except one, or any.
    fn subset(&mut self) -> Vec<Armed> {
        let generator = self.generator;
        let units = match self.rng.gen_bool(0.7) {
            true => vec![self.unit()],
            false => self.knobs.units.clone(),
        };
        let of_unit = |&unit: &usize| {
            let kind = generator.pmu.description.units[unit].kind;
            let counters = &generator.targets.kinds[kind].counters;
            counters.iter().map(move |&(counter, select)| Armed { unit, counter, select })
        };
        let mut counters: Vec<Armed> = units.iter().flat_map(of_unit).collect();
        counters.shuffle(&mut self.rng);
        let all = counters.len();
        let count = match self.rng.gen_range(0..20) {
            0..=6 => 2,
            // There are many pairs of many counters.
            7..=17 if all > MANY && self.rng.gen_bool(0.6) => 2,
            7..=10 => 3,
            11..=14 => all,
            15..=17 => all.saturating_sub(1),
            _ => self.rng.gen_range(0..=all),
        };
        counters.truncate(count.min(MOST));
        counters
    }

    /// Configures the counters: mostly all alike, often with the same event; sometimes they keep their configuration.
    fn configure(&mut self, armed: &[Armed], is_ready: bool) {
        if !is_ready && self.rng.gen_bool(0.25) {
            return;
        }
        let registers = &self.generator.pmu.description.registers;
        let is_alike = self.rng.gen_bool(0.7);
        let is_same_event = self.rng.gen_bool(0.6);
        let mut first: Option<(usize, u64)> = None;
        for one in armed {
            let mut value = match is_ready {
                true => self.preferred(one.unit, one.select),
                false => self.configuration(one.unit, one.select),
            };
            if let Some((like, model)) =
                first.filter(|&(like, _)| is_alike && has_same_fields(registers, like, one.select))
            {
                let own = registers[one.select].selection(value);
                value = model;
                if let (false, Some((code, _))) = (is_same_event || like == one.select, own) {
                    value = registers[one.select].with_code(value, code);
                }
            }
            first.get_or_insert((one.select, value));
            let write = self.write_value(one.unit, one.select, value);
            self.push(write);
        }
        if is_ready {
            return;
        }
        // What enables or stops all counters at once.
        for _ in 0..self.rng.gen_range(0..=2) {
            let Some(&Armed { unit, .. }) = armed.choose(&mut self.rng) else { return };
            if let Some(register) = self.other(unit) {
                let write = self.write(unit, register);
                self.push(write);
            }
        }
    }
}

fn has_same_fields(registers: &[golden_model::description::Register], one: usize, other: usize) -> bool {
    let fields = |register: usize| registers[register].fields.iter().map(|field| (&field.name, field.low, field.width));
    fields(one).eq(fields(other))
}
