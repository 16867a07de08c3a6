//! Window: a counter is set to another value in the middle of a program.

use super::experiment::{cycles, made, without_access, CheckContext, Experiment, ExperimentInput};
use super::relation::{Equal, Expectation, ExpectedKind, Relation};
use super::rules::MetamorphicRules;
use crate::register_id::RegisterId;
use crate::turns::in_turn;
use golden_model_core::description::Register;
use pmu_program::{Access, Op, OpKind};
use rand::seq::SliceRandom;
use rand::Rng;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, turn, rng, .. } = draw;
    let counters: Vec<RegisterId> = context
        .address_map
        .observable()
        .map(|(place, _)| place)
        .filter(|&place| context.address_map.register(place).counter)
        .collect();
    let &place = in_turn(&counters, *turn)?;
    let path = *context.address_map.usual_paths(place).choose(rng)?;
    let part = context.address_map.access_path(path);
    let is_idle = |&at: &usize| matches!(base.ops[at].kind, OpKind::Wait(1));
    let candidates: Vec<usize> = (base.ops.len() / 8..base.ops.len() / 2).filter(is_idle).collect();
    let &split = candidates.choose(rng)?;
    let from = cycles(&base.ops[..=split]);
    let reset = base.ops[split..].iter().position(|op| matches!(op.kind, OpKind::Reset(_)));
    let to = reset.map_or(u64::MAX, |at| cycles(&base.ops[..split + at]));
    // After the split no other access sets the counter, in either program.
    let half = context.half_of(place.register).map(|register| RegisterId { register, ..place });
    let sets = |access: &Access| {
        let written = context.address_map.written(access);
        written.iter().any(|&register| register == place || Some(register) == half) || context.is_window(access)
    };
    let untouched = |(at, op): (usize, &Op)| match &op.kind {
        OpKind::Access(access) if at >= split => match sets(access) {
            true => without_access(op),
            false => made(OpKind::Access(harmless(context, access))),
        },
        // A counter that is kept at 0 would not accept the value at the split.
        OpKind::Access(access) => made(OpKind::Access(without(context, access, MetamorphicRules::holding_bits))),
        _ => op.clone(),
    };
    let write = |value: u64| made(OpKind::Access(context.address_map.access(path, Some(value))));
    let first: Vec<Op> = base.ops.iter().enumerate().map(untouched).collect();
    let mut second = first.clone();
    let bits = context.address_map.register(place).used_bits();
    let max = u64::MAX >> (64 - bits);
    // Values that are far enough from the wrap not to reach it in every experiment, and near enough to reach it in some.
    let value = match rng.gen_range(0..4) {
        0 => 0,
        1 => (1 << 32) - rng.gen_range(1..64),
        2 => rng.gen_range(0..1 << (bits - 1)),
        _ => max.wrapping_sub(rng.gen_range(0..2048)),
    };
    // A narrow counter has only the low bits of these values.
    let value = value & max;
    second[split] = write(part.data(value));
    let own = context.address_map.slot(place)?;
    let is_gated = context.rules.refusable.contains(&part.space);
    // Without this expectation a lost write would leave two equal runs.
    let pattern = &context.address_map.register(place).pattern;
    let increment = context.rules.count_when_written.get(pattern).copied().unwrap_or_default();
    let written = ExpectedKind::Written { slot: own, value, bits: part.mask(), increment, is_gated };
    let arrives = Expectation { cycle: from, what: written };
    let is_other = |&(place, _): &(RegisterId, usize)| {
        let register = context.address_map.register(place);
        register.counter || register.selects.is_some()
    };
    let others = context.address_map.observable().filter(is_other).map(|(_, slot)| slot).filter(|&slot| slot != own);
    let relation = Relation {
        from,
        to,
        equal: others.map(Equal::same).collect(),
        guards: context.rules.coupled_slots(context.pmu).into_iter().map(Equal::same).collect(),
        offset: vec![own],
        claims: vec![arrives],
        ..Relation::default()
    };
    Some(Experiment { first, second, relation })
}

/// The access without the bits that clear counters or keep them at 0.
fn harmless(context: &CheckContext, access: &Access) -> Access {
    let bits =
        |rules: &MetamorphicRules, register: &Register| rules.clearing_bits(register) | rules.holding_bits(register);
    without(context, access, bits)
}

/// The access without some bits of the registers that it writes.
fn without(context: &CheckContext, access: &Access, bits: impl Fn(&MetamorphicRules, &Register) -> u64) -> Access {
    let places = context.address_map.written(access);
    let bits = places.iter().fold(0, |all, &place| all | bits(context.rules, context.address_map.register(place)));
    Access { write: access.write.map(|data| data & !bits), ..access.clone() }
}
