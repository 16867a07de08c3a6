//! Experiments, and the data from which they are made.

use super::register_map::RegisterMap;
use super::relation::Relation;
use super::rules::MetamorphicRules;
use golden_model::Pmu;
use pmu_program::{Op, OpKind, Program};
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
}

/// Data from which an experiment is made.
pub(super) struct ExperimentInput<'a, 'p> {
    pub(super) context: &'a CheckContext<'p>,
    /// A random program.
    pub(super) base: &'a Program,
    /// Another random program.
    pub(super) other: &'a Program,
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
