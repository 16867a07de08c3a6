//! The workspace of a command.

use crate::rtl::{BuildError, Workspace};
use crate::Error;
use std::path::Path;

/// Finds the workspace that contains the working directory, or else the checkout from which the command was built.
///
/// # Errors
/// If there is neither.
pub(super) fn workspace() -> Result<Workspace, Error> {
    located(Path::new("."), built_from())
}

/// The checkout from which the command was built, which may be gone.
fn built_from() -> &'static Path {
    let this_crate = Path::new(env!("CARGO_MANIFEST_DIR"));
    this_crate.ancestors().nth(3).unwrap_or(this_crate)
}

fn located(from: &Path, built_from: &Path) -> Result<Workspace, Error> {
    let from = match Workspace::find(from) {
        Err(BuildError::NoWorkspace { from }) => from,
        found => return Ok(found?),
    };
    // A workspace around the folder of a checkout that is gone is another one.
    let is_it = |found: &Workspace| built_from.canonicalize().is_ok_and(|folder| folder == found.root());
    Workspace::find(built_from).ok().filter(is_it).ok_or_else(|| {
        Error::Environment(format!(
            "there is no workspace: no folder at or above {} has both Cargo.toml and rtl/, and {}, from which this command was \
             built, has not either; clone the repository of pmu-cosim and run the command in the clone",
            from.display(),
            built_from.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// Makes a folder with the files by which a workspace is known.
    fn made(folder: PathBuf) -> PathBuf {
        fs::create_dir_all(folder.join("rtl")).expect("a folder");
        fs::write(folder.join("Cargo.toml"), "").expect("a file");
        folder.canonicalize().expect("a path")
    }

    #[test]
    fn the_working_directory_takes_priority_over_the_checkout_of_the_command() {
        let folder = tempfile::tempdir().expect("a folder");
        let [here, built_from] = ["here", "built_from"].map(|name| made(folder.path().join(name)));
        let root = |from: &Path| located(from, &built_from).expect("a workspace").root().to_owned();
        assert_eq!(root(&here.join("rtl")), here);
        assert_eq!(root(folder.path()), built_from);
        assert_eq!(located(folder.path(), &built_from.join("rtl/..")).expect("a workspace").root(), built_from);
    }

    #[test]
    fn the_command_was_built_from_this_checkout() {
        let sources = built_from().join("harness/crates/harness/src/cli/location.rs");
        assert!(sources.is_file(), "{}", sources.display());
    }

    #[test]
    fn without_both_the_error_names_both_and_what_to_do() {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, gone] = ["from", "gone"].map(|name| folder.path().join(name));
        fs::create_dir(&from).expect("a folder");
        let error = located(&from, &gone).expect_err("there is no workspace").to_string();
        for part in [&*from.to_string_lossy(), &*gone.to_string_lossy(), "clone the repository"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_workspace_around_a_checkout_that_is_gone_is_not_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let around = made(folder.path().join("around"));
        let emptied = around.join("emptied");
        fs::create_dir(&emptied).expect("a folder");
        assert!(located(folder.path(), &emptied).is_err());
    }
}
