//! Cache of built models by content: `models/<pmu>/<variant>/<key>/`. A folder with the name of a key is complete,
//! because it is created by one rename.

pub(crate) mod key;
pub(crate) mod lock;
pub(crate) mod seal;

pub(crate) use key::Components;
pub(crate) use lock::Lock;

use super::error::BuildError;
use crate::model::variant::Variant;
use lock::InUse;
use pmu_support::entries_to_evict;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

const LIBRARY: &str = "model.so";
const COMPONENTS: &str = "key.json";
/// File with the key that was used last; changes are reported relative to it.
const LATEST: &str = "latest";
/// Number of models in a cache, so that returning to an earlier RTL needs no build.
const KEPT: usize = 8;

/// The built models of one PMU and variant.
pub(crate) struct Cache {
    directory: PathBuf,
}

/// A library in the cache. It is not evicted while this or a clone of it exists.
#[derive(Clone, Debug)]
pub(crate) struct Cached {
    /// The library.
    pub library: PathBuf,
    _in_use: InUse,
}

impl Cache {
    /// Opens the cache below `build_dir`. RTL from outside of `rtl/`, such as mutants, has a separate cache: a campaign
    /// over many mutants must not evict the models of the workspace.
    pub fn new(build_dir: &Path, pmu: &str, variant: Variant, of_workspace: bool) -> Self {
        let origin = if of_workspace { "" } else { "-elsewhere" };
        Self { directory: build_dir.join("models").join(pmu).join(format!("{variant}{origin}")) }
    }

    /// Returns the library of that key, if it was built and is intact.
    pub fn find(&self, key: &str) -> Option<Cached> {
        let place = self.directory.join(key);
        // Marked as in use before the check, so that no process evicts it in between.
        let _in_use = InUse::mark(&place.join(COMPONENTS));
        let library = place.join(LIBRARY);
        if !seal::is_intact(&library) {
            return None;
        }
        self.note_use(key);
        Some(Cached { library, _in_use })
    }

    /// Records the last use. It serves messages and eviction only, so a read-only build directory is no error.
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

    /// Locks the build of the library of that key. There is one lock for each first digit of a key: few files, and
    /// different keys seldom wait for each other.
    pub fn lock(&self, key: &str) -> Result<Lock, BuildError> {
        Lock::take(&self.directory, key.get(..1).unwrap_or_default())
    }

    /// The reason why `components` have to be built: the differences from the model used last. `show` formats names of
    /// RTL files.
    pub fn reason(&self, components: &Components, show: &dyn Fn(&str) -> String) -> String {
        let latest = fs::read_to_string(self.directory.join(LATEST)).ok();
        let text = latest.and_then(|key| fs::read_to_string(self.directory.join(key.trim()).join(COMPONENTS)).ok());
        match text.and_then(|text| serde_json::from_str::<Components>(&text).ok()) {
            Some(old) => components.changes_since(&old, show),
            None => "first build".to_owned(),
        }
    }

    /// Moves a library that was built in `workplace` into the cache.
    pub fn store(
        &self,
        key: &str,
        components: &Components,
        workplace: &TempDir,
        library: &Path,
    ) -> Result<Cached, BuildError> {
        let complete = workplace.path().join("complete");
        fs::create_dir(&complete).map_err(BuildError::io("create", &complete))?;
        let text = serde_json::to_string_pretty(components).map_err(std::io::Error::other);
        let description = complete.join(COMPONENTS);
        text.and_then(|text| fs::write(&description, text)).map_err(BuildError::io("write", &description))?;
        let library = move_into(library, &complete).map_err(BuildError::io("move into", &complete))?;
        seal::seal(&library).map_err(BuildError::io("seal", &library))?;
        let place = self.directory.join(key);
        // The existing folder has no intact library, or the build would not have been necessary.
        if place.exists() {
            fs::remove_dir_all(&place).map_err(BuildError::io("remove", &place))?;
        }
        fs::rename(&complete, &place).map_err(BuildError::io("rename to", &place))?;
        let gone = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let stored = self.find(key).ok_or_else(|| BuildError::io("find", &place)(gone()))?;
        self.drop_old();
        Ok(stored)
    }

    /// Evicts the least recently used models that no process uses.
    fn drop_old(&self) {
        for model in entries_to_evict(&self.directory, KEPT, |model| Some(model.join(COMPONENTS))) {
            if InUse::is_free(&model.join(COMPONENTS)) {
                let _ = fs::remove_dir_all(model);
            }
        }
    }
}

/// Moves a library into a folder and returns its place there.
fn move_into(library: &Path, folder: &Path) -> std::io::Result<PathBuf> {
    let place = folder.join(LIBRARY);
    fs::rename(library, &place).map(|()| place)
}
