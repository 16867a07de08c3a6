//! The format of `collisions.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTable {
    #[serde(default)]
    pub field: Vec<Spanned<RawField>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawField {
    pub name: String,
    /// The option under which the entry applies.
    pub requires: Option<Spanned<String>>,
    pub doc: String,
    /// That of the state word by default.
    pub width: Option<u32>,
    pub values: Vec<Spanned<String>>,
    pub instance: Vec<BTreeMap<String, String>>,
    pub prepare: Option<Spanned<String>>,
    pub set: Option<Spanned<String>>,
    /// Instead of `set`: statements for each value.
    #[serde(default)]
    pub set_each: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub lead: bool,
    pub state: Spanned<String>,
    pub low: Option<Spanned<String>>,
    pub otherwise: Option<Spanned<String>>,
    pub cause: Vec<Spanned<RawCause>>,
    #[serde(default)]
    pub pair: Vec<Spanned<RawPair>>,
    #[serde(default)]
    pub impossible: Vec<Spanned<RawImpossible>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCause {
    pub name: String,
    /// The option under which the entry applies.
    pub requires: Option<Spanned<String>>,
    pub doc: String,
    pub ids: Vec<String>,
    pub prepare: Option<Spanned<String>>,
    pub arm: Option<Spanned<String>>,
    pub before: Option<Spanned<String>>,
    pub act: Option<Spanned<String>>,
    pub effect: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPair {
    pub requires: Option<Spanned<String>>,
    pub causes: [String; 2],
    #[serde(default)]
    pub ids: Vec<String>,
    pub reason: Option<String>,
    pub prepare: Option<Spanned<String>>,
    pub before: Option<Spanned<String>>,
    pub act: Option<Spanned<String>>,
    pub outcome: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawImpossible {
    pub requires: Option<Spanned<String>>,
    pub causes: Vec<String>,
    #[serde(default)]
    pub with: Vec<String>,
    #[serde(default)]
    pub values: Vec<String>,
    pub reason: String,
    pub ids: Vec<String>,
}
