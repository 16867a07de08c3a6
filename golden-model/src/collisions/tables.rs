//! The collision tables of the PMUs of this crate: shared tables and those of single PMUs.

use super::{CollisionError, CollisionTable};
use crate::Description;

macro_rules! table {
    ($folder:literal) => {
        ($folder, include_str!(concat!("../../descriptions/", $folder, "/collisions.toml")))
    };
}

/// Folders of PMUs, and their `collisions.toml`.
const TABLES: &[(&str, &str)] = &[
    table!("amd_k8/core"),
    table!("intel_knc/core"),
    table!("intel_ivt/ubox"),
    table!("intel_ivt/cbox"),
    table!("intel_ivt/irp"),
    table!("intel_nhmex/bbox"),
    table!("intel_ivt/socket"),
    table!("intel_itanium/core"),
    table!("intel_itanium/qear"),
    table!("intel_itanium/dbox"),
    table!("intel_itanium/bbox"),
    table!("intel_itanium/zbox"),
    table!("intel_itanium/rbox"),
    table!("intel_itanium/uncore"),
    table!("intel_itanium/cpe"),
];

impl CollisionTable {
    /// The table of a PMU of this crate; empty for a PMU without collision tables.
    ///
    /// # Errors
    /// [`CollisionError`] when it does not fit the description.
    pub fn of(description: &Description) -> Result<Self, CollisionError> {
        let mut table = Self::default();
        for (folder, files) in description.shared.files() {
            let text = description.shared.apply(files.collisions);
            table.add(folder, &text, description)?;
        }
        if let Some((_, text)) = TABLES.iter().find(|(folder, _)| *folder == description.folder) {
            table.add(&description.folder, text, description)?;
        }
        Ok(table)
    }
}
