//! Refused: invalid accesses in idle cycles.
//!
//! They are refused, or return 0 in a space that accepts every access.

use super::experiment::{CheckContext, Experiment, ExperimentInput};
use super::reads::with_accesses;
use super::relation::ExpectedKind;
use pmu_program::Access;
use rand::seq::SliceRandom;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of draws for a refused access before the cycle stays idle.
const DRAWS: usize = 8;

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, rng, .. } = draw;
    with_accesses(context, base, rng, |rng| {
        let spaces = &context.pmu.description.spaces;
        let has_addresses = |access: &Access| {
            let space = spaces.iter().find(|space| space.number == access.space);
            space.is_none_or(|space| !context.rules.any_address.contains(&space.name))
        };
        let is_gated = |access: &Access| {
            let space = spaces.iter().find(|space| space.number == access.space);
            space.is_some_and(|space| context.rules.refusable.contains(&space.name))
        };
        let is_refused = |access: &Access| has_addresses(access) && context.address_map.is_refused(access);
        let claimed = |access: &Access| match is_refused(access) {
            true => Some(ExpectedKind::Refused),
            false => context.address_map.is_silent(access).then(|| ExpectedKind::Silent { is_gated: is_gated(access) }),
        };
        (0..DRAWS).find_map(|_| {
            let access = near_miss(context, rng)?;
            claimed(&access).map(|what| (access, what))
        })
    })
}

/// An access to a register with one property changed.
fn near_miss(context: &CheckContext, rng: &mut Xoshiro256PlusPlus) -> Option<Access> {
    let path = context.address_map.paths.choose(rng)?;
    let write = rng.gen_bool(0.6).then(|| rng.gen());
    let mut access = context.address_map.access(path, write);
    match rng.gen_range(0..8) {
        0 => {}
        1..=2 => access.address ^= 1 << rng.gen_range(0..32),
        3 => access.address = access.address.wrapping_add(rng.gen_range(1..=8)),
        4 => access.address = access.address.wrapping_sub(rng.gen_range(1..=8)),
        5 => access.unit ^= 1 << rng.gen_range(0..8),
        6 => access.unit = rng.gen_range(0..256),
        _ => access.space ^= 1 << rng.gen_range(0..4),
    }
    Some(access)
}
