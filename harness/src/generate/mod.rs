//! Constrained random programs from a seed.

mod bias;
mod mood;
mod profile;

pub use profile::{Profile, ProfileError};

use crate::program::{Access, Activity, Expected, Lines, Op, OpKind, Program};
use golden_model::description::{Field, Register};
use golden_model::Pmu;
use mood::Mood;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Makes the programs of a PMU.
pub struct Generator<'p> {
    pmu: &'p Pmu,
    profile: &'p Profile,
    /// Select registers with their counters, in order of the index.
    pairs: Vec<(&'p Register, &'p Register)>,
    event_field: &'p Field,
    mask_field: &'p Field,
    /// Event codes of the catalogue.
    codes: Vec<u64>,
}

impl<'p> Generator<'p> {
    /// A generator by a profile that was checked against the same PMU.
    pub fn new(pmu: &'p Pmu, profile: &'p Profile) -> Self {
        let register =
            |pattern: &str, index: usize| pmu.description.register(&pattern.replace('#', &index.to_string()));
        let pair =
            |index| Some((register(&profile.select.register, index)?, register(&profile.select.counter, index)?));
        let pairs: Vec<_> = (0..).map_while(pair).collect();
        let field = |name: &str| pairs[0].0.fields.iter().find(|field| field.name == *name);
        let (event_field, mask_field) = (field(&profile.select.event_field), field(&profile.select.mask_field));
        let mut codes: Vec<u64> = pmu.description.events.rows.iter().map(|row| u64::from(row.code)).collect();
        codes.sort_unstable();
        codes.dedup();
        let first = &pairs[0].0.fields[0];
        Self {
            pmu,
            profile,
            event_field: event_field.unwrap_or(first),
            mask_field: mask_field.unwrap_or(first),
            pairs,
            codes,
        }
    }

    /// Program number `index` of a seed. The same seed and index give the same program.
    pub fn program(&self, seed: u64, index: u64) -> Program {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mood = Mood::draw(&mut rng, &self.codes, self.profile.select.shared_codes);
        let units = self.pmu.description.units.len();
        let mut writer = Writer {
            generator: self,
            selects: vec![vec![0; self.pairs.len()]; units],
            ops: Vec::with_capacity(3 * self.profile.clocks as usize),
            clocks: 0,
            rng,
            mood,
        };
        writer.set_up();
        while writer.clocks < self.profile.clocks {
            writer.clock();
        }
        Program {
            name: format!("random-{seed}-{index}"),
            file: None,
            pmu: self.pmu.description.id.clone(),
            covers: Vec::new(),
            ops: writer.ops,
        }
    }
}

/// A program in the making. What it knows of the PMU is what it wrote itself.
struct Writer<'g, 'p> {
    generator: &'g Generator<'p>,
    /// Last written value of each select register, by unit and index.
    selects: Vec<Vec<u64>>,
    ops: Vec<Op>,
    clocks: u64,
    rng: Xoshiro256PlusPlus,
    mood: Mood,
}

impl Writer<'_, '_> {
    fn push(&mut self, kind: OpKind) {
        let op = Op { line: 0, kind };
        self.clocks += op.clocks();
        self.ops.push(op);
    }

    /// A first configuration of most counters, in random order.
    fn set_up(&mut self) {
        let count = self.generator.pairs.len();
        let mut places: Vec<_> =
            (0..self.selects.len()).flat_map(|unit| (0..count).map(move |index| (unit, index))).collect();
        places.shuffle(&mut self.rng);
        for (unit, index) in places {
            if self.rng.gen_bool(0.9) {
                let write = self.counter_write(unit, index);
                self.push(write);
                let write = self.select_write(unit, index);
                self.push(write);
            }
        }
    }

    fn clock(&mut self) {
        self.context();
        if self.rng.gen_bool(self.mood.events) {
            for _ in 0..self.rng.gen_range(1..=3) {
                self.event();
            }
        }
        if self.rng.gen_bool(self.mood.reset) {
            let access = self.rng.gen_bool(0.6).then(|| self.access());
            return self.push(OpKind::Reset(match access {
                Some(OpKind::Access(access)) => Some(access),
                _ => None,
            }));
        }
        if self.rng.gen_bool(self.mood.bus) {
            let access = self.access();
            return self.push(access);
        }
        let clocks = if self.rng.gen_bool(0.05) { self.rng.gen_range(2..=20) } else { 1 };
        self.push(OpKind::Wait(clocks));
    }

