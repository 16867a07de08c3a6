//! The theorems of each kind.

mod accesses;
mod counters;
mod freeze;
mod reset;
mod symmetry;
mod writes;

pub use self::freeze::Statements;

use crate::machine::{Cycle, Frame, Machine, State};
use crate::theorem::{Source, Theorem, Violation};
use pmu_netlist::{Literal, FALSE};

/// Generates all theorems of a PMU.
pub fn all(machine: &mut Machine, source: &Source) -> Vec<Theorem> {
    let mut theorems = reset::theorems(machine, source);
    theorems.extend(accesses::theorems(machine, source));
    theorems.extend(writes::theorems(machine, source));
    theorems.extend(counters::theorems(machine, source));
    theorems.extend(symmetry::theorems(machine, source));
    theorems.extend(freeze::theorems(machine, source));
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

/// Whether two vectors differ, as a way in which a theorem may be false; `None` if they are the same logic.
fn differ(machine: &mut Machine, what: &str, one: &[Literal], other: &[Literal]) -> Option<Violation> {
    let when = machine.graph.differ(one, other);
    (when != FALSE).then(|| Violation { what: what.to_owned(), when })
}
