//! Moved: two counters in exchanged roles.

use super::experiment::{made, without_access, CheckContext, Experiment, ExperimentInput};
use super::register_map::RegisterPath;
use super::relation::{swap_bits, Equal, Relation, Swap};
use super::rules::PerCounter;
use crate::register_id::RegisterId;
use crate::turns::in_turn;
use golden_model_core::description::Counter;
use pmu_program::{Access, Op, OpKind};
use rand::seq::SliceRandom;

/// Two counters of one kind of units, exchanged in every unit of it.
struct Exchange<'s, 'p> {
    context: &'s CheckContext<'p>,
    kind: usize,
    /// Their numbers among the counters of a unit.
    numbers: (usize, usize),
    /// Pairs of a register and the one whose role it takes.
    roles: Vec<(usize, usize)>,
}

pub(super) fn experiment(draw: &mut ExperimentInput) -> Option<Experiment> {
    let ExperimentInput { context, base, turn, rng, .. } = draw;
    let counters = context.pmu.description.counters();
    let one = in_turn(&counters, *turn)?;
    let kind = context.pmu.description.units[one.unit].kind;
    let others: Vec<&Counter> = counters.iter().filter(|other| context.are_alike(one, other)).collect();
    let other = others.choose(rng)?;
    let pairs = [(one.register, other.register), (one.select, other.select)];
    let halves = pairs.map(|(one, other)| context.half_of(one).zip(context.half_of(other)));
    let both_ways = |(one, other)| [(one, other), (other, one)];
    let roles = pairs.into_iter().chain(halves.into_iter().flatten()).flat_map(both_ways).collect();
    let exchange = Exchange { context, kind, numbers: (one.index, other.index), roles };
    let first: Vec<Op> = base.ops.iter().map(|op| exchange.even(op)).collect();
    let second = first.iter().map(|op| exchange.apply(op)).collect();
    let relation = Relation {
        to: u64::MAX,
        equal: context.address_map.observable().filter_map(|(place, slot)| exchange.compared(place, slot)).collect(),
        ..Relation::default()
    };
    Some(Experiment { first, second, relation })
}

impl Exchange<'_, '_> {
    fn concerns(&self, place: RegisterId) -> bool {
        self.context.pmu.description.units[place.unit].kind == self.kind
    }

    fn role(&self, place: RegisterId) -> RegisterId {
        let role = self.roles.iter().find(|(from, _)| self.concerns(place) && *from == place.register);
        role.map_or(place, |&(_, register)| RegisterId { register, ..place })
    }

    /// The bits of a register that are exchanged in the data of an access path.
    fn bits(&self, place: RegisterId, path: usize) -> Vec<Swap> {
        let register = self.context.address_map.register(place);
        let is_same = |of: &&PerCounter| path == 0 || of.also_in.contains(&register.access[path].space);
        let of = self.context.rules.per_counter.iter();
        let of = of.filter(|of| self.concerns(place) && of.register == register.pattern).filter(is_same);
        let swap = |of: &PerCounter| {
            let lows = [*of.bits.get(self.numbers.0)?, *of.bits.get(self.numbers.1)?];
            Some(Swap { lows, width: of.width })
        };
        of.filter_map(swap).collect()
    }

    /// The operation, without an access that selects an event for only one of the two counters or reaches a register
    /// that other state selects.
    fn even(&self, op: &Op) -> Op {
        let (OpKind::Access(access) | OpKind::Reset(Some(access))) = &op.kind else { return op.clone() };
        if self.context.is_window(access) {
            return without_access(op);
        }
        let is_uneven = |place: &RegisterId| {
            let register = self.context.address_map.register(*place);
            let selection = access.write.and_then(|data| register.selection(data));
            let Some((code, _)) = selection else { return false };
            let rows = self.context.pmu.description.events.rows.iter();
            let mut rows = rows.filter(|row| row.kind == self.kind && u64::from(row.code) == code);
            self.role(*place) != *place
                && rows.any(|row| row.may_count(self.numbers.0) != row.may_count(self.numbers.1))
        };
        match self.context.address_map.written(access).iter().any(is_uneven) {
            true => without_access(op),
            false => op.clone(),
        }
    }

    fn apply(&self, op: &Op) -> Op {
        match &op.kind {
            OpKind::Access(access) => made(OpKind::Access(self.access(access))),
            OpKind::Reset(Some(access)) => made(OpKind::Reset(Some(self.access(access)))),
            _ => op.clone(),
        }
    }

    /// The access to the register with the exchanged role, with the bits of the data exchanged.
    fn access(&self, access: &Access) -> Access {
        let Some((place, path)) = self.context.address_map.reached(access) else { return access.clone() };
        let role = self.role(place);
        let there = self.context.address_map.access(&RegisterPath { register: role, path }, access.write);
        let swaps = self.bits(place, path);
        let data = access.write.map(|data| swap_bits(data, &swaps));
        Access { address: there.address, write: data, ..access.clone() }
    }

    /// The slots and bits of a register that must be equal in both runs.
    ///
    /// `None` if the relation does not cover the register.
    fn compared(&self, place: RegisterId, slot: usize) -> Option<Equal> {
        let register = self.context.address_map.register(place);
        let swapped = self.bits(place, 0);
        if !register.counter && register.selects.is_none() && swapped.is_empty() {
            return None;
        }
        Some(Equal { first: slot, second: self.context.address_map.slot(self.role(place))?, swapped })
    }
}
