//! The tables of this crate's PMUs: what they share with others and their own.

use super::{CollisionError, CollisionTable};
use crate::Description;

/// PMU and `collisions.toml`.
const TABLES: &[(&str, &str)] = &[
    ("k8", include_str!("../../descriptions/k8/collisions.toml")),
    ("knc", include_str!("../../descriptions/knc/collisions.toml")),
    ("ivt_ubox", include_str!("../../descriptions/ivt_ubox/collisions.toml")),
    ("ivt_cbox", include_str!("../../descriptions/ivt_cbox/collisions.toml")),
    ("ivt_irp", include_str!("../../descriptions/ivt_irp/collisions.toml")),
    ("nhmex_bbox", include_str!("../../descriptions/nhmex_bbox/collisions.toml")),
    ("ivt_socket", include_str!("../../descriptions/ivt_socket/collisions.toml")),
    ("itanium_core", include_str!("../../descriptions/itanium_core/collisions.toml")),
    ("itanium_qear", include_str!("../../descriptions/itanium_qear/collisions.toml")),
    ("itanium_dbox", include_str!("../../descriptions/itanium_dbox/collisions.toml")),
    ("itanium_bbox", include_str!("../../descriptions/itanium_bbox/collisions.toml")),
    ("itanium_zbox", include_str!("../../descriptions/itanium_zbox/collisions.toml")),
    ("itanium_rbox", include_str!("../../descriptions/itanium_rbox/collisions.toml")),
    ("itanium_uncore", include_str!("../../descriptions/itanium_uncore/collisions.toml")),
    ("itanium_cpe", include_str!("../../descriptions/itanium_cpe/collisions.toml")),
];

impl CollisionTable {
    /// The table of a PMU of this crate; without fields for one that has none.
    ///
    /// # Errors
    /// [`CollisionError`] when it does not fit the description.
    pub fn of(description: &Description) -> Result<Self, CollisionError> {
        let mut table = Self::default();
        for (folder, files) in description.shared.files() {
            let text = description.shared.apply(files.collisions);
            table.add(&format!("shared/{folder}"), &text, description)?;
        }
        if let Some((pmu, text)) = TABLES.iter().find(|(pmu, _)| *pmu == description.id) {
            table.add(pmu, text, description)?;
        }
        Ok(table)
    }
}
