//! From what names an RTL to the design.

use super::rtl_design::Design;
use super::source::RtlSource;
use super::{manifest, source_folder};
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model::Description;

impl Design {
    /// Reads and checks what `source` names.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for anything that is wrong in it, a missing file included.
    pub fn load(workspace: &Workspace, source: &RtlSource, description: &Description) -> Result<Self, BuildError> {
        match source {
            RtlSource::Manifest(path) => manifest::load(workspace, path, description),
            RtlSource::Folder { folder, top, map } => {
                source_folder::load(workspace, folder, top, map.as_deref(), description)
            }
        }
    }
}
