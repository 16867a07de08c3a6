//! Signals that are added to the waves of the DUT: markers, inputs and events by name, and the observations of both sides.

use super::names::{escaped, event_name, scopes_of, DUT, EVENTS, FINISHED, INPUTS, MARKERS, MODEL};
use crate::lockstep::{named_inputs, NamedInput, Statements, Window};
use golden_model_core::{Pmu, Slot};
use pmu_program::Program;
use std::collections::BTreeMap;
use std::fmt;

/// The value of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SignalValue {
    /// Bits, lowest 64 first.
    Bits(Vec<u64>),
    /// Text, with escapes in place of blanks.
    Text(String),
}

/// A signal with its changes.
pub(super) struct Signal {
    /// The scopes around it, outermost first.
    pub scopes: Vec<String>,
    /// Its name.
    pub name: String,
    /// Width in bits; 1 for text.
    pub width: u32,
    /// Each new value with the position of its cycle in the window, in order.
    pub changes: Vec<(usize, SignalValue)>,
}

impl Signal {
    /// A signal that has these values in the cycles from the first on.
    fn new<V: PartialEq>(
        scopes: Vec<String>,
        name: String,
        width: u32,
        values: impl Iterator<Item = V>,
        value: impl Fn(V) -> SignalValue,
    ) -> Self {
        let mut changes: Vec<(usize, V)> = Vec::new();
        for (cycle, value) in values.enumerate() {
            if changes.last().is_none_or(|(_, before)| *before != value) {
                changes.push((cycle, value));
            }
        }
        let changes = changes.into_iter().map(|(cycle, one)| (cycle, value(one))).collect();
        Self { scopes, name, width, changes }
    }

    /// A signal of up to 64 bits.
    fn number(scopes: Vec<String>, name: &str, width: u32, values: impl Iterator<Item = u64>) -> Self {
        Self::new(scopes, name.to_owned(), width, values, |value| SignalValue::Bits(vec![value]))
    }

    /// A marker of up to 64 bits.
    fn marker(name: &str, width: u32, values: impl Iterator<Item = u64>) -> Self {
        Self::number(vec![MARKERS.to_owned()], name, width, values)
    }

    /// Whether the value changes after the first cycle.
    pub fn is_changing(&self) -> bool {
        self.changes.len() > 1
    }

    /// Whether the value is text.
    pub fn is_text(&self) -> bool {
        self.changes.iter().any(|(_, value)| matches!(value, SignalValue::Text(_)))
    }

    /// Whether a bit is 1 in some cycle.
    fn is_active(&self) -> bool {
        let is_zero =
            |value: &SignalValue| matches!(value, SignalValue::Bits(words) if words.iter().all(|&word| word == 0));
        !self.changes.iter().all(|(_, value)| is_zero(value))
    }
}

/// The path: scopes and name, joined by dots.
impl fmt::Display for Signal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scopes.iter().try_for_each(|scope| write!(formatter, "{scope}."))?;
        formatter.write_str(&self.name)
    }
}

/// All added signals.
pub(super) struct AddedSignals {
    /// In the order of declaration: the signals of a scope are adjacent.
    pub signals: Vec<Signal>,
    /// Start of each cycle and end of the last one, in nanoseconds of the program.
    pub times: Vec<u64>,
    /// Names of the values that differ, and whether they differ in the diverging cycle.
    pub differing: Vec<(String, bool)>,
}

/// Data from which the signals are created.
pub(super) struct Observed<'a> {
    pub pmu: &'a Pmu,
    pub program: &'a Program,
    /// For each slot, whether the DUT returns it.
    pub observable: &'a [bool],
    pub window: &'a Window,
    /// The diverging cycle, if there is one.
    pub cycle: Option<u64>,
}

impl AddedSignals {
    /// Creates the signals. A cycle takes `cycle_ns` nanoseconds.
    pub fn new(observed: &Observed<'_>, cycle_ns: u64) -> Self {
        let cycles = &observed.window.cycles;
        let mut signals = observed.markers();
        let sides = observed.sides();
        signals.extend(sides.differs);
        signals.extend(observed.inputs());
        signals.extend(by_scope(sides.model));
        signals.extend(by_scope(sides.dut));
        let times = (cycles.start..=cycles.end).map(|cycle| cycle * cycle_ns).collect();
        Self { signals, times, differing: sides.differing }
    }

