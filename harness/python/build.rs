//! Collects the stimulus profiles that a wheel carries.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folder of the testbenches.
const TESTBENCHES: &str = "../../testbenches";
/// Name of a profile.
const PROFILE: &str = "stimulus.toml";

fn main() -> io::Result<()> {
    // Without the feature, a change of a testbench must not compile the package.
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_EMBEDDED").is_none() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={TESTBENCHES}");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("profiles");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    copy_profiles(Path::new(TESTBENCHES), &out)
}

/// Copies the profiles below a folder to the same places below another.
fn copy_profiles(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy_profiles(&entry.path(), &to.join(entry.file_name()))?;
        } else if entry.file_name() == PROFILE {
            fs::create_dir_all(to)?;
            fs::copy(entry.path(), to.join(PROFILE))?;
        }
    }
    Ok(())
}
