//! The theorems of each kind.

mod accesses;
mod amount;
mod counters;
mod disabled;
pub mod equivalence;
mod events;
mod freeze;
mod reset;
mod selection;
mod symmetry;
mod writes;

pub use self::freeze::Statements;

use crate::machine::{Cycle, Frame, Machine, State};
use crate::theorem::{Source, Theorem, Violation};
use golden_model_core::description::Counter;
use pmu_netlist::{Literal, FALSE};
use pmu_verify::register_id::RegisterId;

/// Generates all theorems of a PMU.
pub fn all(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = reset::theorems(machine, source);
    theorems.extend(accesses::theorems(machine, source));
    theorems.extend(writes::theorems(machine, source));
    theorems.extend(counters::theorems(machine, source));
    theorems.extend(amount::theorems(machine, source));
    theorems.extend(events::theorems(machine, source));
    theorems.extend(symmetry::counters(machine, source));
    theorems.extend(symmetry::units(machine, source));
    theorems.extend(freeze::theorems(machine, source));
    theorems.extend(disabled::theorems(machine, source));
    theorems
}

/// A cycle and the one after it, in which the state words show the state that the first leaves.
struct Step {
    /// The cycle.
    cycle: Cycle,
    /// The one after it.
    after: Cycle,
}

impl Step {
    /// Runs a cycle from a state, and another with the inputs `after`.
    fn new(machine: &mut Machine, start: &State, frame: &Frame, after: &Frame) -> Self {
        let cycle = machine.run(start, frame);
        let after = machine.run(&cycle.next, after);
        Self { cycle, after }
    }
}

/// A cycle without an access from any state.
struct Cycles {
    start: State,
    frame: Frame,
    after: Frame,
    first: Step,
}

impl Cycles {
    fn new(machine: &mut Machine) -> Self {
        let (start, frame, after) = (machine.free_state(), machine.free_frame(), machine.free_frame());
        let first = Step::new(machine, &start, &frame, &after);
        Self { start, frame, after, first }
    }
}

/// A theorem about each counter that has one.
fn of_each_counter(
    machine: &mut Machine,
    source: &Source,
    theorem: fn(&Cycles, &mut Machine, &Source, &Counter) -> Option<Theorem>,
) -> Vec<Theorem> {
    let cycles = Cycles::new(machine);
    let counters = source.pmu.description.counters();
    counters.iter().filter_map(|counter| theorem(&cycles, machine, source, counter)).collect()
}

/// Whether two vectors differ, as a way in which a theorem may be false; `None` if they are the same logic.
fn differ(machine: &mut Machine, what: &str, one: &[Literal], other: &[Literal]) -> Option<Violation> {
    let when = machine.graph.differ(one, other);
    (when != FALSE).then(|| Violation { what: what.to_owned(), when })
}

/// The assumption that no register keeps counters at 0 in a cycle.
fn not_held(machine: &Machine, source: &Source, cycle: &Cycle) -> Vec<Literal> {
    let mut none = Vec::new();
    for (place, slot) in source.map.observable() {
        let bits = source.rules.holding_bits(source.map.register(place));
        let word = machine.observed(cycle, &source.pmu.observation.slots()[slot].name);
        none.extend(word.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, bit)| bit ^ 1));
    }
    none
}

/// The code that a register selects in a cycle; `None` if it selects no event, or the RTL does not have its word.
fn selected_code(machine: &Machine, source: &Source, place: RegisterId, cycle: &Cycle) -> Option<Vec<Literal>> {
    let register = source.map.register(place);
    let selects = register.selects?;
    let word = machine.observed(cycle, &source.pmu.observation.slots()[source.map.slot(place)?].name);
    let fields = [Some(selects.event), selects.high].into_iter().flatten().map(|field| &register.fields[field]);
    let parts = fields.map(|field| word.get(field.low as usize..(field.low + field.width) as usize));
    parts.collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}
