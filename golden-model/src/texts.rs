//! The texts of the descriptions: those in a folder, such as that of the user's checkout, or those that are compiled in.

use crate::description::DescriptionError;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The folder with the descriptions; none for those that are compiled in.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// The texts that have been read. They live as long as the process, as those that are compiled in.
static READ: Mutex<BTreeMap<&str, &'static str>> = Mutex::new(BTreeMap::new());

/// Reads all descriptions from the files below `folder`, so that a change of one takes effect without a build. Descriptions that
/// have been loaded keep their text, so the call belongs at the start of a program; only the first one has an effect.
pub fn read_from(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// A file of the descriptions.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Its path below the folder of the descriptions, such as `amd_k8/core/pmu.toml`.
    pub path: &'static str,
    /// Its text when this crate was compiled.
    pub built_in: &'static str,
}

impl Text {
    /// The text.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn get(self) -> Result<&'static str, DescriptionError> {
        let Some(folder) = FOLDER.get() else { return Ok(self.built_in) };
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = read.get(self.path) {
            return Ok(text);
        }
        let text = std::fs::read_to_string(folder.join(self.path))
            .map_err(|source| DescriptionError::Unreadable { file: self.path.to_owned(), source })?;
        let text = Box::leak(text.into_boxed_str());
        read.insert(self.path, text);
        Ok(text)
    }
}

/// A [`Text`], by the parts of its path below the folder of the descriptions, each a string literal.
macro_rules! description_text {
    ($($part:expr),+) => {
        $crate::texts::Text {
            path: concat!($($part),+),
            built_in: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/", $($part),+)),
        }
    };
}
pub(crate) use description_text;
