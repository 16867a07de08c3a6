//! Built models by content: `models/<pmu>/<variant>/<key>/`. A folder of a key's name is complete, because it appears by
//! one rename.

use super::key::Components;
use super::BuildError;
use fs4::fs_std::FileExt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

const LIBRARY: &str = "model.so";
const COMPONENTS: &str = "key.json";
/// Names the key that was used last; what has changed is told against it.
const LATEST: &str = "latest";
const TEMPORARY: &str = ".unfinished-";
/// Models kept for each PMU and variant, so that going back to an earlier RTL costs no build.
const KEPT: usize = 8;

/// A lock between processes; released when dropped, and by the system when the process dies.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock `name` in `directory`, which is created.
    pub fn take(directory: &Path, name: &str) -> Result<Self, BuildError> {
        fs::create_dir_all(directory).map_err(BuildError::io("create", directory))?;
        let path = directory.join(name);
        let file = File::create(&path).map_err(BuildError::io("create", &path))?;
        FileExt::lock_exclusive(&file).map_err(BuildError::io("lock", &path))?;
        Ok(Self { _file: file })
    }
}

/// A folder in `directory` that disappears when dropped. The caller holds the lock of `directory`, so whatever is left of
/// earlier ones belongs to killed processes and is removed.
pub(super) fn workplace(directory: &Path) -> Result<TempDir, BuildError> {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let made = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(directory);
    made.map_err(BuildError::io("create a directory in", directory))
}

/// The built models of one PMU and variant.
pub(super) struct Cache {
    directory: PathBuf,
}

impl Cache {
    /// The cache below `build_dir`.
    pub fn new(build_dir: &Path, pmu: &str, variant: &str) -> Self {
        Self { directory: build_dir.join("models").join(pmu).join(variant) }
    }

    /// The library of that key, if it was built.
    pub fn find(&self, key: &str) -> Option<PathBuf> {
        let library = self.directory.join(key).join(LIBRARY);
        if !library.is_file() {
            return None;
        }
        self.note_use(key);
        Some(library)
    }

    /// Remembers what was used last and when. It serves messages and the choice of what to drop, so a build directory
    /// that can only be read is no error.
    fn note_use(&self, key: &str) {
        let latest = self.directory.join(LATEST);
        if fs::read_to_string(&latest).is_ok_and(|content| content == key) {
            return;
        }
        let _ = fs::write(latest, key);
        if let Ok(file) = File::options().append(true).open(self.directory.join(key).join(COMPONENTS)) {
            let _ = file.set_modified(SystemTime::now());
        }
    }

    /// One build at a time, also between processes.
    pub fn lock(&self) -> Result<Lock, BuildError> {
        Lock::take(&self.directory, "lock")
    }

    /// Why `components` have to be built: what differs from the model used last.
    pub fn reason(&self, components: &Components) -> String {
        let latest = fs::read_to_string(self.directory.join(LATEST)).ok();
        let text = latest.and_then(|key| fs::read_to_string(self.directory.join(key.trim()).join(COMPONENTS)).ok());
        match text.and_then(|text| serde_json::from_str::<Components>(&text).ok()) {
            Some(old) => components.changes_since(&old),
            None => "first build".to_owned(),
        }
    }

    /// A folder to build in. The caller holds the lock.
    pub fn workplace(&self) -> Result<TempDir, BuildError> {
        workplace(&self.directory)
    }

    /// Takes over a library that was built in `workplace` and returns its final place.
    pub fn store(
        &self,
        key: &str,
        components: &Components,
        workplace: &TempDir,
        library: &Path,
    ) -> Result<PathBuf, BuildError> {
        let complete = workplace.path().join("complete");
        fs::create_dir(&complete).map_err(BuildError::io("create", &complete))?;
        let text = serde_json::to_string_pretty(components).map_err(std::io::Error::other);
        let description = complete.join(COMPONENTS);
        text.and_then(|text| fs::write(&description, text)).map_err(BuildError::io("write", &description))?;
        fs::rename(library, complete.join(LIBRARY)).map_err(BuildError::io("move into", &complete))?;
        let place = self.directory.join(key);
        // Such a folder has no library, or the build would not have been needed.
        if place.exists() {
            fs::remove_dir_all(&place).map_err(BuildError::io("remove", &place))?;
        }
        fs::rename(&complete, &place).map_err(BuildError::io("rename to", &place))?;
        self.note_use(key);
        self.drop_old(key);
        Ok(place.join(LIBRARY))
    }

    /// Removes the models that were not used for longest. A process that has one loaded keeps it.
    fn drop_old(&self, newest: &str) {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let mut models: Vec<(SystemTime, PathBuf)> = entries
            .filter(|entry| entry.file_name() != newest)
            .filter_map(|entry| {
                let used = fs::metadata(entry.path().join(COMPONENTS)).and_then(|file| file.modified()).ok()?;
                Some((used, entry.path()))
            })
            .collect();
        models.sort();
        for (_, model) in models.iter().rev().skip(KEPT - 1) {
            let _ = fs::remove_dir_all(model);
        }
    }
}
