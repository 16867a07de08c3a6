//! What an experiment is made of, and what it is.

use super::address_map::AddressMap;
use super::relation::Relation;
use super::rules::MetamorphicRules;
use golden_model::Pmu;
use pmu_program::{Op, OpKind, Program};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What all checks of a PMU need to know.
pub(super) struct CheckContext<'p> {
    pub(super) pmu: &'p Pmu,
    pub(super) rules: &'p MetamorphicRules,
    pub(super) directory: AddressMap<'p>,
}

impl<'p> CheckContext<'p> {
    pub(super) fn new(pmu: &'p Pmu, rules: &'p MetamorphicRules) -> Self {
        Self { pmu, rules, directory: AddressMap::new(pmu) }
    }
}

/// What an experiment is made of.
pub(super) struct ExperimentInput<'a, 'p> {
    pub(super) context: &'a CheckContext<'p>,
    /// A random program.
    pub(super) base: &'a Program,
    /// Another one.
    pub(super) other: &'a Program,
    pub(super) rng: Xoshiro256PlusPlus,
}

/// Two programs and what holds between the device's observations of them.
pub(super) struct Experiment {
    pub(super) first: Vec<Op>,
    pub(super) second: Vec<Op>,
    pub(super) relation: Relation,
}

/// Clocks of operations.
pub(super) fn cycles(ops: &[Op]) -> u64 {
    ops.iter().map(Op::cycles).sum()
}

/// An operation that no file has.
pub(super) fn made(kind: OpKind) -> Op {
    Op { line: 0, kind }
}

/// The operation without its access, but as long.
pub(super) fn without_access(op: &Op) -> Op {
    match op.kind {
        OpKind::Access(_) => made(OpKind::Wait(1)),
        OpKind::Reset(Some(_)) => made(OpKind::Reset(None)),
        _ => op.clone(),
    }
}
