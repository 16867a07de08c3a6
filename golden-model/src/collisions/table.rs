//! What a table says.

use super::template::{replace, Text};
use super::values::{all_ones, StateValue};

/// The state fields of a PMU with the causes that can change them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollisionTable {
    /// The fields, in the order of the file.
    pub fields: Vec<StateField>,
}

/// A state field, or all fields of a class: the counters of all units, for instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateField {
    /// Name in bins and programs.
    pub name: String,
    /// The file that it is from, below the workspace.
    pub file: String,
    /// What it is.
    pub doc: String,
    /// Width in bits.
    pub width: u32,
    /// The values from which collisions are tried.
    pub values: Vec<StateValue>,
    /// The members of the class, each with the placeholders that name it.
    pub instances: Vec<Vec<(String, String)>>,
    /// Statements that every program begins with.
    pub prepare: Text,
    /// How the field gets its value.
    pub set: Setting,
    /// Whether there is a clock between `set` and the collision even if no cause needs one.
    pub lead: bool,
    /// State word, field of one or output that shows it.
    pub state: Text,
    /// Lowest bit of the field in what `state` names; a placeholder or a number.
    pub low: String,
    /// What happens in a clock in which no cause decides.
    pub otherwise: Effect,
    /// The causes; of those that act in one clock the first that decides wins.
    pub causes: Vec<Cause>,
    /// Pairs that need statements of their own or have another outcome.
    pub pairs: Vec<SpecialPair>,
    /// Pairs that cannot be.
    pub impossible: Vec<Impossible>,
}

/// How a field is brought to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// By the same statements, with `{value}` in them.
    All(Text),
    /// By statements for each value, in the order of [`StateField::values`].
    Each(Vec<Text>),
}

/// Something that can change a field in a clock, or could if nothing prevented it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Name in bins and programs.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Requirements that say what it does.
    pub ids: Vec<String>,
    /// Statements before the field is set.
    pub prepare: Text,
    /// Statements after it.
    pub arm: Text,
    /// Statements of the clock before.
    pub before: Text,
    /// Statements of the clock itself.
    pub act: Text,
    /// What it does to the field.
    pub effect: Effect,
}

/// What becomes of a field at the end of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing in this clock; what else acts decides.
    None,
    /// The value stays.
    Keep,
    /// The value of an expression in the language of programs.
    Set(String),
    /// The value grows.
    Add(u64),
}

/// A pair that is not simply both causes' statements with the first one's effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialPair {
    /// The causes, the first one first.
    pub causes: [usize; 2],
    /// Requirements beside those of the causes.
    pub ids: Vec<String>,
    /// Why the outcome is another; empty if it is not.
    pub why: String,
    /// Statements instead of both causes' `prepare`.
    pub prepare: Option<Text>,
    /// Statements instead of both causes' `before`.
    pub before: Option<Text>,
    /// Statements instead of both causes' `act`.
    pub act: Option<Text>,
    /// The outcome if it is not that of the first that decides.
    pub outcome: Option<Effect>,
}

/// Causes that never act in the same clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The causes; one alone never acts at the values.
    pub causes: Vec<usize>,
    /// If not empty, only pairs of one of `causes` with one of these.
    pub with: Vec<usize>,
    /// Positions of the values for which it holds; empty: for all.
    pub values: Vec<usize>,
    /// Why.
    pub why: String,
    /// Requirements that say so.
    pub ids: Vec<String>,
}

impl Effect {
    /// Whether it settles the outcome.
    pub fn decides(&self) -> bool {
        *self != Effect::None
    }
}

impl Impossible {
    /// Whether it rules out that the causes act together, or one alone, at the value of that position.
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
    /// All pairs of causes, the first one first.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let causes = self.causes.len();
        (0..causes).flat_map(move |a| (a + 1..causes).map(move |b| [a, b]))
    }

    /// Why the causes never act together at the value of that position, if so.
    pub fn impossible(&self, causes: &[usize], value: usize) -> Option<&Impossible> {
        self.impossible.iter().find(|impossible| impossible.rules_out(causes, value))
    }

    /// Positions of the values at which the causes can act together.
    pub fn possible_values<'f>(&'f self, causes: &'f [usize]) -> impl Iterator<Item = usize> + 'f {
        (0..self.values.len()).filter(|&value| self.impossible(causes, value).is_none())
    }

    /// What the table has of its own for a pair.
    pub fn special(&self, causes: &[usize]) -> Option<&SpecialPair> {
        self.pairs.iter().find(|pair| pair.causes[..] == *causes)
    }

    /// What becomes of the field when causes, one or two in order, act.
    pub fn outcome(&self, causes: &[usize]) -> Effect {
        if let Some(outcome) = self.special(causes).and_then(|pair| pair.outcome.as_ref()) {
            return outcome.clone();
        }
        let mut deciding = causes.iter().map(|&cause| &self.causes[cause].effect).filter(|effect| effect.decides());
        match (deciding.next(), deciding.next()) {
            (None, _) => self.otherwise.clone(),
            // What two events add, both add.
            (Some(Effect::Add(first)), Some(Effect::Add(second))) => Effect::Add(first + second),
            (Some(first), _) => first.clone(),
        }
    }

    /// An outcome as a number or an expression in parentheses, for the value from which it starts.
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