    /// Whether a value differs in the diverging cycle.
    pub fn differs(&self, name: &str) -> bool {
        self.differing.iter().any(|(differing, now)| *now && differing == name)
    }
}

/// The observations of both sides.
#[derive(Default)]
struct Sides {
    model: Vec<Signal>,
    dut: Vec<Signal>,
    /// A marker for each value that differs in the window.
    differs: Vec<Signal>,
    differing: Vec<(String, bool)>,
}

impl Observed<'_> {
    fn markers(&self) -> Vec<Signal> {
        let cycles = || self.window.cycles.clone();
        let statements = Statements::new(self.pmu, self.program);
        let length = self.program.cycles();
        let begun = |cycle: u64| statements.last_beginning(cycle).filter(|&begun| begun == cycle || cycle < length);
        let text = |begun: Option<u64>| {
            let texts: Vec<&str> = begun.map(|begun| statements.beginning_in(begun).collect()).unwrap_or_default();
            SignalValue::Text(escaped(&if texts.is_empty() { FINISHED.to_owned() } else { texts.join("; ") }))
        };
        let statement = Signal::new(vec![MARKERS.to_owned()], "statement".to_owned(), 1, cycles().map(begun), text);
        let cycle = Signal::marker("cycle", 64, cycles());
        let divergence =
            self.cycle.map(|diverging| Signal::marker("divergence", 1, cycles().map(|at| u64::from(at == diverging))));
        [statement, cycle].into_iter().chain(divergence).collect()
    }

    /// Reset, register port, and the inputs and events that are not 0 in all cycles.
    fn inputs(&self) -> Vec<Signal> {
        let frames = || self.window.frames.chunks_exact(self.pmu.frame.words());
        let is_port = |slot: &&Slot| slot.name == "rst" || slot.name.starts_with("bus_");
        let port = |slot: &Slot| {
            Signal::number(vec![INPUTS.to_owned()], &slot.name, slot.width, frames().map(|frame| slot.get(frame)))
        };
        let named = |NamedInput { unit, name, bits }: NamedInput<'_>| {
            let mut scopes = match unit {
                Some(unit) => vec![EVENTS.to_owned(), unit.to_owned(), event_name(name)],
                None => scopes_of(INPUTS, name),
            };
            let name = scopes.pop().unwrap_or_default();
            Signal::number(scopes, &name, bits.width(), frames().map(|frame| bits.get(frame)))
        };
        let ports = self.pmu.frame.slots().iter().filter(is_port).map(port);
        by_scope(ports.chain(named_inputs(self.pmu).map(named).filter(Signal::is_active)).collect())
    }

    fn sides(&self) -> Sides {
        let words = self.pmu.observation.words();
        let mut sides = Sides::default();
        let at = self.cycle.map(|cycle| (cycle - self.window.cycles.start) as usize);
        for (slot, is_observable) in self.pmu.observation.slots().iter().zip(self.observable) {
            let each = |observations: &'_ [u64]| -> Vec<Vec<u64>> {
                observations.chunks_exact(words).map(|observation| slot.value(observation)).collect()
            };
            let (expected, actual) = (each(&self.window.expected), each(&self.window.actual));
            let differences: Vec<u64> =
                expected.iter().zip(&actual).map(|(one, other)| u64::from(one != other)).collect();
            if *is_observable && differences.contains(&1) {
                let name = format!("{}_differs", slot.name.replace('.', "_"));
                let now = at.is_some_and(|at| differences.get(at) == Some(&1));
                sides.differing.push((slot.name.clone(), now));
                sides.differs.push(Signal::marker(&name, 1, differences.into_iter()));
            }
            let signal = |side: &str, values: Vec<Vec<u64>>| {
                let mut scopes = scopes_of(side, &slot.name);
                let name = scopes.pop().unwrap_or_default();
                Signal::new(scopes, name, slot.width, values.into_iter(), SignalValue::Bits)
            };
            sides.model.push(signal(MODEL, expected));
            sides.dut.extend(is_observable.then(|| signal(DUT, actual)));
        }
        sides
    }
}

/// Groups signals by scope and otherwise keeps their order.
fn by_scope(signals: Vec<Signal>) -> Vec<Signal> {
    let mut order: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for signal in &signals {
        let next = order.len();
        order.entry(signal.scopes.clone()).or_insert(next);
    }
    let mut sorted = signals;
    sorted.sort_by_key(|signal| order.get(&signal.scopes).copied());
    sorted
}