    fn context(&mut self) {
        let generator = self.generator;
        for (position, input) in generator.pmu.description.inputs.iter().enumerate() {
            let short = input.name.rsplit('.').next().unwrap_or(&input.name);
            let Some(choice) = generator.profile.inputs.get(short) else {
                if self.rng.gen_bool(0.02) {
                    let value = bias::any(&mut self.rng, input.width);
                    self.push(OpKind::Set { input: position, value });
                }
                continue;
            };
            if self.rng.gen_bool(if self.mood.busy_context { choice.busy } else { choice.calm }) {
                let choice = profile::Choice { values: choice.values.clone(), any: 0 };
                let value = bias::choose(&mut self.rng, &choice, input.width);
                self.push(OpKind::Set { input: position, value });
            }
        }
    }

    /// Occurrences, mostly of what some counter of the unit counts.
    fn event(&mut self) {
        let unit = self.rng.gen_range(0..self.selects.len());
        if self.rng.gen_bool(0.004) {
            let count = self.rng.gen_range(0..=self.largest_count());
            return self.push(OpKind::Hold(Activity { unit, lines: Lines::All, count }));
        }
        let line = match self.rng.gen_bool(0.85) {
            true => self.selected_line(unit),
            false => self.rng.gen_range(0..self.generator.pmu.description.events.lines.len()),
        };
        let most = u64::from(self.generator.pmu.description.events.lines[line].max_inc);
        if self.rng.gen_bool(self.mood.hold) {
            let count = if self.rng.gen_bool(0.5) { 0 } else { self.rng.gen_range(1..=most) };
            return self.push(OpKind::Hold(Activity { unit, lines: Lines::One(line), count }));
        }
        // Zero is an occurrence of nothing on a line that may be held: a falling edge.
        let count = if self.rng.gen_bool(0.15) { 0 } else { self.rng.gen_range(1..=most) };
        self.push(OpKind::Raise(Activity { unit, lines: Lines::One(line), count }));
    }

    fn largest_count(&self) -> u64 {
        (1 << self.generator.pmu.description.lane_width) - 1
    }

    /// A line of the event that a counter of the unit selects, mostly one that its mask lets through.
    fn selected_line(&mut self, unit: usize) -> usize {
        let generator = self.generator;
        let index = self.rng.gen_range(0..generator.pairs.len());
        let select = self.selects[unit][index];
        let (code, mask) = (generator.event_field.extract(select), generator.mask_field.extract(select));
        let lines = &generator.pmu.description.events.lines;
        let of_code = |line: &usize| u64::from(lines[*line].code) == code;
        let candidates: Vec<usize> = (0..lines.len()).filter(of_code).collect();
        let through = |line: &&usize| lines[**line].mask.is_none_or(|bits| u64::from(bits) & mask != 0);
        let passing: Vec<usize> = candidates.iter().filter(through).copied().collect();
        let pool = if passing.is_empty() || self.rng.gen_bool(0.1) { &candidates } else { &passing };
        match pool.choose(&mut self.rng) {
            Some(&line) => line,
            None => self.rng.gen_range(0..lines.len()),
        }
    }

    fn access(&mut self) -> OpKind {
        let unit = self.rng.gen_range(0..self.selects.len());
        let index = self.rng.gen_range(0..self.generator.pairs.len());
        match self.rng.gen_range(0..100) {
            0..=34 => {
                if self.rng.gen_bool(0.5) {
                    self.event_of(unit);
                }
                self.counter_write(unit, index)
            }
            35..=64 => self.select_write(unit, index),
            65..=91 => self.read(unit, index),
            92..=94 => self.broadcast(index),
            _ => self.odd_access(unit, index),
        }
    }

    /// An event in the clock of a write: the collision that loses counts.
    fn event_of(&mut self, unit: usize) {
        let line = self.selected_line(unit);
        let most = u64::from(self.generator.pmu.description.events.lines[line].max_inc);
        let count = self.rng.gen_range(1..=most);
        self.push(OpKind::Raise(Activity { unit, lines: Lines::One(line), count }));
    }

    fn request(&self, register: &Register, way: usize, unit: u32, write: Option<u64>) -> OpKind {
        let access = &register.access[way];
        OpKind::Access(Access {
            space: access.space_number,
            unit,
            address: access.address,
            write,
            expected: Expected::Anything,
        })
    }

    fn counter_write(&mut self, unit: usize, index: usize) -> OpKind {
        let generator = self.generator;
        let value = bias::counter(&mut self.rng, generator.profile.select.counter_bits);
        self.request(generator.pairs[index].1, 0, generator.pmu.description.units[unit].number, Some(value))
    }

