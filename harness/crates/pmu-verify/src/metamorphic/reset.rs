//! Another program and a reset before a program.

use super::address_map::AccessPath;
use super::experiment::{cycles, made, CheckContext, Experiment, ExperimentInput};
use super::relation::{Equal, Expectation, ExpectedKind, Relation};
use pmu_program::{Activity, Assignment, Lines, Op, OpKind};
use rand::Rng;
use std::collections::BTreeSet;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, other, rng } = draw;
    let length = rng.gen_range(other.ops.len() / 8..=other.ops.len() / 2);
    let mut second = other.ops[..length].to_vec();
    // What persists is part of the stimulus, not of the device: it ends here as in a program of its own.
    let description = &context.pmu.description;
    for (input, of) in description.inputs.iter().enumerate() {
        let assignment = Assignment { input, low: 0, width: of.at.width, value: 0 };
        second.push(made(OpKind::Set(assignment)));
    }
    let carries = |unit: usize| {
        (0..description.events.lines.len()).any(|line| description.events.line_bits(line, unit).is_some())
    };
    for unit in (0..description.units.len()).filter(|&unit| carries(unit)) {
        second.push(made(OpKind::Hold(Activity { unit, lines: Lines::All, count: 0 })));
    }
    let survivors = survivors(context);
    let is_partial = !survivors.is_empty() && rng.gen();
    second.extend(reset_kind(context, is_partial));
    second.push(made(OpKind::Reset(None)));
    let shift = cycles(&second);
    let mut relation = Relation {
        to: u64::MAX,
        shift,
        equal: (0..context.pmu.observation.slots().len()).map(Equal::same).collect(),
        ..Relation::default()
    };
    let mut first = Vec::new();
    if is_partial {
        // What survives is still there behind the reset. Then both programs write it anew, so that all else is the same.
        let slots: BTreeSet<usize> =
            survivors.iter().filter_map(|path| context.directory.slot(path.register)).collect();
        let kept = |&slot: &usize| Expectation { cycle: shift, what: ExpectedKind::As { slot, cycle: shift - 1 } };
        relation.claims.extend(slots.iter().map(kept));
        relation.equal.retain(|equal| !slots.contains(&equal.first));
        first
            .extend(survivors.iter().map(|path| made(OpKind::Access(context.directory.access(path, Some(rng.gen()))))));
    }
    first.extend(base.ops.iter().cloned());
    second.extend(first.iter().cloned());
    Some(Experiment { first, second, relation })
}

/// The usual ways to the registers that a reset may leave.
fn survivors<'s>(context: &'s CheckContext) -> Vec<&'s AccessPath> {
    let survives = |path: &&AccessPath| context.rules.may_survive(context.directory.register(path.register));
    let usual = context.directory.paths.iter().filter(|path| path.path == 0).filter(survives);
    usual.flat_map(|path| context.directory.usual_paths(path.register)).collect()
}

/// What decides in the clock of a reset whether it leaves them.
fn reset_kind<'s>(context: &'s CheckContext, is_partial: bool) -> impl Iterator<Item = Op> + 's {
    let inputs = context.pmu.description.inputs.iter().enumerate();
    let decides = |pattern: &String| context.rules.reset_exceptions.iter().any(|one| one.unless == *pattern);
    inputs.filter(move |(_, of)| decides(&of.pattern)).map(move |(input, of)| {
        made(OpKind::Pulse(Assignment { input, low: 0, width: of.at.width, value: u64::from(!is_partial) }))
    })
}
