//! Describes a mismatch in a batch for the designer.

use super::folded::{folded_register, folded_signal};
use super::scoreboard::Mismatch;
use super::stimulus_text;
use golden_model_core::decode::{self, Values};
use golden_model_core::description::{AccessPath, Register, Signal};
use golden_model_core::Pmu;
use pmu_program::{accessed_register, rolled, Batch, Check, Op, Program};
use pmu_results::{
    CheckKind, Difference, Divergence, FailedExpectation, FieldDifference, Reading, Signature, SimulationEnd,
};
use pmu_support::display_path;

/// Number of operations listed up to a divergence.
const MAX_OPERATIONS: usize = 16;

/// Number of operations up to a divergence among which repetitions are found.
const ROLLED_OPERATIONS: usize = 10_000;

/// The first failure of a program.
pub(super) enum Failure {
    /// A mismatch or a failed expectation.
    Mismatch(Mismatch),
    /// The RTL ended the simulation.
    Ended {
        /// Cycle of the program, from 0.
        cycle: u64,
        /// The message.
        text: String,
    },
}

impl Failure {
    /// Cycle of the program, from 0.
    pub fn cycle(&self) -> u64 {
        match self {
            Self::Mismatch(mismatch) => mismatch.cycle,
            Self::Ended { cycle, .. } => *cycle,
        }
    }
}

/// The last cycle of the previous batch.
pub(super) struct LastCycle {
    pub frame: Vec<u64>,
    expected: Vec<u64>,
}

impl LastCycle {
    /// A cycle with the observation of the model in it.
    pub fn new(frame: &[u64], expected: &[u64]) -> Self {
        Self { frame: frame.to_vec(), expected: expected.to_vec() }
    }

    /// Becomes another cycle.
    pub fn set(&mut self, frame: &[u64], expected: &[u64]) {
        self.frame.copy_from_slice(frame);
        self.expected.copy_from_slice(expected);
    }

    pub fn last_of(pmu: &Pmu, batch: &Batch, expected: &[u64]) -> Self {
        let last = |words: &[u64], size: usize| words.len() - size..;
        let (frames, frame, observation) = (&batch.frames, pmu.frame.words(), pmu.observation.words());
        Self::new(&frames[last(frames, frame)], &expected[last(expected, observation)])
    }
}

/// Data from which a failure is described.
pub(super) struct Diagnosis<'a> {
    pub pmu: &'a Pmu,
    pub program: &'a Program,
    pub batch: &'a Batch,
    pub actual: &'a [u64],
    pub expected: &'a [u64],
    pub before: Option<LastCycle>,
}

