//! Metamorphic rules: restrictions of the metamorphic relations of a PMU.
//!
//! They are in `testbenches/<family>/<unit>/metamorphic.toml`.

mod check;
mod names;

use self::names::{clearing, is_named, of_index, slots_named, split_bits};
use super::experiment::made;
use super::relation::ReadAnswer;
use crate::register_id::RegisterId;
use crate::shared_files;
use golden_model_core::description::{AccessPath, Counter, Field, FieldAccess, Input, Register};
use golden_model_core::placeholders::{index_in, numbered};
use golden_model_core::{toml_keys, Pmu};
use pmu_program::{Assignment, Op, OpKind, Program, Source};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An error in metamorphic rules.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct MetamorphicRulesError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

/// Restrictions of the metamorphic relations.
///
/// Registers and state words are named as in the description, with `#` for the index.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetamorphicRules {
    /// Inputs that are constant in every experiment, such as straps.
    #[serde(default)]
    pub tied: BTreeMap<String, u64>,
    /// Spaces whose accesses an input can refuse: a read returns the state or is refused.
    #[serde(default)]
    pub refusable: Vec<String>,
    /// Spaces whose reads an input can force to 0: a read returns the state or 0.
    #[serde(default)]
    pub maskable_reads: Vec<String>,
    /// Registers of which a read may return some bits as 0.
    #[serde(default)]
    pub masked: Vec<String>,
    /// Spaces without addresses.
    #[serde(default)]
    pub any_address: Vec<String>,
    /// Addresses that reach what others reach.
    #[serde(default)]
    pub mirrors: Vec<Mirror>,
    /// Outputs that answer the access of their cycle, as `bus_rdata` does.
    #[serde(default)]
    pub responses: Vec<String>,
    /// Registers with the upper half of the value of another register, by that register.
    #[serde(default)]
    pub halves: BTreeMap<String, String>,
    /// Counters that count in the cycle in which they are written too, with their largest increment.
    #[serde(default)]
    pub count_when_written: BTreeMap<String, u64>,
    /// Registers through which an access reaches a register that other state selects.
    #[serde(default)]
    pub windows: Vec<String>,
    /// Outputs and state words through which one counter affects another, without their units.
    ///
    /// Once two runs differ in one of them, all values may differ.
    #[serde(default)]
    pub coupled: Vec<String>,
    /// Events by which a counter counts what another one counts.
    #[serde(default)]
    pub taps: Vec<Tap>,
    /// Groups of counters that can count the same events, by their numbers in a unit.
    ///
    /// Without groups all counters can count the same events.
    #[serde(default)]
    pub identical: Vec<Vec<usize>>,
    /// For a top of other PMUs: their rules apply to its units, except `tied`, `freeze`, `any_address` and `mirrors`.
    #[serde(default)]
    pub of_sub_blocks: bool,
    /// Groups of counters, by kind of unit, for kinds whose own rules have groups.
    #[serde(skip)]
    identical_in: BTreeMap<usize, Vec<Vec<usize>>>,
    /// Bits of common registers that belong to one counter each; a register may have several entries.
    #[serde(default)]
    pub per_counter: Vec<PerCounter>,
    /// Fields that a write may leave as they are without it, or clear if they cannot be written, as `REGISTER.FIELD`.
    #[serde(default)]
    pub changed_when_written: Vec<String>,
    /// State words, or bits of them as `WORD[BIT]` or `WORD[HIGH:LOW]`, that a write to a register changes in other ways than its fields
    /// say, without their units, by the register.
    #[serde(default)]
    pub affected_by_write: BTreeMap<String, Vec<String>>,
    /// Counters that stop at their largest value.
    #[serde(default)]
    pub saturating: Vec<String>,
    /// The largest increments of counters that count no more occurrences in one cycle.
    #[serde(default)]
    pub largest_increment: BTreeMap<String, u64>,
    /// Inputs with the number of a unit.
    #[serde(default)]
    pub unit_numbers: Vec<String>,
    /// Fields with which a counter counts the events of other units too, as `REGISTER.FIELD`.
    #[serde(default)]
    pub other_units: Vec<String>,
    /// Fields that stop a counter while they are 0, as `REGISTER.FIELD`, by the counter. A field of several bits has one for each counter.
    #[serde(default)]
    pub enable: BTreeMap<String, String>,
    /// Fields that clear a counter when they are written, as `REGISTER.FIELD`.
    #[serde(default)]
    pub clear_on_write: Vec<String>,
    /// Fields that keep counters at 0 while they are 1, as `REGISTER.FIELD`.
    #[serde(default)]
    pub clear_while_set: Vec<String>,
    /// Registers that a reset does not clear unless an input is 1 in its cycle.
    #[serde(default)]
    pub reset_exceptions: Vec<ResetException>,
    /// How to freeze the counters. Without it, the frozen check does not apply.
    pub freeze: Option<Freeze>,
}

