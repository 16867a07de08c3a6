//! Constrained random programs from a seed.

mod accesses;
mod bias;
mod history;
mod inputs;
mod knobs;
mod lengths;
mod like;
mod overflows;
mod phases;
mod profile;
mod ready;
mod subsets;
mod sweeps;
mod targets;
mod traffic;
mod transactions;
mod values;

pub use profile::{Profile, ProfileError};
pub use traffic::Traffic;

use golden_model_core::Pmu;
use history::History;
use inputs::InputRates;
use knobs::{Knobs, Tempo};
use pmu_program::{Assignment, Op, OpKind, Program};
use pmu_results::name;
use rand::seq::SliceRandom;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use targets::Targets;
use transactions::TransactionGenerator;

/// Generates the programs of a PMU.
pub struct Generator<'p> {
    pmu: &'p Pmu,
    profile: &'p Profile,
    targets: Targets<'p>,
}

impl<'p> Generator<'p> {
    /// Creates a generator from a profile that was checked against the same PMU.
    pub fn new(pmu: &'p Pmu, profile: &'p Profile) -> Self {
        Self { pmu, profile, targets: Targets::new(&pmu.description, profile) }
    }

    /// Program number `index` of a seed. The same seed and index give the same program.
    pub fn program(&self, seed: u64, index: u64) -> Program {
        let mut rng = lengths::rng(seed, index);
        let length = lengths::draw(&mut rng, index, self.profile.cycles);
        let power_on = rng.gen();
        let mut writer = self.writer(rng, seed.wrapping_add(index), length);
        writer.set_up();
        writer.phases();
        Program {
            name: name::of(seed, index),
            file: None,
            pmu: self.pmu.description.id.clone(),
            covers: Vec::new(),
            requires: Vec::new(),
            power_on,
            ops: writer.ops,
        }
    }

    /// A writer of a program of `length` cycles without operations. Programs of successive turns prefer successive event codes.
    fn writer(&self, mut rng: Xoshiro256PlusPlus, turn: u64, length: u64) -> Writer<'_, 'p> {
        let knobs = Knobs::draw(&mut rng, &self.targets, self.profile.shared_codes, length, turn);
        let description = &self.pmu.description;
        Writer {
            generator: self,
            written: vec![vec![0; description.registers.len()]; description.units.len()],
            rates: [false, true].map(|busy| InputRates::new(description, &self.targets, &knobs, busy)),
            history: History::new(description),
            transactions: TransactionGenerator::new(description),
            announced: None,
            is_repeated: false,
            has_background: false,
            resets: 0,
            ops: Vec::with_capacity(3 * length as usize),
            cycles: 0,
            length,
            tempo: Tempo::draw(&mut rng),
            rng,
            knobs,
        }
    }
}

/// A program under construction. It depends on nothing of the PMU's state but its own writes.
struct Writer<'g, 'p> {
    generator: &'g Generator<'p>,
    /// Last written value of each register, by unit and position.
    written: Vec<Vec<u64>>,
    /// Rates in calm and in busy phases.
    rates: [InputRates; 2],
    /// Values of the inputs.
    history: History,
    /// Transactions of this cycle, and those that have begun.
    transactions: TransactionGenerator,
    /// The change of an announced input in the next cycle.
    announced: Option<Assignment>,
    /// Whether the operations will be repeated as they are.
    is_repeated: bool,
    /// Whether half of the event lines are held.
    has_background: bool,
    /// Number of cycles of reset that follow.
    resets: u32,
    ops: Vec<Op>,
    cycles: u64,
    /// Cycles of the complete program.
    length: u64,
    rng: Xoshiro256PlusPlus,
    knobs: Knobs,
    /// Densities of the present phase.
    tempo: Tempo,
}

impl Writer<'_, '_> {
    fn push(&mut self, kind: OpKind) {
        let op = Op { line: 0, kind };
        self.cycles += op.cycles();
        self.ops.push(op);
    }

    /// First values of the inputs, then a configuration of most counters of the preferred units.
    fn set_up(&mut self) {
        self.first_inputs();
        self.configure_counters(1.0);
        let generator = self.generator;
        let others = self.others(self.knobs.units.iter().copied());
        let are_alike = self.rng.gen_bool(0.15);
        let mut first = BTreeMap::new();
        for (unit, register) in others {
            if self.rng.gen_bool(0.5) {
                let own = self.value(unit, register);
                let of_pattern = *first.entry(&generator.pmu.description.registers[register].pattern).or_insert(own);
                let write = self.write_value(unit, register, if are_alike { of_pattern } else { own });
                self.push(write);
            }
        }
    }

    /// Unit and position of the registers of these units that neither count nor select events.
    fn others(&self, units: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
        let generator = self.generator;
        let of_unit = |unit: usize| {
            let others = &generator.targets.kinds[generator.pmu.description.units[unit].kind].others;
            others.iter().map(move |&register| (unit, register))
        };
        units.into_iter().flat_map(of_unit).collect()
    }

    /// Writes most counters, and what they count, of a share of the preferred units.
    fn configure_counters(&mut self, share: f64) {
        let generator = self.generator;
        let units = &generator.pmu.description.units;
        let mut places = Vec::new();
        for &unit in &self.knobs.units {
            if self.rng.gen_bool(share) {
                let counters = &generator.targets.kinds[units[unit].kind].counters;
                places.extend(counters.iter().map(|&(counter, select)| (unit, counter, select)));
            }
        }
        places.shuffle(&mut self.rng);
        for (unit, counter, select) in places {
            if self.rng.gen_bool(0.9) {
                let write = self.write(unit, counter);
                self.push(write);
                let write = self.write(unit, select);
                self.push(write);
            }
        }
    }

    /// Inputs, transactions and events of a cycle.
    fn activity(&mut self) {
        self.begin_cycle();
        self.inputs();
        self.drive_transactions();
        if self.rng.gen_bool(self.tempo.events) {
            for _ in 0..self.rng.gen_range(1..=3) {
                self.event();
            }
        }
    }

    fn cycle(&mut self) {
        self.activity();
        if self.resets > 0 || self.rng.gen_bool(self.knobs.reset) {
            return self.reset();
        }
        if self.rng.gen_bool(self.tempo.bus) {
            let access = self.access();
            return self.push(access);
        }
        let alone = self.announced.is_none();
        let cycles = if alone && self.rng.gen_bool(0.05) { self.rng.gen_range(2..=20) } else { 1 };
        self.push(OpKind::Wait(cycles));
    }

    /// One cycle of reset, with the number of those that follow.
    fn reset(&mut self) {
        self.resets = match self.resets {
            0 if self.rng.gen_bool(0.5) => self.rng.gen_range(1..=16),
            resets => resets.saturating_sub(1),
        };
        let access = self.rng.gen_bool(0.6).then(|| self.access());
        self.push(OpKind::Reset(match access {
            Some(OpKind::Access(access)) => Some(access),
            _ => None,
        }));
    }

    /// Mostly a preferred unit of the program, otherwise any.
    fn unit(&mut self) -> usize {
        match self.knobs.units.choose(&mut self.rng) {
            Some(&unit) if self.rng.gen_bool(0.95) => unit,
            _ => self.rng.gen_range(0..self.written.len()),
        }
    }
}
