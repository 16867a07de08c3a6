//! Built models by content: `models/<pmu>/<variant>/<key>/`. A folder of a key's name is complete, because it appears by
//! one rename.

pub(crate) mod key;
pub(crate) mod lock;

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
/// Names the key that was used last; what has changed is told against it.
const LATEST: &str = "latest";
/// Models kept in a cache, so that going back to an earlier RTL costs no build.
const KEPT: usize = 8;

/// The built models of one PMU and variant.
pub(crate) struct Cache {
    directory: PathBuf,
}

/// A library in the cache. It stays there as long as this or a clone of it lives.
#[derive(Clone, Debug)]
pub(crate) struct Cached {
    /// The library.
    pub library: PathBuf,
    _in_use: InUse,
}

impl Cache {
    /// The cache below `build_dir`. RTL from outside of `rtl/`, such as mutants, has one of its own: a campaign over
    /// many of them must not displace what the workspace itself needs.
    pub fn new(build_dir: &Path, pmu: &str, variant: Variant, of_workspace: bool) -> Self {
        let origin = if of_workspace { "" } else { "-elsewhere" };
        Self { directory: build_dir.join("models").join(pmu).join(format!("{variant}{origin}")) }
    }

    /// The library of that key, if it was built.
    pub fn find(&self, key: &str) -> Option<Cached> {
        let place = self.directory.join(key);
        // Marked before the look, so that nobody drops it between the two.
        let _in_use = InUse::mark(&place.join(COMPONENTS));
        let library = place.join(LIBRARY);
        if !library.is_file() {
            return None;
        }
        self.note_use(key);
        Some(Cached { library, _in_use })
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

    /// The right to build the library of that key. Different keys seldom wait for each other: there is a lock for each
    /// first digit, which makes few files.
    pub fn lock(&self, key: &str) -> Result<Lock, BuildError> {
        Lock::take(&self.directory, key.get(..1).unwrap_or_default())
    }

    /// Why `components` have to be built: what differs from the model used last. `show` writes names of RTL
    /// files.
    pub fn reason(&self, components: &Components, show: &dyn Fn(&str) -> String) -> String {
        let latest = fs::read_to_string(self.directory.join(LATEST)).ok();
        let text = latest.and_then(|key| fs::read_to_string(self.directory.join(key.trim()).join(COMPONENTS)).ok());
        match text.and_then(|text| serde_json::from_str::<Components>(&text).ok()) {
            Some(old) => components.changes_since(&old, show),
            None => "first build".to_owned(),
        }
    }

    /// Takes over a library that was built in `workplace`.
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
        fs::rename(library, complete.join(LIBRARY)).map_err(BuildError::io("move into", &complete))?;
        let place = self.directory.join(key);
        // Such a folder has no library, or the build would not have been needed.
        if place.exists() {
            fs::remove_dir_all(&place).map_err(BuildError::io("remove", &place))?;
        }
        fs::rename(&complete, &place).map_err(BuildError::io("rename to", &place))?;
        let gone = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let stored = self.find(key).ok_or_else(|| BuildError::io("find", &place)(gone()))?;
        self.drop_old();
        Ok(stored)
    }

    /// Removes the models that were not used for longest and that nobody uses.
    fn drop_old(&self) {
        for model in entries_to_evict(&self.directory, KEPT, |model| Some(model.join(COMPONENTS))) {
            if InUse::is_free(&model.join(COMPONENTS)) {
                let _ = fs::remove_dir_all(model);
            }
        }
    }
}
