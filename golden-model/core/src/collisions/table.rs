//! Collision tables of PMUs.

use super::template::{replace, Text};
use super::values::{all_ones, StateValue};

/// The state fields of a PMU with the causes that can change them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollisionTable {
    /// The fields, in the order of the file.
    pub fields: Vec<StateField>,
    /// The fields that do not apply under the selected options, each with the option that it requires.
    pub not_applicable: Vec<(String, String)>,
}

/// A state field, or all fields of a class: the counters of all units, for instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateField {
    /// Name in bins and programs.
    pub name: String,
    /// Its file, relative to the workspace.
    pub file: String,
    /// Description.
    pub doc: String,
    /// Width in bits.
    pub width: u32,
    /// The start values of collisions.
    pub values: Vec<StateValue>,
    /// The members of the class, each with the placeholders that name it.
    pub instances: Vec<Vec<(String, String)>>,
    /// Statements at the start of every program.
    pub prepare: Text,
    /// Statements that set the field to its start value.
    pub set: Setting,
    /// Whether there is a cycle between `set` and the collision even if no cause needs one.
    pub lead: bool,
    /// State word, field of one, or output in which the field is observed.
    pub state: Text,
    /// Lowest bit of the field in what `state` names: a number, a placeholder, or empty for 0.
    pub low: String,
    /// Effect in a cycle in which no cause decides.
    pub otherwise: Effect,
    /// The causes in priority order: of those that act in one cycle, the first that decides takes effect.
    pub causes: Vec<Cause>,
    /// Pairs that need different statements or have a different outcome.
    pub pairs: Vec<SpecialPair>,
    /// Pairs that cannot act together.
    pub impossible: Vec<Impossible>,
}

/// Statements that set a field to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The same statements for all values, with `{value}` as a placeholder.
    All(Text),
    /// Separate statements for each value, in the order of [`StateField::values`].
    Each(Vec<Text>),
}

/// A cause: it can change a field in a cycle, or could if nothing prevented it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Name in bins and programs.
    pub name: String,
    /// Description.
    pub doc: String,
    /// Requirements that define its effect.
    pub ids: Vec<String>,
    /// Statements before the field is set.
    pub prepare: Text,
    /// Statements after the field is set.
    pub arm: Text,
    /// Statements of the cycle before the collision.
    pub before: Text,
    /// Statements of the cycle of the collision.
    pub act: Text,
    /// Effect on the field.
    pub effect: Effect,
}

/// Change of a field at the end of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect in this cycle; the other causes decide.
    None,
    /// The value does not change.
    Keep,
    /// The value becomes that of an expression in the language of programs.
    Set(String),
    /// The value increases by a number.
    Add(u64),
}

/// A pair with statements or an outcome other than those of its two causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialPair {
    /// The causes, in priority order.
    pub causes: [usize; 2],
    /// Requirements in addition to those of the causes.
    pub ids: Vec<String>,
    /// Reason for a different outcome; empty without one.
    pub why: String,
    /// Statements instead of both causes' `prepare`.
    pub prepare: Option<Text>,
    /// Statements instead of both causes' `before`.
    pub before: Option<Text>,
    /// Statements instead of both causes' `act`.
    pub act: Option<Text>,
    /// The outcome, if it is not that of the first cause that decides.
    pub outcome: Option<Effect>,
}

/// Causes that never act in the same cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The causes. A single cause without `with` never acts at the values.
    pub causes: Vec<usize>,
    /// If not empty, only pairs of one of `causes` with one of these.
    pub with: Vec<usize>,
    /// Positions of the values to which it applies; empty for all.
    pub values: Vec<usize>,
    /// The reason.
    pub why: String,
    /// Requirements that rule the causes out.
    pub ids: Vec<String>,
}

impl Effect {
    /// Whether the effect decides the outcome.
    pub fn decides(&self) -> bool {
        *self != Effect::None
    }
}

