//! The tables of this crate's PMUs.

use super::{CollisionError, CollisionTable};
use crate::Description;

/// PMU and `collisions.toml`.
const TABLES: &[(&str, &str)] = &[
    ("k8", include_str!("../../descriptions/k8/collisions.toml")),
    ("knc", include_str!("../../descriptions/knc/collisions.toml")),
    ("ivt_ubox", include_str!("../../descriptions/ivt_ubox/collisions.toml")),
    ("ivt_cbox", include_str!("../../descriptions/ivt_cbox/collisions.toml")),
    ("ivt_socket", include_str!("../../descriptions/ivt_socket/collisions.toml")),
];

impl CollisionTable {
    /// The table of a PMU of this crate; without fields for one that has none.
    ///
    /// # Errors
    /// [`CollisionError`] when it does not fit the description.
    pub fn of(description: &Description) -> Result<Self, CollisionError> {
        match TABLES.iter().find(|(pmu, _)| *pmu == description.id) {
            Some((_, text)) => Self::parse(text, description),
            None => Ok(Self::default()),
        }
    }
}
