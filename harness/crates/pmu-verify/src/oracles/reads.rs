//! Reads in idle clocks.

use super::experiment::{made, ExperimentInput, Experiment, CheckContext};
use super::relation::{Expectation, ExpectedKind, Equal, Relation};
use golden_model::description::FieldAccess;
use pmu_program::{Access, Op, OpKind, Program};
use rand::seq::SliceRandom;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Part of the idle clocks that get an access.
const SHARE: f64 = 0.3;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { scene, base, rng, .. } = draw;
    let readable: Vec<_> = {
        let ways = scene.directory.ways.iter();
        let is_masked = |name: &String| scene.rules.masked.contains(name);
        let ways = ways.filter(|way| !is_masked(&scene.directory.register(way.place).name));
        ways.filter(|way| !scene.directory.access_path(way).write_only).collect()
    };
    let read = |rng: &mut Xoshiro256PlusPlus| {
        let way = readable.choose(rng)?;
        let register = scene.directory.register(way.place);
        let seen = |access| matches!(access, FieldAccess::Rw | FieldAccess::Ro | FieldAccess::W1c);
        let bits = register.fields.iter().filter(|field| seen(field.access)).fold(0, |bits, field| bits | field.mask());
        let slot = scene.directory.slot(way.place)?;
        let part = scene.directory.access_path(way);
        let (bits, low, answer) = (bits & part.mask(), part.low, scene.rules.answer(part, register));
        Some((scene.directory.access(way, None), ExpectedKind::Answers { slot, bits, low, answer }))
    };
    with_accesses(scene, base, rng, read)
}

/// The program as it is, and with accesses in idle clocks that must leave everything as it is.
pub(super) fn with_accesses(
    scene: &CheckContext,
    base: &Program,
    rng: &mut Xoshiro256PlusPlus,
    mut access: impl FnMut(&mut Xoshiro256PlusPlus) -> Option<(Access, ExpectedKind)>,
) -> Option<Experiment> {
    let mut second: Vec<Op> = Vec::with_capacity(base.ops.len());
    let mut relation = Relation { to: u64::MAX, ..Relation::default() };
    let mut clock = 0;
    for op in &base.ops {
        match op.kind {
            OpKind::Wait(clocks @ 1..) if rng.gen_bool(SHARE) => match access(rng) {
                Some((access, what)) => {
                    relation.accesses.insert(clock);
                    relation.claims.push(Expectation { clock, what });
                    second.push(made(OpKind::Access(access)));
                    if clocks > 1 {
                        second.push(made(OpKind::Wait(clocks - 1)));
                    }
                }
                None => second.push(op.clone()),
            },
            _ => second.push(op.clone()),
        }
        clock += op.cycles();
    }
    relation.equal = (0..scene.pmu.observation.slots().len()).map(Equal::same).collect();
    (!relation.claims.is_empty()).then(|| Experiment { first: base.ops.clone(), second, relation })
}
