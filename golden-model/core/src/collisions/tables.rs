//! The collision tables of the descriptions: shared tables and those of single PMUs.

use super::CollisionTable;
use crate::description::DescriptionError;
use crate::texts::optional_text;
use crate::Description;

const FILE: &str = "collisions.toml";

impl CollisionTable {
    /// The table of a PMU of this crate; empty for a PMU without collision tables.
    ///
    /// # Errors
    /// [`DescriptionError`] when it does not fit the description, or cannot be read.
    pub fn of(description: &Description) -> Result<Self, DescriptionError> {
        let mut table = Self::default();
        let shared = &description.shared;
        for (folder, file, text) in shared.files(FILE)? {
            let text = shared.apply(&file, text).map_err(|source| DescriptionError::Template { file, source })?;
            table.add(folder, &text, description)?;
        }
        if let Some(text) = optional_text(&format!("{}/{FILE}", description.folder))? {
            table.add(&description.folder, text, description)?;
        }
        Ok(table)
    }
}