    fn select_write(&mut self, unit: usize, index: usize) -> OpKind {
        let generator = self.generator;
        let value = self.select_value(self.selects[unit][index]);
        self.selects[unit][index] = value;
        self.request(generator.pairs[index].0, 0, generator.pmu.description.units[unit].number, Some(value))
    }

    /// A new configuration, or the old one with one field changed while it counts.
    fn select_value(&mut self, old: u64) -> u64 {
        let generator = self.generator;
        let fields = &generator.pairs[0].0.fields;
        let fresh = old == 0 || self.rng.gen_bool(0.4);
        let only = (!fresh).then(|| self.rng.gen_range(0..fields.len()));
        let mut value = old;
        for (position, field) in fields.iter().enumerate() {
            if only.is_some_and(|only| only != position) {
                continue;
            }
            let part = if field.name == generator.event_field.name {
                self.mood.code(&mut self.rng, &generator.codes, field.width)
            } else if field.name == generator.mask_field.name {
                self.mask(generator.event_field.extract(value), field.width)
            } else {
                match generator.profile.fields.get(&field.name) {
                    Some(choice) => bias::choose(&mut self.rng, choice, field.width),
                    None => bias::any(&mut self.rng, field.width),
                }
            };
            value = (value & !field.mask()) | (part << field.low & field.mask());
        }
        // A new event deserves a mask that goes with it; sometimes it keeps the old one.
        if fresh
            || (generator.event_field.extract(value) != generator.event_field.extract(old) && self.rng.gen_bool(0.8))
        {
            let mask = self.mask(generator.event_field.extract(value), generator.mask_field.width);
            value = (value & !generator.mask_field.mask()) | mask << generator.mask_field.low;
        }
        value
    }

    /// A unit mask for an event: one row, several, a path, all, none, or anything.
    fn mask(&mut self, code: u64, width: u32) -> u64 {
        let lines = &self.generator.pmu.description.events.lines;
        let of_code = lines.iter().filter(|line| u64::from(line.code) == code);
        let masks: Vec<u64> = of_code.filter_map(|line| line.mask).map(u64::from).collect();
        let Some(&one) = masks.choose(&mut self.rng) else {
            return bias::any(&mut self.rng, width);
        };
        match self.rng.gen_range(0..10) {
            0..=4 => one,
            5..=6 => masks.iter().filter(|_| self.rng.gen_bool(0.5)).fold(one, |all, mask| all | mask),
            7 => u64::MAX >> (64 - width),
            8 => 0,
            _ => bias::any(&mut self.rng, width),
        }
    }

    fn read(&mut self, unit: usize, index: usize) -> OpKind {
        let generator = self.generator;
        let (select, counter) = generator.pairs[index];
        let register = if self.rng.gen_bool(0.25) { select } else { counter };
        let way = self.rng.gen_range(0..register.access.len());
        self.request(register, way, generator.pmu.description.units[unit].number, None)
    }

    /// The same write to every unit in one clock.
    fn broadcast(&mut self, index: usize) -> OpKind {
        let generator = self.generator;
        let Some(broadcast) = &generator.pmu.description.broadcast else {
            return self.read(0, index);
        };
        if self.rng.gen_bool(0.4) {
            let value = bias::counter(&mut self.rng, generator.profile.select.counter_bits);
            return self.request(generator.pairs[index].1, 0, broadcast.number, Some(value));
        }
        let value = self.select_value(self.selects[0][index]);
        self.selects.iter_mut().for_each(|unit| unit[index] = value);
        self.request(generator.pairs[index].0, 0, broadcast.number, Some(value))
    }

    /// An access that is probably refused.
    fn odd_access(&mut self, unit: usize, index: usize) -> OpKind {
        let generator = self.generator;
        let description = &generator.pmu.description;
        let (select, counter) = generator.pairs[index];
        let register = if self.rng.gen_bool(0.5) { select } else { counter };
        let Some(way) = register.access.choose(&mut self.rng) else {
            return self.read(unit, index);
        };
        let mut access = Access {
            space: way.space_number,
            unit: description.units[unit].number,
            address: way.address,
            write: self.rng.gen_bool(0.5).then(|| bias::any(&mut self.rng, 64)),
            expected: Expected::Anything,
        };
        match self.rng.gen_range(0..8) {
            0..=3 => access.address = bias::near_address(&mut self.rng, way.address),
            4 => access.unit = bias::any(&mut self.rng, 8) as u32,
            5 => access.unit ^= 1 << self.rng.gen_range(0..8),
            6 => access.space ^= 1 << self.rng.gen_range(0..4),
            // As it is: a write through a read-only way, or a plain access with random data.
            _ => {}
        }
        OpKind::Access(access)
    }
}
