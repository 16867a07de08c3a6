//! The stimulus profiles of random programs: those that a wheel carries, or else those of the checkout that built the package.

use golden_model_core::Pmu;
use pmu_verify::stimulus::{Profile, ProfileError};
use std::path::{Path, PathBuf};

#[cfg(feature = "embedded")]
static PROFILES: include_dir::Dir = include_dir::include_dir!("$OUT_DIR/profiles");

/// The profile of a PMU.
///
/// # Errors
/// If it does not exist, or is wrong.
#[cfg(feature = "embedded")]
pub fn profile(pmu: &Pmu) -> Result<Profile, ProfileError> {
    let read = |file: &Path| {
        let text = PROFILES.get_file(file).and_then(|file| file.contents_utf8());
        Ok(text.map(str::to_owned))
    };
    Profile::read_by(&read, &file(pmu), pmu)
}

/// The profile of a PMU.
///
/// # Errors
/// If it does not exist, or is wrong.
#[cfg(not(feature = "embedded"))]
pub fn profile(pmu: &Pmu) -> Result<Profile, ProfileError> {
    let testbenches = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbenches"));
    Profile::read(&testbenches.join(file(pmu)), pmu)
}

/// The file below the folder of the testbenches.
fn file(pmu: &Pmu) -> PathBuf {
    Path::new(&pmu.description.folder).join("stimulus.toml")
}
