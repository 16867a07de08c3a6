//! The files of the descriptions. They are read when they are needed, so an edit takes effect without a build.

use crate::description::DescriptionError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The folder with the descriptions.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// The texts that have been read. They live as long as the process.
static READ: Mutex<BTreeMap<&str, &'static str>> = Mutex::new(BTreeMap::new());

/// Reads all descriptions from the files below `folder`, such as that of the user's checkout. Without a call, or after the first
/// description has been read, the folder is that of the sources of this crate.
pub fn read_from(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

fn folder() -> &'static Path {
    FOLDER.get_or_init(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions"))
}

/// A file of the descriptions.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Its path below the folder of the descriptions, such as `amd_k8/core/pmu.toml`.
    pub path: &'static str,
}

impl Text {
    /// The text.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn get(self) -> Result<&'static str, DescriptionError> {
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = read.get(self.path) {
            return Ok(text);
        }
        let text = std::fs::read_to_string(folder().join(self.path))
            .map_err(|source| DescriptionError::Unreadable { file: self.path.to_owned(), source })?;
        let text = Box::leak(text.into_boxed_str());
        read.insert(self.path, text);
        Ok(text)
    }
}

/// A [`Text`], by the parts of its path below the folder of the descriptions, each a string literal.
macro_rules! description_text {
    ($($part:expr),+) => {
        $crate::texts::Text { path: concat!($($part),+) }
    };
}
pub(crate) use description_text;