impl Impossible {
    /// Whether the causes, one or a pair, cannot act at the value of that position.
    pub fn rules_out(&self, causes: &[usize], value: usize) -> bool {
        let here = self.values.is_empty() || self.values.contains(&value);
        let among = |set: &[usize], cause: usize| set.contains(&cause);
        here && match (&self.causes[..], causes) {
            ([alone], _) if self.with.is_empty() => causes.contains(alone),
            (all, &[a, b]) if self.with.is_empty() => among(all, a) && among(all, b),
            (all, &[a, b]) => among(all, a) && among(&self.with, b) || among(all, b) && among(&self.with, a),
            _ => false,
        }
    }
}

impl StateField {
    /// All sets of three causes in priority order that have no pair with a special entry.
    pub fn triples(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let from = |cause: usize| cause + 1..self.causes.len();
        let all = self.pairs().flat_map(move |[first, second]| from(second).map(move |third| [first, second, third]));
        all.filter(|&[a, b, c]| [[a, b], [a, c], [b, c]].iter().all(|pair| self.special(pair).is_none()))
    }

    /// All pairs of causes, each in priority order.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let causes = self.causes.len();
        (0..causes).flat_map(move |a| (a + 1..causes).map(move |b| [a, b]))
    }

    /// The entry that rules the causes out, or two of them, at the value of that position, if any.
    pub fn impossible(&self, causes: &[usize], value: usize) -> Option<&Impossible> {
        let rules_out =
            |causes: &[usize]| self.impossible.iter().find(|impossible| impossible.rules_out(causes, value));
        match causes {
            [first, others @ ..] if others.len() > 1 => {
                let with_first = others.iter().find_map(|&other| rules_out(&[*first, other]));
                with_first.or_else(|| self.impossible(others, value))
            }
            _ => rules_out(causes),
        }
    }

    /// Positions of the values at which the causes can act together.
    pub fn possible_values<'f>(&'f self, causes: &'f [usize]) -> impl Iterator<Item = usize> + 'f {
        (0..self.values.len()).filter(|&value| self.impossible(causes, value).is_none())
    }

    /// The special entry of the table for a pair, if any.
    pub fn special(&self, causes: &[usize]) -> Option<&SpecialPair> {
        self.pairs.iter().find(|pair| pair.causes[..] == *causes)
    }

    /// The effect on the field when causes act, in priority order.
    pub fn outcome(&self, causes: &[usize]) -> Effect {
        if let Some(outcome) = self.special(causes).and_then(|pair| pair.outcome.as_ref()) {
            return outcome.clone();
        }
        let mut deciding = causes.iter().map(|&cause| &self.causes[cause].effect).filter(|effect| effect.decides());
        match (deciding.next(), deciding.next()) {
            (None, _) => self.otherwise.clone(),
            // Two increments are added.
            (Some(Effect::Add(first)), Some(Effect::Add(second))) => Effect::Add(first + second),
            (Some(first), _) => first.clone(),
        }
    }

    /// A value in its position in what `state` names, as an expression.
    pub fn in_place(&self, value: &str, known: &[(String, String)]) -> String {
        match self.low.as_str() {
            "" => value.to_owned(),
            low => format!("({value} << {})", replace(low, known)),
        }
    }

    /// The value after an outcome from a start value, as a number or an expression in parentheses.
    pub fn next(&self, outcome: &Effect, value: u64, known: &[(String, String)]) -> String {
        match outcome {
            Effect::None | Effect::Keep => value.to_string(),
            Effect::Add(number) => (value.wrapping_add(*number) & all_ones(self.width)).to_string(),
            Effect::Set(expression) => format!("({})", replace(expression, known)),
        }
    }
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Effect::None => write!(f, "none"),
            Effect::Keep => write!(f, "keep"),
            Effect::Set(expression) => write!(f, "= {expression}"),
            Effect::Add(number) => write!(f, "+ {number}"),
        }
    }
}
