//! Selects the RTL to build.

use super::language::Language;
use std::path::{Path, PathBuf};

/// An RTL, as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RtlSource {
    /// The RTL that this `rtl.toml` lists.
    Manifest(PathBuf),
    /// All Verilog below a folder.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Top module.
        top: String,
        /// The port map: differences of the top's ports from the description's.
        map: Option<PathBuf>,
    },
}

impl RtlSource {
    /// Its language.
    pub fn language(&self) -> Language {
        match self {
            Self::Manifest(_) => Language::Verilog,
            Self::Folder { .. } => Language::SystemVerilog,
        }
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for RtlSource {
    fn from(manifest: &P) -> Self {
        Self::Manifest(manifest.as_ref().to_owned())
    }
}