/// Addresses through which an access reaches what it reaches at others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mirror {
    /// The space.
    pub space: String,
    /// The first address, a multiple of the size.
    pub first: u32,
    /// The first of the other addresses, a multiple of the size.
    pub of: u32,
    /// The number of addresses, a power of two.
    pub size: u32,
}

/// An event by which a counter counts what another one counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tap {
    /// The register that selects it.
    pub register: String,
    /// Its code.
    pub event: u64,
}

/// Bits of a register that belong to one counter each.
///
/// Positions are those in the usual access path, and in those of the spaces `also_in`. Each counter of a unit has the same number of bits.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerCounter {
    /// The register.
    pub register: String,
    /// The lowest bit of counter 0, of counter 1 and so on.
    pub bits: Vec<u32>,
    /// Number of bits of each counter.
    #[serde(default = "one")]
    pub width: u32,
    /// Other spaces in which the bits have the same positions.
    #[serde(default)]
    pub also_in: Vec<String>,
}

fn one() -> u32 {
    1
}

/// Registers that not every reset clears.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResetException {
    /// The registers.
    pub registers: Vec<String>,
    /// The 1-bit input that makes a reset clear them when it is 1.
    pub unless: String,
}

/// A method to stop counters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Freeze {
    /// Statements that freeze.
    pub statements: String,
    /// The statements as operations.
    #[serde(skip)]
    pub ops: Vec<Op>,
    /// Number of cycles after the statements until every counter has stopped.
    pub latency: u64,
    /// The counters that it stops.
    pub counters: Vec<String>,
    /// Inputs that could end the freeze and are not changed during it.
    #[serde(default)]
    pub quiet: Vec<String>,
}

impl MetamorphicRules {
    /// Reads the rules of `pmu` and checks their names against the description.
    ///
    /// Without the file nothing is restricted.
    pub fn read(file: &Path, pmu: &Pmu) -> Result<Self, MetamorphicRulesError> {
        let read = shared_files::text(file, &pmu.description.shared);
        let read = read.map_err(|(file, what)| MetamorphicRulesError { file, what })?;
        let Some((source, text)) = read else { return Ok(Self::default()) };
        let wrong = |what: String| MetamorphicRulesError { file: source.clone(), what };
        let mut rules: Self = toml_keys::parse(&text).map_err(|error| wrong(error.to_string()))?;
        if rules.of_sub_blocks {
            rules.add_sub_blocks(file, pmu)?;
        }
        rules.check(pmu).map_err(wrong)?;
        if let Some(freeze) = &mut rules.freeze {
            let program = format!("pmu {}\n{}\n", pmu.description.id, freeze.statements);
            let program =
                Source::parse(&source, &program).and_then(|program| program.resolve("freeze".to_owned(), pmu));
            freeze.ops = program.map_err(|error| wrong(format!("freeze.statements: {}", error.message)))?.ops;
            // The last statements do not end their cycle here. It ends in the program that contains them.
            freeze.ops.retain(|op| op.line > 0);
        }
        Ok(rules)
    }

    /// Adds the rules of the PMUs that units are instances of, from folders relative to that of the file.
    fn add_sub_blocks(&mut self, file: &Path, pmu: &Pmu) -> Result<(), MetamorphicRulesError> {
        let folders = file.ancestors().nth(3).unwrap_or(Path::new("."));
        let blocks = pmu.description.blocks.iter().enumerate();
        for (kind, block) in blocks.filter_map(|(kind, block)| Some((kind, Pmu::find(block.as_ref()?)?))) {
            let of = Self::read(&folders.join(&block.description.folder).join("metamorphic.toml"), &block)?;
            self.taps.extend(of.taps);
            self.per_counter.extend(of.per_counter);
            self.clear_on_write.extend(of.clear_on_write);
            self.clear_while_set.extend(of.clear_while_set);
            self.reset_exceptions.extend(of.reset_exceptions);
            self.refusable.extend(of.refusable);
            self.maskable_reads.extend(of.maskable_reads);
            self.masked.extend(of.masked);
            self.responses.extend(of.responses);
            self.halves.extend(of.halves);
            self.windows.extend(of.windows);
            self.count_when_written.extend(of.count_when_written);
            self.coupled.extend(of.coupled);
            self.changed_when_written.extend(of.changed_when_written);
            self.affected_by_write.extend(of.affected_by_write);
            self.saturating.extend(of.saturating);
            self.largest_increment.extend(of.largest_increment);
            self.enable.extend(of.enable);
            self.other_units.extend(of.other_units);
            self.unit_numbers.extend(of.unit_numbers);
            if !of.identical.is_empty() {
                self.identical_in.insert(kind, of.identical);
            }
        }
        Ok(())
    }

