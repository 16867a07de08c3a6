//! A program cycle by cycle: its statements, and the values that change in DUT and golden model.

use super::statements::Statements;
use super::window::{observe, Window};
use golden_model_core::description::{Field, Register};
use golden_model_core::{Pmu, Slot};
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use std::ops::Range;

/// One cycle of a program.
#[derive(Debug, PartialEq, Eq)]
pub struct TracedCycle {
    /// Its number, from 0.
    pub cycle: u64,
    /// The statements that begin in it.
    pub statements: Vec<String>,
    /// The values that differ from those in the cycle before, or between DUT and model.
    pub changes: Vec<ValueChange>,
}

impl TracedCycle {
    /// Whether a value differs between DUT and model.
    pub fn differs(&self) -> bool {
        self.changes.iter().any(|change| change.actual.is_some())
    }

    /// Whether no statement begins and no value changes.
    pub fn is_idle(&self) -> bool {
        self.statements.is_empty() && self.changes.is_empty()
    }
}

/// A value, or a field of one, that changes or differs.
#[derive(Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Name of the value.
    pub name: String,
    /// The field, if the value has fields.
    pub field: Option<String>,
    /// Value of the model in the cycle before, in hexadecimal; none in the first cycle.
    pub before: Option<String>,
    /// Value of the model.
    pub expected: String,
    /// Value of the DUT, if it differs.
    pub actual: Option<String>,
}

/// Runs `program` on `dut` and the model and returns its cycles in `range`.
///
/// # Errors
/// When the DUT stops with an error.
pub fn trace_cycles<D: Dut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    range: Range<u64>,
) -> Result<Vec<TracedCycle>, DutError> {
    let observable = dut.observable().to_vec();
    // The cycle before the range has the values with which its first cycle is compared.
    let first = range.start.saturating_sub(1);
    let done = |_: &mut D| Ok(());
    let window = observe(pmu, program, dut, first..range.end, done, done)?;
    let statements = Statements::new(pmu, program);
    let view = View { pmu, window: &window, observable: &observable };
    let skipped = (range.start - first) as usize;
    let cycle = |at: usize| {
        let cycle = window.cycles.start + at as u64;
        let own = statements.beginning_in(cycle).map(str::to_owned);
        TracedCycle { cycle, statements: own.collect(), changes: view.changes(at) }
    };
    let count = (window.cycles.end - window.cycles.start) as usize;
    Ok((skipped..count).map(cycle).collect())
}

struct View<'a> {
    pmu: &'a Pmu,
    window: &'a Window,
    observable: &'a [bool],
}

impl View<'_> {
    fn changes(&self, at: usize) -> Vec<ValueChange> {
        let words = self.pmu.observation.words();
        let of = |all: &'_ [u64], at: usize| all.get(at * words..(at + 1) * words).map(<[u64]>::to_vec);
        let Some(expected) = of(&self.window.expected, at) else { return Vec::new() };
        let before = at.checked_sub(1).and_then(|before| of(&self.window.expected, before));
        // If the RTL ends the simulation, the DUT has no values in the last cycle.
        let actual = of(&self.window.actual, at).unwrap_or_else(|| expected.clone());
        let mut changes = Vec::new();
        for (position, slot) in self.pmu.observation.slots().iter().enumerate() {
            let [now, dut] = [&expected, &actual].map(|observation| slot.value(observation));
            let earlier = before.as_ref().map(|before| slot.value(before));
            let differs = self.observable[position] && now != dut;
            let changed = earlier.as_ref().is_some_and(|earlier| *earlier != now);
            if differs || changed {
                self.value(slot, earlier.as_deref(), &now, differs.then_some(&dut), &mut changes);
            }
        }
        changes
    }

    /// Adds a value, or those of its fields that change or differ.
    fn value(
        &self,
        slot: &Slot,
        before: Option<&[u64]>,
        now: &[u64],
        dut: Option<&Vec<u64>>,
        changes: &mut Vec<ValueChange>,
    ) {
        let fields = self.register(slot).map(named_fields).unwrap_or_default();
        if fields.len() < 2 {
            changes.push(ValueChange {
                name: slot.name.clone(),
                field: None,
                before: before.map(text),
                expected: text(now),
                actual: dut.map(|dut| text(dut)),
            });
        }
        for field in fields.iter().filter(|_| fields.len() > 1) {
            let part = |value: &[u64]| field.extract(value[0]);
            let (earlier, now, dut) = (before.map(part), part(now), dut.map(|dut| part(dut)));
            let actual = dut.filter(|dut| *dut != now);
            if actual.is_some() || earlier.is_some_and(|earlier| earlier != now) {
                changes.push(ValueChange {
                    name: slot.name.clone(),
                    field: Some(field.name.clone()),
                    before: earlier.map(|earlier| format!("{earlier:#x}")),
                    expected: format!("{now:#x}"),
                    actual: actual.map(|actual| format!("{actual:#x}")),
                });
            }
        }
    }

    fn register(&self, slot: &Slot) -> Option<&Register> {
        let signal = self.pmu.description.states.iter().find(|signal| signal.name == slot.name)?;
        signal.register.map(|position| &self.pmu.description.registers[position])
    }
}

fn named_fields(register: &Register) -> Vec<&Field> {
    register.fields.iter().rev().filter(|field| !field.is_reserved()).collect()
}

/// A value of any width in hexadecimal, given by its words from the lowest up.
fn text(words: &[u64]) -> String {
    let used = words.iter().rposition(|&word| word != 0).map_or(1, |top| top + 1);
    let lower: String = words[..used - 1].iter().rev().map(|word| format!("{word:016x}")).collect();
    format!("{:#x}{lower}", words[used - 1])
}
