//! What an RTL consists of, for tools other than the build.

use super::manifest;
use crate::build::{BuildError, Workspace};
use golden_model::Description;
use std::path::{Path, PathBuf};

/// The files of an RTL, relative to the workspace's root where they lie below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlFiles {
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
}

impl RtlFiles {
    /// Reads them from the manifest at `path`.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for anything that is wrong in it.
    pub fn read(workspace: &Workspace, description: &Description, path: &Path) -> Result<Self, BuildError> {
        let design = manifest::load(workspace, path, description)?;
        Ok(Self { top: design.top, sources: design.sources, include: design.include })
    }
}