    /// The program with the tied inputs at their values from the start.
    pub(super) fn tie(&self, pmu: &Pmu, program: Program) -> Program {
        let inputs = &pmu.description.inputs;
        let is_kept = |op: &Op| match &op.kind {
            OpKind::Set(to) | OpKind::Pulse(to) => !self.tied.contains_key(&inputs[to.input].pattern),
            _ => true,
        };
        let value = |(input, of): (usize, &Input)| {
            let value = *self.tied.get(&of.pattern)?;
            Some(made(OpKind::Set(Assignment { input, low: 0, width: of.at.width, value })))
        };
        let first = inputs.iter().enumerate().filter_map(value);
        Program { ops: first.chain(program.ops.into_iter().filter(is_kept)).collect(), ..program }
    }

    /// The freedom in the answer to a read through an access path.
    pub(super) fn answer(&self, path: &AccessPath, register: &Register) -> ReadAnswer {
        let sign = register.fields.iter().filter(|field| field.access == FieldAccess::Sign);
        let sign = sign.fold(0, |bits, field| bits | field.mask());
        ReadAnswer {
            is_gated: self.refusable.contains(&path.space),
            is_hidden: self.maskable_reads.contains(&path.space),
            free: path.data(sign),
        }
    }

    /// Whether this data in a register selects an event by which a counter counts what another one counts.
    pub(super) fn is_tap(&self, register: &Register, data: u64) -> bool {
        let event = register.selection(data).map(|(code, _)| code);
        self.taps.iter().any(|tap| tap.register == register.pattern && Some(tap.event) == event)
    }

    /// Whether two counters of a unit can count the same events.
    pub fn are_alike(&self, pmu: &Pmu, one: &Counter, other: &Counter) -> bool {
        let fixed = |counter: &Counter| pmu.description.registers[counter.select].fixed_selection();
        let groups = self.identical_in.get(&pmu.description.units[one.unit].kind).unwrap_or(&self.identical);
        let is_in = |group: &Vec<usize>| group.contains(&one.index) && group.contains(&other.index);
        one.unit == other.unit
            && one.index != other.index
            && fixed(one) == fixed(other)
            && (groups.is_empty() || groups.iter().any(is_in))
    }

    /// Whether some resets leave a register unchanged.
    pub(super) fn may_survive(&self, register: &Register) -> bool {
        self.reset_exceptions.iter().flat_map(|one| &one.registers).any(|name| *name == register.pattern)
    }

    /// The bits of a register that clear counters.
    pub fn clearing_bits(&self, register: &Register) -> u64 {
        self.clear_on_write.iter().filter_map(|name| clearing(name, register)).fold(0, |bits, mask| bits | mask)
    }

    /// The bits of a register that keep counters at 0.
    pub fn holding_bits(&self, register: &Register) -> u64 {
        self.clear_while_set.iter().filter_map(|name| clearing(name, register)).fold(0, |bits, mask| bits | mask)
    }

    /// The bits of a register with which its counter counts the events of other units too.
    pub fn bits_for_other_units(&self, register: &Register) -> u64 {
        self.other_units.iter().filter_map(|name| clearing(name, register)).fold(0, |bits, mask| bits | mask)
    }

    /// Whether an input has the number of a unit.
    pub fn is_unit_number(&self, input: &Input) -> bool {
        self.unit_numbers.contains(&input.pattern)
    }

    /// Whether a write may leave a field as it is without it.
    pub fn is_changed_when_written(&self, register: &Register, field: &Field) -> bool {
        self.changed_when_written.iter().any(|name| clearing(name, register) == Some(field.mask()))
    }

