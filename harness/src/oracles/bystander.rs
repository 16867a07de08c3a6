//! A counter and its selection that are never written.

use super::directory::Place;
use super::relation::{Equal, Relation};
use super::{without_access, Draw, Experiment};
use crate::program::{Op, OpKind};
use rand::seq::SliceRandom;

pub(super) fn experiment(draw: &mut Draw) -> Option<Experiment> {
    let Draw { scene, base, rng, .. } = draw;
    let counters = scene.pmu.description.counters();
    if counters.len() < 2 {
        return None;
    }
    let counter = counters.choose(rng)?;
    let place = |register| Place { unit: counter.unit, register };
    let own = [place(counter.register), place(counter.select)];
    // A write to several registers at once would have to lose a part; it goes in both programs.
    let reaches = |op: &Op| match &op.kind {
        OpKind::Access(access) | OpKind::Reset(Some(access)) => scene.directory.written(access),
        _ => Vec::new(),
    };
    let keep = |op: &Op, is_gone: &dyn Fn(&[Place]) -> bool| match is_gone(&reaches(op)) {
        true => without_access(op),
        false => op.clone(),
    };
    let first: Vec<Op> = base.ops.iter().map(|op| keep(op, &|places| places.len() > 1)).collect();
    let is_own = |places: &[Place]| places.iter().any(|place| own.contains(place));
    let second: Vec<Op> = first.iter().map(|op| keep(op, &is_own)).collect();
    let is_other = |&(place, _): &(Place, usize)| {
        let register = scene.directory.register(place);
        !own.contains(&place) && (register.counter || register.selects.is_some())
    };
    let relation = Relation {
        to: u64::MAX,
        equal: scene.directory.shown().filter(is_other).map(|(_, slot)| Equal::same(slot)).collect(),
        guards: scene.rules.coupled_slots(scene.pmu).into_iter().map(Equal::same).collect(),
        ..Relation::default()
    };
    (first != second).then_some(Experiment { first, second, relation })
}
