//! Another program and a reset before a program.

use super::directory::AccessPath;
use super::experiment::{clocks, made, ExperimentInput, Experiment, CheckContext};
use super::relation::{Expectation, ExpectedKind, Equal, Relation};
use pmu_program::{Activity, Assignment, Lines, Op, OpKind};
use rand::Rng;
use std::collections::BTreeSet;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { scene, base, other, rng } = draw;
    let length = rng.gen_range(other.ops.len() / 8..=other.ops.len() / 2);
    let mut second = other.ops[..length].to_vec();
    // What persists is part of the stimulus, not of the device: it ends here as in a program of its own.
    let description = &scene.pmu.description;
    for (input, of) in description.inputs.iter().enumerate() {
        let assignment = Assignment { input, low: 0, width: of.at.width, value: 0 };
        second.push(made(OpKind::Set(assignment)));
    }
    let carries =
        |unit: usize| (0..description.events.lines.len()).any(|line| description.events.place(line, unit).is_some());
    for unit in (0..description.units.len()).filter(|&unit| carries(unit)) {
        second.push(made(OpKind::Hold(Activity { unit, lines: Lines::All, count: 0 })));
    }
    let survivors = survivors(scene);
    let is_partial = !survivors.is_empty() && rng.gen();
    second.extend(reset_kind(scene, is_partial));
    second.push(made(OpKind::Reset(None)));
    let shift = clocks(&second);
    let mut relation = Relation {
        to: u64::MAX,
        shift,
        equal: (0..scene.pmu.observation.slots().len()).map(Equal::same).collect(),
        ..Relation::default()
    };
    let mut first = Vec::new();
    if is_partial {
        // What survives is still there behind the reset. Then both programs write it anew, so that all else is the same.
        let slots: BTreeSet<usize> = survivors.iter().filter_map(|way| scene.directory.slot(way.place)).collect();
        let kept = |&slot: &usize| Expectation { clock: shift, what: ExpectedKind::As { slot, clock: shift - 1 } };
        relation.claims.extend(slots.iter().map(kept));
        relation.equal.retain(|equal| !slots.contains(&equal.first));
        first.extend(survivors.iter().map(|way| made(OpKind::Access(scene.directory.access(way, Some(rng.gen()))))));
    }
    first.extend(base.ops.iter().cloned());
    second.extend(first.iter().cloned());
    Some(Experiment { first, second, relation })
}

/// The usual ways to the registers that a reset may leave.
fn survivors<'s>(scene: &'s CheckContext) -> Vec<&'s AccessPath> {
    let survives = |way: &&AccessPath| scene.rules.may_survive(scene.directory.register(way.place));
    let usual = scene.directory.ways.iter().filter(|way| way.way == 0).filter(survives);
    usual.flat_map(|way| scene.directory.usual_paths(way.place)).collect()
}

/// What decides in the clock of a reset whether it leaves them.
fn reset_kind<'s>(scene: &'s CheckContext, is_partial: bool) -> impl Iterator<Item = Op> + 's {
    let inputs = scene.pmu.description.inputs.iter().enumerate();
    let decides = |pattern: &String| scene.rules.reset_exceptions.iter().any(|one| one.unless == *pattern);
    inputs.filter(move |(_, of)| decides(&of.pattern)).map(move |(input, of)| {
        made(OpKind::Pulse(Assignment { input, low: 0, width: of.at.width, value: u64::from(!is_partial) }))
    })
}