    /// The bits of a state word that a write to a register may change in other ways than its fields say.
    pub fn affected_bits(&self, written: &Register, word: &str) -> u64 {
        let affected = self.affected_by_write.get(&written.pattern).into_iter().flatten();
        // Words with an index have that of the register.
        let own = |name: &str| of_index(written, name);
        let of = affected.map(|affected| split_bits(affected)).filter(|(name, _)| is_named(word, &own(name)));
        of.fold(0, |all, (_, bits)| all | bits)
    }

    /// The register with the enable of a counter, and its bit there.
    pub fn enable_of(&self, pmu: &Pmu, counter: RegisterId) -> Option<(RegisterId, u32)> {
        let registers = &pmu.description.registers;
        let own = &registers[counter.register];
        let (pattern, field) = self.enable.get(&own.pattern)?.split_once('.')?;
        let name = of_index(own, pattern);
        let register = registers.iter().position(|register| register.kind == own.kind && register.name == name)?;
        let field = registers[register].field(field)?;
        let bit = if field.width > 1 { index_in(&own.name, &own.pattern).unwrap_or(0) } else { 0 };
        (bit < field.width).then_some((RegisterId { register, ..counter }, field.low + bit))
    }

    /// Whether a counter stops at its largest value.
    pub fn saturates(&self, counter: &Register) -> bool {
        self.saturating.contains(&counter.pattern)
    }

    /// The largest increment of a counter, if it counts no more occurrences in one cycle.
    pub fn largest_increment_of(&self, counter: &Register) -> Option<u64> {
        self.largest_increment.get(&counter.pattern).copied()
    }

    /// The bits of a register that belong to the counter of that number.
    pub fn bits_of_counter(&self, register: &Register, number: usize) -> Vec<u32> {
        let of = self.per_counter.iter().filter(|of| of.register == register.pattern);
        let lowest = of.filter_map(|of| Some((*of.bits.get(number)?, of.width)));
        lowest.flat_map(|(low, width)| low..low + width).collect()
    }

    /// Whether an input can refuse accesses in a space.
    pub fn refuses(&self, space: &str) -> bool {
        self.refusable.iter().any(|name| name == space)
    }

    /// The largest increment of a counter in the cycle in which it is written, if it counts then. The upper half of one takes the carry.
    pub fn largest_when_written(&self, register: &Register) -> Option<u64> {
        let whole = |pattern: &String| self.count_when_written.get(pattern).copied();
        let halves = self.halves.iter().filter(|(_, upper)| **upper == register.pattern);
        whole(&register.pattern).or_else(|| halves.filter_map(|(lower, _)| whole(lower)).next().map(|_| 1))
    }

    /// Whether an access to a register reaches another one.
    pub fn is_window(&self, register: &Register) -> bool {
        self.windows.contains(&register.pattern)
    }

    /// Whether a register has the upper half of the value of another.
    pub(super) fn is_half(&self, half: &Register, of: &Register) -> bool {
        let pattern = self.halves.get(&of.pattern);
        half.kind == of.kind && half.number == of.number && pattern == Some(&half.pattern)
    }

    /// The slots of an observation through which counters are coupled.
    pub(super) fn coupled_slots(&self, pmu: &Pmu) -> Vec<usize> {
        slots_named(pmu, &self.coupled)
    }

    /// Whether an output answers the access of its cycle.
    pub fn is_response(&self, output: &str) -> bool {
        self.responses.iter().any(|name| is_named(output, name))
    }

    /// Whether one counter may affect another through an output or a state word.
    pub fn is_coupled(&self, word: &str) -> bool {
        self.coupled.iter().any(|name| is_named(word, name))
    }

    /// The word for counter `two` where `word` is the one for counter `one` through which counters are coupled.
    pub fn coupled_counterpart(&self, word: &str, one: usize, two: usize) -> Option<String> {
        let (unit, own) = word.rsplit_once('.').map_or(("", word), |(unit, own)| (unit, own));
        let counterpart = self.coupled.iter().filter(|name| index_in(own, name) == Some(one as u32));
        let counterpart = counterpart.filter_map(|name| numbered(name, two).ok()).next()?;
        Some(if unit.is_empty() { counterpart } else { format!("{unit}.{counterpart}") })
    }

    /// The slots of an observation that answer the access of their cycle.
    pub(super) fn response_slots(&self, pmu: &Pmu) -> Vec<usize> {
        let bus = pmu.observation.slots().iter().position(|slot| slot.name == "bus_rdata");
        let error = pmu.observation.slots().iter().position(|slot| slot.name == "bus_error");
        bus.into_iter().chain(error).chain(slots_named(pmu, &self.responses)).collect()
    }
}