impl Diagnosis<'_> {
    pub fn describe(&self, failure: &Failure) -> Divergence {
        let cycle = (failure.cycle() - self.batch.start) as usize;
        let last_op = self.batch.ops[cycle] as usize;
        let common = Divergence {
            program: self.program.name.clone(),
            seed: None,
            cycle: failure.cycle(),
            signature: Signature {
                check: CheckKind::Assertion,
                value: String::new(),
                register: String::new(),
                field: None,
            },
            differences: Vec::new(),
            failed_expectations: Vec::new(),
            simulation_end: None,
            shrunk: None,
            readings: Vec::new(),
            registers_before: Vec::new(),
            cycle_before: self
                .frame_before(cycle)
                .map(|frame| stimulus_text::lines(self.pmu, frame))
                .unwrap_or_default(),
            cycle_statements: stimulus_text::lines(self.pmu, self.frame(cycle)),
            operations: self.operations(last_op),
            agrees_with: Vec::new(),
            repro: None,
            command: None,
            waves: None,
            excerpt: None,
            last_op,
        };
        match failure {
            Failure::Mismatch(mismatch) => self.mismatch(mismatch, cycle, common),
            Failure::Ended { text, .. } => ended(text, common),
        }
    }

    fn mismatch(&self, failure: &Mismatch, cycle: usize, common: Divergence) -> Divergence {
        let words = self.pmu.observation.words();
        let actual = &self.actual[cycle * words..(cycle + 1) * words];
        let expected = &self.expected[cycle * words..(cycle + 1) * words];
        let mut slots = failure.slots.clone();
        slots.sort_by_key(|&slot| (self.rank(slot), slot));
        let differences: Vec<_> = slots.iter().map(|&slot| self.difference(slot, cycle, actual, expected)).collect();
        let failed =
            failure.checks.iter().map(|&check| self.failed(&self.batch.checks[check], actual, expected, failure));
        Divergence {
            signature: self.signature(failure, slots.first().copied().zip(differences.first()), cycle),
            differences,
            failed_expectations: failed.collect(),
            readings: self.readings(&slots, actual, expected),
            registers_before: self.registers_before(cycle, &slots),
            ..common
        }
    }

    /// The signature: from the first difference, or else from the first failed expectation.
    fn signature(&self, failure: &Mismatch, first: Option<(usize, &Difference)>, cycle: usize) -> Signature {
        if let Some((slot, difference)) = first {
            let check = match self.rank(slot) {
                0 | 1 => CheckKind::State,
                2 => CheckKind::Output,
                _ => CheckKind::BusRead,
            };
            let field = difference.fields.first().map(|field| field.name.clone());
            return Signature { check, value: difference.label(), register: self.folded(slot, cycle), field };
        }
        let Some(target) = failure.checks.first().map(|&check| self.batch.checks[check].target) else {
            let nothing = String::new();
            return Signature { check: CheckKind::Expectation, value: nothing.clone(), register: nothing, field: None };
        };
        let slot = &self.pmu.observation.slots()[target.slot].name;
        let name = target.name(self.pmu);
        let field = name.strip_prefix(slot.as_str()).filter(|field| !field.is_empty());
        let value = match self.accessed(target.slot, cycle) {
            Some((register, ..)) => format!("{slot} of {register}"),
            None => slot.clone(),
        };
        Signature {
            check: CheckKind::Expectation,
            value,
            register: self.folded(target.slot, cycle),
            field: field.map(|field| field.trim_start_matches('.').to_owned()),
        }
    }

    /// The name of a slot without unit and index.
    ///
    /// For read data on the bus it is that of the accessed register.
    fn folded(&self, slot: usize, cycle: usize) -> String {
        match (self.signal(slot), self.accessed(slot, cycle)) {
            (Some(signal), _) => folded_signal(&self.pmu.description, signal),
            (None, Some((_, register, _))) => folded_register(register),
            (None, None) => self.pmu.observation.slots()[slot].name.clone(),
        }
    }

    /// The register accessed in a cycle, if the slot is an output of the register port.
    fn accessed(&self, slot: usize, cycle: usize) -> Option<(String, &Register, &AccessPath)> {
        let access = stimulus_text::access(self.pmu, self.frame(cycle)).filter(|_| self.signal(slot).is_none())?;
        accessed_register(&access, self.pmu)
    }

    /// Order of differences: registers, other state, outputs, register port.
    ///
    /// Registers identify a bug best.
    fn rank(&self, slot: usize) -> u32 {
        match self.signal(slot) {
            Some(signal) if signal.register.is_some() => 0,
            Some(signal) if signal.verilog.is_empty() => 1,
            Some(_) => 2,
            None => 3,
        }
    }

    /// The decoded registers of the first unit that differs, where the two sides differ.
    fn readings(&self, slots: &[usize], actual: &[u64], expected: &[u64]) -> Vec<Reading> {
        let first = slots.iter().filter_map(|&slot| self.signal(slot)).find(|signal| signal.register.is_some());
        let Some(unit) = first.and_then(|signal| signal.unit) else { return Vec::new() };
        let description = &self.pmu.description;
        let own = || description.states.iter().filter(|signal| signal.unit == Some(unit));
        let lines = |observation: &[u64]| {
            let value = |signal: &Signal| {
                let register = &description.registers[signal.register?];
                Some((register.name.clone(), self.pmu.observation.find(&signal.name)?.get(observation)))
            };
            decode::lines(&description.id, &Values::new(own().filter_map(value).collect()))
        };
        let (expected, actual) = (lines(expected), lines(actual));
        let pairs =
            (0..expected.len().max(actual.len())).map(|at| (expected.get(at).cloned(), actual.get(at).cloned()));
        let differing = pairs.filter(|(expected, actual)| expected != actual);
        differing.map(|(expected, actual)| Reading { expected, actual }).collect()
    }

    /// The registers of the differing unit and index in the model, at the start of the previous cycle.
    fn registers_before(&self, cycle: usize, slots: &[usize]) -> Vec<String> {
        let words = self.pmu.observation.words();
        let before = match cycle {
            0 => self.before.as_ref().map(|before| before.expected.as_slice()),
            _ => Some(&self.expected[(cycle - 1) * words..cycle * words]),
        };
        let first = slots.iter().filter_map(|&slot| self.signal(slot)).find(|signal| signal.register.is_some());
        let (Some(before), Some(first)) = (before, first) else {
            return Vec::new();
        };
        let registers = &self.pmu.description.registers;
        let index = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let short = |signal: &Signal| signal.name.rsplit('.').next().map(index).unwrap_or_default();
        let selects = |one: Option<usize>, other: Option<usize>| {
            other.is_some_and(|other| registers[other].select.is_some_and(|select| Some(select) == one))
        };
        // Of a counter its select register, and the reverse; of other registers those with the same number.
        let of_pair = |signal: &Signal| {
            let (one, other) = (first.register, signal.register);
            one == other || selects(one, other) || selects(other, one)
        };
        let is_paired = (0..registers.len()).any(|other| {
            let other = Some(other);
            selects(first.register, other) || selects(other, first.register)
        });
        let same = |signal: &&Signal| {
            let belongs = if is_paired { of_pair(signal) } else { short(signal) == short(first) };
            signal.unit == first.unit && signal.register.is_some() && belongs
        };
        let text = |signal: &Signal| {
            let slot = self.pmu.observation.find(&signal.name)?;
            let register = &self.pmu.description.registers[signal.register?];
            Some(format!("{}{}", signal.name, register.value_text(slot.get(before))))
        };
        self.pmu.description.states.iter().filter(same).filter_map(text).collect()
    }

    fn frame(&self, cycle: usize) -> &[u64] {
        let words = self.pmu.frame.words();
        &self.batch.frames[cycle * words..(cycle + 1) * words]
    }

    fn frame_before(&self, cycle: usize) -> Option<&[u64]> {
        match cycle {
            0 => self.before.as_ref().map(|before| before.frame.as_slice()),
            _ => Some(self.frame(cycle - 1)),
        }
    }

    fn signal(&self, slot: usize) -> Option<&Signal> {
        let name = &self.pmu.observation.slots()[slot].name;
        let description = &self.pmu.description;
        description.outputs.iter().chain(&description.states).find(|signal| signal.name == *name)
    }

    fn difference(&self, slot: usize, cycle: usize, actual: &[u64], expected: &[u64]) -> Difference {
        let place = &self.pmu.observation.slots()[slot];
        let [expected_text, actual_text] =
            [expected, actual].map(|observation| hex_words(&place.value(observation), place.width));
        let (actual, expected) = (place.get(actual), place.get(expected));
        let signal = self.signal(slot);
        let state = signal.and_then(|signal| signal.register).map(|position| &self.pmu.description.registers[position]);
        // Read data has the fields of the register that is read.
        let read = (place.name == "bus_rdata").then(|| stimulus_text::access(self.pmu, self.frame(cycle))).flatten();
        let read = read.filter(|access| access.write.is_none()).and_then(|access| accessed_register(&access, self.pmu));
        let register = state.or(read.as_ref().map(|(_, register, _)| *register));
        let low = read.as_ref().map_or(0, |(_, _, path)| path.low);
        let section = signal.map(|signal| &signal.section).or(register.map(|register| &register.section));
        Difference {
            name: place.name.clone(),
            read: read.map(|(name, ..)| name),
            expected: expected_text,
            actual: actual_text,
            fields: register
                .map(|register| field_differences(register, actual << low, expected << low))
                .unwrap_or_default(),
            section: section.cloned().unwrap_or_default(),
        }
    }

    fn failed(&self, check: &Check, actual: &[u64], expected: &[u64], failure: &Mismatch) -> FailedExpectation {
        let target = check.target;
        let part = |observation: &[u64]| hex(target.get(self.pmu, observation), target.width);
        let (dut, model) = (part(actual), part(expected));
        // A DUT on which the value is not observable returns zeros there.
        let is_observable = dut == model || failure.slots.contains(&target.slot);
        let op = &self.program.ops[check.op];
        FailedExpectation {
            statement: op.to_text(self.pmu),
            file: self.program.file.as_deref().map(display_path),
            line: op.line,
            expected: format!("{} == {}", target.name(self.pmu), hex(check.value, target.width)),
            dut: is_observable.then_some(dut),
            model,
        }
    }

    /// The last operations, with the cycles in which they begin; of a repetition, those of its first time.
    fn operations(&self, last_op: usize) -> Vec<String> {
        let first = (last_op + 1).saturating_sub(ROLLED_OPERATIONS);
        let ops = &self.program.ops[first..=last_op];
        let mut cycle: u64 = self.program.ops[..first].iter().map(Op::cycles).sum();
        // Each line with that of the repetition to which it belongs.
        let mut lines: Vec<(usize, String)> = Vec::new();
        for run in rolled(ops) {
            let begin = lines.len();
            let is_repeated = run.times > 1;
            let indent = if is_repeated { "    " } else { "" };
            let mut add = |cycle: u64, text: &str| {
                let begin = if is_repeated { begin } else { lines.len() };
                lines.push((begin, format!("{cycle:>8}  {text}")));
            };
            let before = cycle;
            if is_repeated {
                add(cycle, &format!("repeat {} {{", run.times));
            }
            for op in &ops[run.items.clone()] {
                add(cycle, &format!("{indent}{}", op.to_text(self.pmu)));
                cycle += op.cycles();
            }
            cycle = before + (cycle - before) * run.times as u64;
            if is_repeated {
                add(cycle, "}");
            }
        }
        // A repetition is never cut.
        let cut = lines.len().saturating_sub(MAX_OPERATIONS);
        let cut = lines.get(cut).map_or(cut, |(begin, _)| *begin);
        lines.drain(..cut);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The divergence of a program in which the RTL ended the simulation.
fn ended(text: &str, common: Divergence) -> Divergence {
    let end = SimulationEnd::parse(text);
    let register = end.location().unwrap_or_else(|| end.message.clone());
    let value = end.instance.clone().unwrap_or_else(|| register.clone());
    let signature = Signature { check: CheckKind::Assertion, value, register, field: None };
    Divergence { signature, simulation_end: Some(end), ..common }
}

fn field_differences(register: &Register, actual: u64, expected: u64) -> Vec<FieldDifference> {
    if register.fields.iter().filter(|field| !field.is_reserved()).count() < 2 {
        return Vec::new();
    }
    let differs = |field: &&golden_model_core::description::Field| field.extract(actual) != field.extract(expected);
    let difference = |field: &golden_model_core::description::Field| FieldDifference {
        name: field.name.clone(),
        expected: hex(field.extract(expected), field.width),
        actual: hex(field.extract(actual), field.width),
    };
    register.fields.iter().filter(differs).map(difference).collect()
}

/// Formats with the number of digits of the width.
fn hex(value: u64, width: u32) -> String {
    format!("{value:#0digits$x}", digits = 2 + (width as usize).div_ceil(4))
}

/// Formats a value of any width, given by its words from the lowest up.
pub(super) fn hex_words(words: &[u64], width: u32) -> String {
    let top = words.len() - 1;
    let lower: String = words[..top].iter().rev().map(|word| format!("{word:016x}")).collect();
    hex(words[top], width - 64 * top as u32) + &lower
}
