//! From a failure in a batch to what a designer wants to read about it.

use super::divergence::{Difference, Divergence, FailedExpectation, FieldDifference};
use super::scoreboard::Failure;
use crate::program::{Batch, Check, Op, Program};
use golden_model::description::{Input, Register, Signal};
use golden_model::Pmu;
use std::cmp::Ordering;

/// Operations shown before a divergence.
const SHOWN_OPERATIONS: usize = 16;

/// Event lines shown of one unit in one clock.
const SHOWN_LINES: usize = 8;

/// The last clock of the batch before.
pub(super) struct Before {
    frame: Vec<u64>,
    expected: Vec<u64>,
}

impl Before {
    pub fn last_of(pmu: &Pmu, batch: &Batch, expected: &[u64]) -> Self {
        let last = |words: &[u64], size: usize| words[words.len() - size..].to_vec();
        Self { frame: last(&batch.frames, pmu.frame.words()), expected: last(expected, pmu.observation.words()) }
    }
}

/// Everything at hand when a failure is found.
pub(super) struct Scene<'a> {
    pub pmu: &'a Pmu,
    pub program: &'a Program,
    pub batch: &'a Batch,
    pub actual: &'a [u64],
    pub expected: &'a [u64],
    pub before: Option<Before>,
}

impl Scene<'_> {
    pub fn describe(&self, failure: &Failure) -> Divergence {
        let clock = (failure.cycle - self.batch.start) as usize;
        let words = self.pmu.observation.words();
        let actual = &self.actual[clock * words..(clock + 1) * words];
        let expected = &self.expected[clock * words..(clock + 1) * words];
        let last_op = self.batch.ops[clock] as usize;
        let mut slots = failure.slots.clone();
        slots.sort_by_key(|&slot| (self.rank(slot), slot));
        Divergence {
            program: self.program.name.clone(),
            seed: None,
            cycle: failure.cycle,
            differences: slots.iter().map(|&slot| self.difference(slot, actual, expected)).collect(),
            failed_expectations: failure
                .checks
                .iter()
                .map(|&check| self.failed(&self.batch.checks[check], actual, expected, failure))
                .collect(),
            registers_before: self.registers_before(clock, &slots),
            clock_before: self.frame_before(clock).map(|frame| self.activity(frame)).unwrap_or_default(),
            clock: self.activity(self.frame(clock)),
            operations: self.operations(last_op),
            repro: None,
            command: None,
            last_op,
        }
    }

    /// Registers say most about a bug, then other state, then outputs, then the answer on the bus.
    fn rank(&self, slot: usize) -> u32 {
        match self.signal(slot) {
            Some(signal) if signal.register.is_some() => 0,
            Some(signal) if signal.verilog.is_empty() => 1,
            Some(_) => 2,
            None => 3,
        }
    }

    /// The registers of the differing unit and index as the model had them at the start of the clock before.
    fn registers_before(&self, clock: usize, slots: &[usize]) -> Vec<String> {
        let words = self.pmu.observation.words();
        let before = match clock {
            0 => self.before.as_ref().map(|before| before.expected.as_slice()),
            _ => Some(&self.expected[(clock - 1) * words..clock * words]),
        };
        let first = slots.iter().filter_map(|&slot| self.signal(slot)).find(|signal| signal.register.is_some());
        let (Some(before), Some(first)) = (before, first) else {
            return Vec::new();
        };
        let index = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let short = |signal: &Signal| signal.name.rsplit('.').next().map(index).unwrap_or_default();
        let same =
            |signal: &&Signal| signal.unit == first.unit && signal.register.is_some() && short(signal) == short(first);
        let text = |signal: &Signal| {
            let slot = self.pmu.observation.find(&signal.name)?;
            let register = &self.pmu.description.registers[signal.register?];
            Some(format!("{}{}", signal.name, crate::program::register_value(slot.get(before), register)))
        };
        self.pmu.description.states.iter().filter(same).filter_map(text).collect()
    }

    fn frame(&self, clock: usize) -> &[u64] {
        let words = self.pmu.frame.words();
        &self.batch.frames[clock * words..(clock + 1) * words]
    }

    fn frame_before(&self, clock: usize) -> Option<&[u64]> {
        match clock {
            0 => self.before.as_ref().map(|before| before.frame.as_slice()),
            _ => Some(self.frame(clock - 1)),
        }
    }

    fn signal(&self, slot: usize) -> Option<&Signal> {
        let name = &self.pmu.observation.slots()[slot].name;
        let description = &self.pmu.description;
        description.outputs.iter().chain(&description.states).find(|signal| signal.name == *name)
    }

    fn difference(&self, slot: usize, actual: &[u64], expected: &[u64]) -> Difference {
        let place = &self.pmu.observation.slots()[slot];
        let (actual, expected) = (place.get(actual), place.get(expected));
        let signal = self.signal(slot);
        let register =
            signal.and_then(|signal| signal.register).map(|position| &self.pmu.description.registers[position]);
        Difference {
            name: place.name.clone(),
            expected: hex(expected, place.width),
            actual: hex(actual, place.width),
            fields: register.map(|register| field_differences(register, actual, expected)).unwrap_or_default(),
            section: signal.map(|signal| signal.section.clone()).unwrap_or_default(),
        }
    }

    fn failed(&self, check: &Check, actual: &[u64], expected: &[u64], failure: &Failure) -> FailedExpectation {
        let target = check.target;
        let part = |observation: &[u64]| hex(target.get(self.pmu, observation), target.width);
        let (device, model) = (part(actual), part(expected));
        // A device that does not show the value has zeros there, which say nothing.
        let shown = device == model || failure.slots.contains(&target.slot);
        let op = &self.program.ops[check.op];
        FailedExpectation {
            statement: op.to_text(self.pmu),
            line: op.line,
            expected: format!("{} == {}", target.name(self.pmu), hex(check.value, target.width)),
            device: shown.then_some(device),
            model,
        }
    }

    /// Reset, access, inputs and events of a frame, in the words of programs.
    fn activity(&self, frame: &[u64]) -> Vec<String> {
        let description = &self.pmu.description;
        let layout = &self.pmu.frame;
        let value = |name: &str| layout.find(name).map_or(0, |slot| slot.get(frame));
        let mut lines = Vec::new();
        if value("rst") == 1 {
            lines.push("reset".to_owned());
        }
        if value("bus_valid") == 1 {
            let access = crate::program::Access {
                space: value("bus_space") as u32,
                unit: value("bus_unit") as u32,
                address: value("bus_addr") as u32,
                write: (value("bus_write") == 1).then(|| value("bus_wdata")),
                expected: crate::program::Expected::Anything,
            };
            lines.push(Op { line: 0, kind: crate::program::OpKind::Access(access) }.to_text(self.pmu));
        }
        lines.extend(self.inputs(frame));
        lines.extend(description.units.iter().enumerate().flat_map(|(unit, of)| self.events(frame, unit, &of.name)));
        lines
    }

    /// The inputs that are not 0, those of each name up to a limit; inputs that only carry event lines are left to those.
    fn inputs(&self, frame: &[u64]) -> Vec<String> {
        let description = &self.pmu.description;
        let mut lines = Vec::new();
        let mut group: Option<(Option<usize>, &str, usize)> = None;
        let carries = |input: &&Input| {
            let of = input.unit.unwrap_or_default();
            let place = |line: usize| description.events.place(line, of);
            (0..description.events.lines.len()).filter_map(place).any(|bits| bits.port == input.at.port)
        };
        for input in description.inputs.iter().filter(|input| !carries(input)) {
            let value = self.pmu.in_frame(input.at).get(frame);
            if value == 0 {
                continue;
            }
            let shown = match group {
                Some((unit, pattern, shown)) if (unit, pattern) == (input.unit, input.pattern.as_str()) => shown + 1,
                _ => 1,
            };
            group = Some((input.unit, &input.pattern, shown));
            match shown.cmp(&(SHOWN_LINES + 1)) {
                Ordering::Less => {
                    lines.push(format!("{}{}", input.name, crate::program::input_value(value, input)));
                }
                Ordering::Equal => lines.push(format!("and other {}", input.pattern)),
                Ordering::Greater => {}
            }
        }
        lines
    }

    /// The active event lines of a unit.
    fn events(&self, frame: &[u64], unit: usize, name: &str) -> Vec<String> {
        let events = &self.pmu.description.events;
        let count = |line: usize| Some(self.pmu.in_frame(events.place(line, unit)?).get(frame));
        let active = (0..events.lines.len()).filter_map(|line| Some((line, count(line).filter(|&count| count != 0)?)));
        let active: Vec<_> = active.collect();
        let text = |&(line, count): &(usize, u64)| format!("{name} {} = {count}", events.lines[line].name);
        let mut lines: Vec<_> = active.iter().take(SHOWN_LINES).map(text).collect();
        if active.len() > SHOWN_LINES {
            lines.push(format!("{name} and {} other event lines", active.len() - SHOWN_LINES));
        }
        lines
    }

    fn operations(&self, last_op: usize) -> Vec<String> {
        let first = (last_op + 1).saturating_sub(SHOWN_OPERATIONS);
        let mut cycle: u64 = self.program.ops[..first].iter().map(Op::clocks).sum();
        let mut lines = Vec::new();
        for op in &self.program.ops[first..=last_op] {
            lines.push(format!("{cycle:>8}  {}", op.to_text(self.pmu)));
            cycle += op.clocks();
        }
        lines
    }
}

fn field_differences(register: &Register, actual: u64, expected: u64) -> Vec<FieldDifference> {
    if register.fields.iter().filter(|field| !field.name.starts_with("RESERVED")).count() < 2 {
        return Vec::new();
    }
    let differs = |field: &&golden_model::description::Field| field.extract(actual) != field.extract(expected);
    let difference = |field: &golden_model::description::Field| FieldDifference {
        name: field.name.clone(),
        expected: hex(field.extract(expected), field.width),
        actual: hex(field.extract(actual), field.width),
    };
    register.fields.iter().filter(differs).map(difference).collect()
}

/// As many digits as the width has.
fn hex(value: u64, width: u32) -> String {
    format!("{value:#0digits$x}", digits = 2 + (width as usize).div_ceil(4))
}
