//! Loads a design from its manifest or folder.

use super::rtl_design::Design;
use super::source::RtlSource;
use super::{manifest, source_folder};
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;

impl Design {
    /// Reads and checks the design at `source`.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for any error in it, including a missing file.
    pub fn load(workspace: &Workspace, source: &RtlSource, description: &Description) -> Result<Self, BuildError> {
        match source {
            RtlSource::Manifest(path) => manifest::load(workspace, path, description),
            RtlSource::Folder { folder, top, map } => {
                source_folder::load(workspace, folder, top, map.as_deref(), description)
            }
        }
    }
}
