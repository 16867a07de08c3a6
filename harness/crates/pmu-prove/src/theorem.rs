//! Theorems about a design.

use crate::machine::Frame;
use golden_model::Pmu;
use pmu_netlist::Literal;
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::{MetamorphicRules, RegisterMap};

/// A statement about all states and all allowed inputs.
pub struct Theorem {
    /// The kind.
    pub kind: TheoremKind,
    /// The state word or the accesses that it concerns.
    pub name: String,
    /// What is assumed.
    pub assumed: Vec<Literal>,
    /// Ways in which the statement may be false.
    pub violated: Vec<Literal>,
    /// The inputs of the cycles that it concerns.
    pub frames: Vec<Frame>,
}

/// What theorems are generated from.
pub struct Source<'a> {
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Restrictions of the relations of its registers.
    pub rules: &'a MetamorphicRules,
    /// Its registers by address.
    pub map: RegisterMap<'a>,
}

impl<'a> Source<'a> {
    /// What a PMU's theorems are generated from.
    pub fn new(pmu: &'a Pmu, rules: &'a MetamorphicRules) -> Self {
        Self { pmu, rules, map: RegisterMap::new(pmu) }
    }
}
