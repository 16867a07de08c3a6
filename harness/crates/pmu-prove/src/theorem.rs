//! Theorems about a design.

use crate::machine::{Frame, State};
use golden_model::Pmu;
use pmu_netlist::Literal;
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::{MetamorphicRules, RegisterMap};

/// A statement about all states and all allowed inputs.
pub struct Theorem {
    /// The kind.
    pub kind: TheoremKind,
    /// What it is about, such as a register.
    pub subject: String,
    /// What is assumed.
    pub assumed: Vec<Literal>,
    /// Ways in which the statement may be false.
    pub violated: Vec<Literal>,
    /// The executions that it compares, or the one that it is about.
    pub executions: Vec<Execution>,
}

/// Cycles from a state.
pub struct Execution {
    /// The state before the first cycle.
    pub start: State,
    /// The inputs of each cycle.
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

    /// Number of bits of the largest increment of a counter in a unit.
    pub fn increment_bits(&self, unit: usize) -> usize {
        let description = &self.pmu.description;
        let lines = description.events.lines.iter().filter(|line| line.slots.get(unit).is_some_and(Option::is_some));
        let most = lines.map(|line| line.max).max().unwrap_or(1);
        (u64::BITS - most.leading_zeros()) as usize
    }
}
