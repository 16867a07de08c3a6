//! Reads: extra reads in idle cycles.

use super::experiment::{made, CheckContext, Experiment, ExperimentInput};
use super::relation::{Equal, Expectation, ExpectedKind, Relation};
use golden_model_core::description::FieldAccess;
use pmu_program::{Access, Op, OpKind, Program};
use rand::seq::SliceRandom;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fraction of the idle cycles that get an access.
const SHARE: f64 = 0.3;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, rng, .. } = draw;
    let readable: Vec<_> = {
        let paths = context.address_map.paths.iter();
        let is_masked = |name: &String| context.rules.masked.contains(name);
        let paths = paths.filter(|path| !is_masked(&context.address_map.register(path.register).name));
        paths.filter(|path| !context.address_map.access_path(path).write_only).collect()
    };
    let read = |rng: &mut Xoshiro256PlusPlus| {
        let path = readable.choose(rng)?;
        let register = context.address_map.register(path.register);
        let seen = |access| matches!(access, FieldAccess::Rw | FieldAccess::Ro | FieldAccess::W1c);
        let bits = register.fields.iter().filter(|field| seen(field.access)).fold(0, |bits, field| bits | field.mask());
        let (slot, start) = context.value_of(path.register)?;
        let part = context.address_map.access_path(path);
        let (bits, low, answer) =
            ((bits & part.mask()) << start, part.low + start, context.rules.answer(part, register));
        Some((context.address_map.access(path, None), ExpectedKind::Answers { slot, bits, low, answer }))
    };
    with_accesses(context, base, rng, read)
}

/// The unchanged program, and the program with accesses in idle cycles that must not change anything.
pub(super) fn with_accesses(
    context: &CheckContext,
    base: &Program,
    rng: &mut Xoshiro256PlusPlus,
    mut access: impl FnMut(&mut Xoshiro256PlusPlus) -> Option<(Access, ExpectedKind)>,
) -> Option<Experiment> {
    let mut second: Vec<Op> = Vec::with_capacity(base.ops.len());
    let mut relation = Relation { to: u64::MAX, ..Relation::default() };
    let mut cycle = 0;
    for op in &base.ops {
        match op.kind {
            OpKind::Wait(cycles @ 1..) if rng.gen_bool(SHARE) => match access(rng) {
                Some((access, what)) => {
                    relation.accesses.insert(cycle);
                    relation.claims.push(Expectation { cycle, what });
                    second.push(made(OpKind::Access(access)));
                    if cycles > 1 {
                        second.push(made(OpKind::Wait(cycles - 1)));
                    }
                }
                None => second.push(op.clone()),
            },
            _ => second.push(op.clone()),
        }
        cycle += op.cycles();
    }
    relation.responses = context.rules.response_slots(context.pmu);
    relation.equal = (0..context.pmu.observation.slots().len()).map(Equal::same).collect();
    (!relation.claims.is_empty()).then(|| Experiment { first: base.ops.clone(), second, relation })
}
