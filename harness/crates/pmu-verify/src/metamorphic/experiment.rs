//! Experiments, and the data from which they are made.

use super::register_map::RegisterMap;
use super::relation::Relation;
use super::rules::MetamorphicRules;
use crate::register_id::RegisterId;
use golden_model_core::description::Counter;
use golden_model_core::Pmu;
use pmu_program::{Access, Op, OpKind, Program};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Data that all checks of a PMU use.
pub(super) struct CheckContext<'p> {
    pub(super) pmu: &'p Pmu,
    pub(super) rules: &'p MetamorphicRules,
    pub(super) address_map: RegisterMap<'p>,
}

impl<'p> CheckContext<'p> {
    pub(super) fn new(pmu: &'p Pmu, rules: &'p MetamorphicRules) -> Self {
        Self { pmu, rules, address_map: RegisterMap::new(pmu) }
    }

    /// The slot with a register's value, and the bit of the slot that is bit 0 of the register.
    pub(super) fn value_of(&self, place: RegisterId) -> Option<(usize, u32)> {
        self.address_map.value_of(place, self.rules)
    }

    /// The register with the upper half of the value of a register.
    pub(super) fn half_of(&self, register: usize) -> Option<usize> {
        let of = &self.pmu.description.registers[register];
        self.pmu.description.registers.iter().position(|half| self.rules.is_half(half, of))
    }

    /// Whether two counters of a unit can count the same events.
    pub(super) fn are_alike(&self, one: &Counter, other: &Counter) -> bool {
        self.rules.are_alike(self.pmu, one, other)
    }

    /// Whether an access reaches a register that other state selects.
    pub(super) fn is_window(&self, access: &Access) -> bool {
        let reached = self.address_map.reached(access);
        reached.is_some_and(|(place, _)| self.rules.is_window(self.address_map.register(place)))
    }
}

/// Data from which an experiment is made.
pub(super) struct ExperimentInput<'a, 'p> {
    pub(super) context: &'a CheckContext<'p>,
    /// A random program.
    pub(super) base: &'a Program,
    /// Another random program.
    pub(super) other: &'a Program,
    /// Number of experiments of the same check before this one.
    pub(super) turn: u64,
    pub(super) rng: Xoshiro256PlusPlus,
}

/// Two programs and the relation that must hold between the DUT's observations of them.
pub(super) struct Experiment {
    pub(super) first: Vec<Op>,
    pub(super) second: Vec<Op>,
    pub(super) relation: Relation,
}

/// Number of cycles of operations.
pub(super) fn cycles(ops: &[Op]) -> u64 {
    ops.iter().map(Op::cycles).sum()
}

/// An operation without a line in a file.
pub(super) fn made(kind: OpKind) -> Op {
    Op { line: 0, kind }
}

/// The operation without its access, with the same number of cycles.
pub(super) fn without_access(op: &Op) -> Op {
    match op.kind {
        OpKind::Access(_) => made(OpKind::Wait(1)),
        OpKind::Reset(Some(_)) => made(OpKind::Reset(None)),
        _ => op.clone(),
    }
}
