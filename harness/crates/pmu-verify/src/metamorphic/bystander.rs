//! Bystander: a counter and its select register are never written, and all others must count the same.

use super::experiment::{without_access, Experiment, ExperimentInput};
use super::relation::{Equal, Relation};
use crate::register_id::RegisterId;
use crate::turns::in_turn;
use pmu_program::{Op, OpKind};

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, turn, .. } = draw;
    let counters = context.pmu.description.counters();
    if counters.len() < 2 {
        return None;
    }
    let counter = in_turn(&counters, *turn)?;
    let place = |register| RegisterId { unit: counter.unit, register };
    // A select register that several counters share belongs to none of them.
    let is_shared =
        counters.iter().filter(|other| other.unit == counter.unit && other.select == counter.select).count() > 1;
    let select = (!is_shared).then_some(counter.select);
    let whole = [Some(counter.register), select].into_iter().flatten();
    let own: Vec<RegisterId> =
        whole.flat_map(|register| [Some(register), context.half_of(register)]).flatten().map(place).collect();
    let written = |op: &Op| match &op.kind {
        OpKind::Access(access) | OpKind::Reset(Some(access)) => (context.address_map.written(access), access.write),
        _ => (Vec::new(), None),
    };
    let keep = |op: &Op, is_gone: &dyn Fn(&[RegisterId], u64) -> bool| match written(op) {
        (places, Some(data)) if is_gone(&places, data) => without_access(op),
        _ => op.clone(),
    };
    // Removed from both programs: a write to several registers at once, of which only a part would be removed, and a write
    // that makes a counter count what another one counts.
    let is_tap = |place: &RegisterId, data: u64| context.rules.is_tap(context.address_map.register(*place), data);
    let is_excluded =
        |places: &[RegisterId], data: u64| places.len() > 1 || places.iter().any(|place| is_tap(place, data));
    let first: Vec<Op> = base.ops.iter().map(|op| keep(op, &is_excluded)).collect();
    let is_own = |places: &[RegisterId], _| places.iter().any(|place| own.contains(place));
    let second: Vec<Op> = first.iter().map(|op| keep(op, &is_own)).collect();
    let is_other = |&(place, _): &(RegisterId, usize)| {
        let register = context.address_map.register(place);
        !own.contains(&place) && (register.counter || register.selects.is_some())
    };
    let relation = Relation {
        to: u64::MAX,
        equal: context.address_map.observable().filter(is_other).map(|(_, slot)| Equal::same(slot)).collect(),
        guards: context.rules.coupled_slots(context.pmu).into_iter().map(Equal::same).collect(),
        ..Relation::default()
    };
    (first != second).then_some(Experiment { first, second, relation })
}
