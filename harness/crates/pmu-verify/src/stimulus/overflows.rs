//! Overflows of several counters in the same cycle or in successive ones.

use super::subsets::Armed;
use super::Writer;
use pmu_program::OpKind;
use rand::seq::SliceRandom;
use rand::Rng;

/// Share of the cycles with overflows in which flags are cleared: a request that comes in this cycle must not be lost.
const CLEARED: f64 = 0.15;

/// Share of the overflows before which the counters are made ready.
const READY: f64 = 0.5;

impl Writer<'_, '_> {
    /// Sets up a subset of the counters so that the same number of occurrences overflows them, lets these occur, and services
    /// the result with a few accesses.
    pub(super) fn overflow_together(&mut self) {
        self.complete_announcement();
        let armed = self.subset();
        if armed.is_empty() {
            return self.cycle();
        }
        let readiness = if self.rng.gen_bool(READY) { Some(self.readiness()) } else { None };
        self.set_up_counters(&armed, readiness);
        self.overflow(&armed);
        for _ in 0..self.rng.gen_range(1..=6) {
            self.begin_cycle();
            self.access_or_wait(0.7);
        }
    }

    /// Makes a subset of the counters ready, and returns it.
    pub(super) fn ready_counters(&mut self) -> Vec<Armed> {
        let armed = self.subset();
        let readiness = self.readiness();
        self.set_up_counters(&armed, Some(readiness));
        armed
    }

    /// Configures the counters; with a readiness, makes them ready first.
    fn set_up_counters(&mut self, armed: &[Armed], readiness: Option<f64>) {
        if let Some(readiness) = readiness {
            self.make_ready(armed, readiness);
        }
        self.configure(armed, readiness);
    }

    /// Lets the counters overflow and clears the flags, in so few cycles that it can be repeated often.
    pub(super) fn overflow_and_clear(&mut self, armed: &[Armed]) {
        self.overflow(armed);
        self.complete_announcement();
        self.clear_flags(armed);
        for _ in 0..self.rng.gen_range(0..=2) {
            self.begin_cycle();
            self.access_or_wait(0.3);
        }
    }

    /// Makes counters ready once, and lets subsets of them overflow one after another.
    pub(super) fn overflow_in_subsets(&mut self) {
        self.complete_announcement();
        let mut armed = self.ready_counters();
        for _ in 0..self.rng.gen_range(2..=16) {
            armed.shuffle(&mut self.rng);
            let count = if self.rng.gen_bool(0.7) { 2 } else { self.rng.gen_range(0..=armed.len()) };
            let subset = armed[..count.min(armed.len())].to_vec();
            self.complete_announcement();
            self.overflow_and_clear(&subset);
        }
    }

    /// Writes the counters so that the same number of occurrences overflows them, and lets these occur.
    fn overflow(&mut self, armed: &[Armed]) {
        let amount = if self.rng.gen_bool(0.6) { 1 } else { self.rng.gen_range(1..=8) };
        let delays = self.delays(armed.len() as u64);
        let events = armed.first().map_or_else(Vec::new, |one| self.undescribed_events(one.unit));
        self.clear_inputs(&events);
        for (position, (one, delay)) in armed.iter().zip(&delays).enumerate() {
            // A fixed event often occurs in each cycle.
            let counts = match one.select.is_none() && self.rng.gen() {
                true => self.writes_of(&armed[position + 1..]) + delay + 1,
                false => amount * (delay + 1),
            };
            let write = self.write_counter(one.unit, one.counter, counts.wrapping_neg());
            self.push(write);
        }
        let change_inputs = if armed.iter().any(|one| one.select.is_none()) { 0.6 } else { 0.2 };
        for _ in 0..=delays.iter().max().copied().unwrap_or_default() {
            self.begin_cycle();
            // The occurrences come last, because a later value of an input replaces an earlier one.
            if self.rng.gen_bool(change_inputs) {
                self.inputs();
            }
            for (one, select) in armed.iter().filter_map(|one| Some((one, one.select?))) {
                self.occur(one.unit, select, amount);
            }
            self.pulse_inputs(&events);
            if !(self.rng.gen_bool(CLEARED) && self.clear_a_flag(armed)) {
                self.access_or_wait(0.3);
            }
        }
    }

    /// Cycles by which the overflows of this number of counters come later than the first possible one.
    fn delays(&mut self, counters: u64) -> Vec<u64> {
        match self.rng.gen_range(0..20) {
            0..=6 => vec![0; counters as usize],
            7..=9 => (0..counters).collect(),
            _ => (0..counters).map(|_| if self.rng.gen_bool(0.7) { 0 } else { self.rng.gen_range(0..=2) }).collect(),
        }
    }

    /// Number of accesses that write all of these counters.
    fn writes_of(&self, armed: &[Armed]) -> u64 {
        armed.iter().map(|one| self.accesses_for(one.counter) as u64).sum()
    }

    fn access_or_wait(&mut self, often: f64) {
        let access = if self.rng.gen_bool(often) { self.access() } else { OpKind::Wait(1) };
        self.push(access);
    }

    /// Configures the counters: mostly all alike, often with the same event; sometimes they keep their configuration.
    fn configure(&mut self, armed: &[Armed], readiness: Option<f64>) {
        if readiness.is_none() && self.rng.gen_bool(0.25) {
            return;
        }
        let registers = &self.generator.pmu.description.registers;
        let is_alike = self.rng.gen_bool(0.7);
        let is_same_event = self.rng.gen_bool(0.6);
        let mut first: Option<(usize, u64)> = None;
        for (unit, select) in armed.iter().filter_map(|one| Some((one.unit, one.select?))) {
            let mut value = match readiness {
                Some(readiness) => self.preferred(unit, select, readiness),
                None => self.configuration(unit, select),
            };
            if let Some((like, model)) = first.filter(|&(like, _)| is_alike && has_same_fields(registers, like, select))
            {
                let own = registers[select].selection(value);
                value = model;
                if let (false, Some((code, _))) = (is_same_event || like == select, own) {
                    value = registers[select].with_code(value, code);
                }
            }
            first.get_or_insert((select, value));
            let write = self.write_exactly(unit, select, value);
            self.push(write);
        }
        if readiness.is_some() {
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

fn has_same_fields(registers: &[golden_model_core::description::Register], one: usize, other: usize) -> bool {
    let fields = |register: usize| registers[register].fields.iter().map(|field| (&field.name, field.low, field.width));
    fields(one).eq(fields(other))
}
