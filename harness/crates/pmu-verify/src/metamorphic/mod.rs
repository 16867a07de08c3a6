//! Metamorphic checks: the DUT against itself, without a golden model.
//!
//! Each check makes two programs from a random one such that the behavior of the DUT in the second follows from that in the
//! first: with reads in idle cycles, with two counters in exchanged roles, or with another start value of a counter. The
//! DUT runs both, and the two observations are compared. A mistake that DUT and golden model share can therefore still be
//! detected.

mod bystander;
mod experiment;
mod frozen;
mod moved;
mod reads;
mod refused;
mod register_map;
mod relation;
mod reset;
mod rules;
mod run;
mod trace;
mod window;

pub use register_map::{RegisterMap, RegisterPath};
pub use rules::{Freeze, MetamorphicRules, MetamorphicRulesError, Mirror};
pub use run::Experiments;
pub use run::{run, CheckOutcome, MetamorphicPlan, MetamorphicRun};

use experiment::{CheckContext, Experiment, ExperimentInput};
use pmu_results::MetamorphicKind;

/// A metamorphic check.
struct MetamorphicCheck {
    /// The kind of check.
    kind: MetamorphicKind,
    /// Makes an experiment; `None` if the program does not permit one.
    experiment: fn(&mut ExperimentInput) -> Option<Experiment>,
    /// Whether the check can apply to the PMU, regardless of the program.
    applies: fn(&CheckContext) -> bool,
}

/// All metamorphic checks.
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

/// Whether a unit has two counters that can count the same events.
fn has_two_alike(context: &CheckContext) -> bool {
    let counters = context.pmu.description.counters();
    counters.iter().any(|one| counters.iter().any(|other| context.are_alike(one, other)))
}
