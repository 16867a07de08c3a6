//! Checks of the device against itself, without any model.
//!
//! Each check makes two programs out of a random one such that what the device does in the second follows from what it does in
//! the first: the same with reads in idle clocks, with two counters in exchanged roles, with a counter that starts elsewhere.
//! The device runs both, and the two observations are held against each other. No golden model takes part, so what device and
//! model have both misread can still show.

mod address_map;
mod bystander;
mod experiment;
mod frozen;
mod moved;
mod reads;
mod refused;
mod relation;
mod reset;
mod rules;
mod run;
mod trace;
mod window;

pub use rules::{MetamorphicRules, MetamorphicRulesError};
pub use run::Experiments;
pub use run::{run, CheckOutcome, MetamorphicPlan, MetamorphicRun};

use experiment::{CheckContext, Experiment, ExperimentInput};
use golden_model::description::Counter;
use pmu_results::MetamorphicKind;

/// A check.
struct MetamorphicCheck {
    /// Which one it is.
    kind: MetamorphicKind,
    /// Makes the experiment; none where the PMU or the program gives no occasion.
    experiment: fn(&mut ExperimentInput) -> Option<Experiment>,
    /// Whether the PMU gives an occasion at all, whatever the programs.
    applies: fn(&CheckContext) -> bool,
}

/// All of them.
const CHECKS: [MetamorphicCheck; 7] = [
    MetamorphicCheck { kind: MetamorphicKind::Reads, experiment: reads::experiment, applies: always },
    MetamorphicCheck { kind: MetamorphicKind::Refused, experiment: refused::experiment, applies: always },
    MetamorphicCheck { kind: MetamorphicKind::Reset, experiment: reset::experiment, applies: always },
    MetamorphicCheck { kind: MetamorphicKind::Moved, experiment: moved::experiment, applies: has_two_alike },
    MetamorphicCheck {
        kind: MetamorphicKind::Window,
        experiment: window::experiment,
        applies: |context| context.pmu.description.registers.iter().any(|register| register.counter),
    },
    MetamorphicCheck { kind: MetamorphicKind::Bystander, experiment: bystander::experiment, applies: has_two },
    MetamorphicCheck {
        kind: MetamorphicKind::Frozen,
        experiment: frozen::experiment,
        applies: |context| context.rules.freeze.is_some(),
    },
];

fn always(_: &CheckContext) -> bool {
    true
}

fn has_two(context: &CheckContext) -> bool {
    context.pmu.description.counters().len() > 1
}

/// Whether a unit has two counters that see the same events.
fn has_two_alike(context: &CheckContext) -> bool {
    let counters = context.pmu.description.counters();
    let is_pair = |one: &Counter, other: &Counter| {
        let kind = context.pmu.description.units[one.unit].kind;
        one.unit == other.unit && one.index != other.index && context.rules.are_alike(kind, one.index, other.index)
    };
    counters.iter().any(|one| counters.iter().any(|other| is_pair(one, other)))
}
