//! Signals that are added to the waves of the DUT: its observations, those of the model, and markers.

use crate::lockstep::Window;
use golden_model::{Pmu, Slot};
use std::collections::BTreeMap;

/// A signal with its value in each cycle.
pub(super) struct Signal {
    /// The scopes around it, outermost first.
    pub scopes: Vec<String>,
    /// Its name.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Its value in each cycle, lowest 64 bits first.
    pub values: Vec<Vec<u64>>,
}

/// All added signals.
pub(super) struct ModelSignals {
    /// In the order of declaration: the signals of a scope are adjacent.
    pub signals: Vec<Signal>,
    /// Start of each cycle and end of the last one, in nanoseconds of the program.
    pub times: Vec<u64>,
    /// Names of the values that differ in the diverging cycle.
    differing: Vec<String>,
}

impl ModelSignals {
    /// Creates the signals from the observations around cycle `cycle`.
    pub fn new(pmu: &Pmu, observable: &[bool], window: &Window, cycle: u64, cycle_ns: u64) -> Self {
        let words = pmu.observation.words();
        let cycles = || window.cycles.clone();
        let each = |observations: &[u64], slot: &Slot| -> Vec<Vec<u64>> {
            observations.chunks_exact(words).map(|observation| slot.value(observation)).collect()
        };
        let marker = |name: &str, width, values: Vec<u64>| Signal {
            scopes: vec!["markers".to_owned()],
            name: name.to_owned(),
            width,
            values: values.into_iter().map(|value| vec![value]).collect(),
        };
        let mut signals = vec![
            marker("divergence", 1, cycles().map(|at| u64::from(at == cycle)).collect()),
            marker("cycle", 64, cycles().collect()),
        ];
        let (mut model, mut dut, mut differs) = (Vec::new(), Vec::new(), Vec::new());
        let mut differing = Vec::new();
        for (slot, is_observable) in pmu.observation.slots().iter().zip(observable) {
            let (expected, actual) = (each(&window.expected, slot), each(&window.actual, slot));
            let differences: Vec<u64> =
                expected.iter().zip(&actual).map(|(one, other)| u64::from(one != other)).collect();
            if *is_observable && differences.contains(&1) {
                let name = format!("{}_differs", slot.name.replace('.', "_"));
                let at = cycles().position(|at| at == cycle);
                if at.is_some_and(|at| differences[at] == 1) {
                    differing.push(slot.name.clone());
                }
                differs.push(marker(&name, 1, differences));
            }
            model.push(named("model", slot, expected));
            dut.extend(is_observable.then(|| named("device_observed", slot, actual)));
        }
        signals.extend(differs);
        signals.extend(by_scope(model));
        signals.extend(by_scope(dut));
        let times = (window.cycles.start..=window.cycles.end).map(|cycle| cycle * cycle_ns).collect();
        Self { signals, times, differing }
    }

    /// Whether a value differs in the diverging cycle.
    pub fn differs(&self, name: &str) -> bool {
        self.differing.iter().any(|differing| differing == name)
    }
}

/// The signal of a slot. The names before dots are its scopes.
fn named(side: &str, slot: &Slot, values: Vec<Vec<u64>>) -> Signal {
    let mut scopes: Vec<String> = std::iter::once(side).chain(slot.name.split('.')).map(str::to_owned).collect();
    let name = scopes.pop().unwrap_or_default();
    Signal { scopes, name, width: slot.width, values }
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
