//! The collision tables of the PMUs of this crate: shared tables and those of single PMUs.

use super::CollisionTable;
use crate::description::DescriptionError;
use crate::texts::{description_text, Text};
use crate::Description;

macro_rules! table {
    ($folder:literal) => {
        ($folder, description_text!($folder, "/collisions.toml"))
    };
}

/// Folders of PMUs, and their `collisions.toml`.
const TABLES: &[(&str, Text)] = &[
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
    /// [`DescriptionError`] when it does not fit the description, or cannot be read.
    pub fn of(description: &Description) -> Result<Self, DescriptionError> {
        let mut table = Self::default();
        for (folder, files) in description.shared.files() {
            let file = files.collisions;
            let rendered = |source| DescriptionError::Template { file: file.path.to_owned(), source };
            let text = description.shared.apply(file.path, file.get()?).map_err(rendered)?;
            table.add(folder, &text, description)?;
        }
        if let Some((_, text)) = TABLES.iter().find(|(folder, _)| *folder == description.folder) {
            table.add(&description.folder, text.get()?, description)?;
        }
        Ok(table)
    }
}
