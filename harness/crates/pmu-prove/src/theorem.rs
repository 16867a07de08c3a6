//! Theorems about a design.

use crate::machine::{Frame, State};
use golden_model_core::Pmu;
use pmu_netlist::{Literal, TRUE};
use pmu_results::TheoremKind;
use pmu_verify::metamorphic::{MetamorphicRules, RegisterMap};

/// A statement about all states and all allowed inputs.
pub struct Theorem {
    /// The kind.
    pub kind: TheoremKind,
    /// The state word, the accesses or the counter that it concerns.
    pub name: String,
    /// The states and inputs that would violate it.
    pub claim: Claim,
    /// For a proof by induction: the runs of a few cycles in which a violation is looked for if the proof fails.
    pub bounded: Vec<Claim>,
    /// Reason for which a violation is no refutation.
    pub unknown: Option<String>,
    /// Whether it holds in power-on states, so that a violation needs no program that leads to its state.
    pub at_power_on: bool,
}

/// States and inputs that do not exist if a theorem is true.
#[derive(Clone)]
pub struct Claim {
    /// What is assumed.
    pub assumed: Vec<Literal>,
    /// Ways in which the theorem may be false.
    pub violated: Vec<Violation>,
    /// The runs that it compares.
    pub runs: Vec<Run>,
}

/// A way in which a theorem may be false.
#[derive(Clone)]
pub struct Violation {
    /// What differs from the theorem, such as a state word.
    pub what: String,
    /// Whether it does.
    pub when: Literal,
}

/// A state and the inputs of the cycles that begin with it.
#[derive(Clone)]
pub struct Run {
    /// The state.
    pub start: State,
    /// The inputs of each cycle.
    pub frames: Vec<Frame>,
}

impl Theorem {
    /// A theorem that remains open, because a state word is no register and cannot be given another value.
    pub fn of_logic(kind: TheoremKind, name: &str, word: &str) -> Self {
        let unknown = Some(format!("the state word {word} is logic, not a register"));
        let violated = vec![Violation { what: word.to_owned(), when: TRUE }];
        Self { unknown, ..Self::new(kind, name, Claim { assumed: Vec::new(), violated, runs: Vec::new() }) }
    }

    /// A theorem about states that the RTL can reach.
    pub fn new(kind: TheoremKind, name: &str, claim: Claim) -> Self {
        Self { kind, name: name.to_owned(), claim, bounded: Vec::new(), unknown: None, at_power_on: false }
    }
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
