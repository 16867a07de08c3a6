//! Locations of RTL, builds and tools.

use super::error::BuildError;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment of all builds.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(super) root: PathBuf,
    pub(super) build_dir: PathBuf,
    /// The directory below which tools are installed.
    pub(super) tools_dir: PathBuf,
    pub(super) tools: ToolChoice,
}

/// Tools that the user's environment selects.
#[derive(Clone, Debug, Default)]
pub struct ToolChoice {
    /// `$VERILATOR`: no other is used.
    pub verilator: Option<OsString>,
    /// `$YOSYS`: no other is used.
    pub yosys: Option<OsString>,
    /// `$CXX`: this compiler, optionally with arguments.
    pub cxx: Option<OsString>,
    /// `$PATH`.
    pub path: OsString,
}

impl ToolChoice {
    /// From the environment of this process. Empty variables count as not set.
    pub fn from_env() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            verilator: variable("VERILATOR"),
            yosys: variable("YOSYS"),
            cxx: variable("CXX"),
            path: variable("PATH").unwrap_or_default(),
        }
    }

    /// The executable that a shell would run for `name`, by its absolute path: tools run in other directories.
    pub fn which(&self, name: impl AsRef<Path>) -> Option<PathBuf> {
        let name = name.as_ref();
        if name.components().count() > 1 {
            return std::path::absolute(name).ok().filter(|file| is_executable(file));
        }
        let files = std::env::split_paths(&self.path).map(|directory| directory.join(name));
        files.filter_map(|file| std::path::absolute(file).ok()).find(|file| is_executable(file))
    }
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

impl Workspace {
    /// Finds the workspace that contains `from`: the nearest directory at or above it with `Cargo.toml` and `rtl/`.
    /// Builds go to its `build/`, or to `$PMU_COSIM_BUILD_DIR`.
    ///
    /// # Errors
    /// [`BuildError::NoWorkspace`] when no directory qualifies, [`BuildError::Io`] when `from` does not exist.
    pub fn find(from: &Path) -> Result<Self, BuildError> {
        let start = from.canonicalize().map_err(BuildError::io("find", from))?;
        let is_root = |directory: &&Path| directory.join("Cargo.toml").is_file() && directory.join("rtl").is_dir();
        let root = start.ancestors().find(is_root).ok_or_else(|| BuildError::NoWorkspace { from: start.clone() })?;
        let chosen = std::env::var_os("PMU_COSIM_BUILD_DIR").filter(|value| !value.is_empty());
        let build_dir = chosen.map_or_else(|| root.join("build"), PathBuf::from);
        Self::new(root, &build_dir, ToolChoice::from_env())
    }

    /// A workspace with these directories: Verilator runs in `root`, so that its messages name files relative to it;
    /// all output of a build goes below `build_dir`, and so do tools that must be installed.
    ///
    /// # Errors
    /// [`BuildError::Io`] when one of them is relative and the current directory is gone.
    pub fn new(root: &Path, build_dir: &Path, tools: ToolChoice) -> Result<Self, BuildError> {
        let absolute = |path: &Path| std::path::absolute(path).map_err(BuildError::io("find", path));
        let build_dir = absolute(build_dir)?;
        Ok(Self { root: normalise(&absolute(root)?), tools_dir: build_dir.join("tools"), build_dir, tools })
    }

    /// This workspace with another directory for builds. Installed tools are shared.
    ///
    /// # Errors
    /// [`BuildError::Io`] when it is relative and the current directory is gone.
    pub fn with_build_dir(&self, build_dir: &Path) -> Result<Self, BuildError> {
        let build_dir = std::path::absolute(build_dir).map_err(BuildError::io("find", build_dir))?;
        Ok(Self { build_dir, ..self.clone() })
    }

    /// The directory with `rtl/`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The directory below which builds go.
    pub fn build_dir(&self) -> &Path {
        &self.build_dir
    }

    /// The environment in which tools are looked up.
    pub fn tools(&self) -> &ToolChoice {
        &self.tools
    }

    /// `path` relative to the root if it is below it, otherwise unchanged. `.` and `..` are resolved by name.
    pub fn relative(&self, path: &Path) -> PathBuf {
        let clean = normalise(&self.root.join(path));
        clean.strip_prefix(&self.root).map(Path::to_owned).unwrap_or(clean)
    }
}

/// Removes `.` and `name/..`. Links are not followed, so that a file keeps the name that the user gave it.
fn normalise(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("rtl/k8/../common/a.v", "rtl/common/a.v")]
    #[case("./rtl/k8/rtl.toml", "rtl/k8/rtl.toml")]
    #[case("/elsewhere/b.v", "/elsewhere/b.v")]
    #[case("../outside.v", "/outside.v")]
    fn files_are_named_relative_to_the_root(#[case] given: &str, #[case] expected: &str) {
        let workspace = Workspace::new(Path::new("/w"), Path::new("/b"), ToolChoice::default()).expect("a workspace");
        assert_eq!(workspace.relative(Path::new(given)), Path::new(expected));
    }

    #[test]
    fn another_build_directory_has_the_same_tools() {
        let workspace = Workspace::new(Path::new("/w"), Path::new("/b"), ToolChoice::default()).expect("a workspace");
        let other = workspace.with_build_dir(Path::new("/b/mutate")).expect("a workspace");
        assert_eq!((other.build_dir(), other.root()), (Path::new("/b/mutate"), workspace.root()));
        assert_eq!((&other.tools_dir, other.tools_dir.as_path()), (&workspace.tools_dir, Path::new("/b/tools")));
    }

    #[test]
    fn the_root_is_found_in_a_parent_directory() {
        let directory = tempfile::tempdir().expect("a directory");
        let deep = directory.path().join("rtl/k8");
        std::fs::create_dir_all(&deep).expect("rtl/k8");
        assert!(matches!(Workspace::find(&deep), Err(BuildError::NoWorkspace { .. })));
        std::fs::write(directory.path().join("Cargo.toml"), "").expect("a manifest");
        let found = Workspace::find(&deep).expect("a workspace");
        assert_eq!(found.root, directory.path().canonicalize().expect("a path"));
    }
}
