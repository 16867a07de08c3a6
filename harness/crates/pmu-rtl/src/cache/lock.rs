//! Locks between processes, and temporary folders that only the holder of a lock uses.

use crate::error::BuildError;
use fs4::fs_std::FileExt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// Exclusive right to change a directory. Released when dropped, and by the system when the process ends.
pub(crate) struct Lock {
    directory: PathBuf,
    name: String,
    _file: File,
}

impl Lock {
    /// Waits for the lock `name` of `directory`, which is created.
    pub fn take(directory: &Path, name: &str) -> Result<Self, BuildError> {
        fs::create_dir_all(directory).map_err(BuildError::io("create", directory))?;
        let path = directory.join(format!("{name}.lock"));
        let file = File::create(&path).map_err(BuildError::io("create", &path))?;
        FileExt::lock_exclusive(&file).map_err(BuildError::io("lock", &path))?;
        Ok(Self { directory: directory.to_owned(), name: name.to_owned(), _file: file })
    }

    /// Creates a folder in the directory that is deleted when dropped. Folders that killed processes left are deleted.
    pub fn workplace(&self) -> Result<TempDir, BuildError> {
        let prefix = format!(".unfinished-{}-", self.name);
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let made = tempfile::Builder::new().prefix(&prefix).tempdir_in(&self.directory);
        made.map_err(BuildError::io("create a directory in", &self.directory))
    }
}

/// Protects a file's folder from eviction by any process while this or a clone of it exists.
#[derive(Clone, Debug)]
pub(crate) struct InUse {
    _file: Option<Arc<File>>,
}

impl InUse {
    /// Marks the folder of `file` as in use. Without effect on a file system without locks.
    pub fn mark(file: &Path) -> Self {
        let file = File::open(file).ok().filter(|file| FileExt::lock_shared(file).is_ok());
        Self { _file: file.map(Arc::new) }
    }

    /// Whether no process uses the folder of `file`.
    pub fn is_free(file: &Path) -> bool {
        File::open(file).is_ok_and(|file| FileExt::try_lock_exclusive(&file).unwrap_or(false))
    }
}
