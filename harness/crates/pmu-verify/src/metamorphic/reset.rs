//! Reset: another program and a reset before a program must not change its result.

use super::experiment::{cycles, made, CheckContext, Experiment, ExperimentInput};
use super::register_map::RegisterPath;
use super::relation::{Equal, Expectation, ExpectedKind, Relation};
use pmu_program::{Activity, Assignment, Lines, Op, OpKind};
use rand::Rng;
use std::collections::BTreeSet;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, other, rng, .. } = draw;
    let length = rng.gen_range(other.ops.len() / 8..=other.ops.len() / 2);
    let mut second = other.ops[..length].to_vec();
    // Persistent inputs are part of the stimulus, not of the DUT. They return to their values at the start of a program.
    let description = &context.pmu.description;
    let initial = description.initial_frame();
    for (input, of) in description.inputs.iter().enumerate() {
        let value = context.pmu.in_frame(of.at).get(&initial);
        let assignment = Assignment { input, low: 0, width: of.at.width, value };
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
        // Surviving registers keep their value through the reset. Then both programs write them, so that everything else is
        // equal.
        let slots: BTreeSet<usize> =
            survivors.iter().filter_map(|path| context.address_map.slot(path.register)).collect();
        let kept = |&slot: &usize| Expectation { cycle: shift, what: ExpectedKind::As { slot, cycle: shift - 1 } };
        relation.claims.extend(slots.iter().map(kept));
        relation.equal.retain(|equal| !slots.contains(&equal.first));
        first.extend(
            survivors.iter().map(|path| made(OpKind::Access(context.address_map.access(path, Some(rng.gen()))))),
        );
    }
    first.extend(base.ops.iter().cloned());
    second.extend(first.iter().cloned());
    Some(Experiment { first, second, relation })
}

/// The usual access paths of the registers that a reset may leave unchanged.
fn survivors<'s>(context: &'s CheckContext) -> Vec<&'s RegisterPath> {
    let survives = |path: &&RegisterPath| context.rules.may_survive(context.address_map.register(path.register));
    let usual = context.address_map.paths.iter().filter(|path| path.path == 0).filter(survives);
    usual.flat_map(|path| context.address_map.usual_paths(path.register)).collect()
}

/// Input values in the cycle of a reset that determine whether it clears these registers.
fn reset_kind<'s>(context: &'s CheckContext, is_partial: bool) -> impl Iterator<Item = Op> + 's {
    let inputs = context.pmu.description.inputs.iter().enumerate();
    let decides = |pattern: &String| context.rules.reset_exceptions.iter().any(|one| one.unless == *pattern);
    inputs.filter(move |(_, of)| decides(&of.pattern)).map(move |(input, of)| {
        made(OpKind::Pulse(Assignment { input, low: 0, width: of.at.width, value: u64::from(!is_partial) }))
    })
}
