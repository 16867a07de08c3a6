//! Copies of the RTL that Yosys can read.
//!
//! Yosys may run in a sandbox: the WebAssembly build uses a private temporary folder in place of the system's and follows
//! no link to an absolute path. Scripts therefore run in the campaign's folder and name only files below it.

use pmu_rtl::{BuildError, RtlFiles, Workspace};
use std::fs;
use std::path::{Path, PathBuf};

/// Folder for copies of files below the workspace's root, by their paths from the root.
const INSIDE: &str = "inside";
/// Folder for copies of all other files, by their absolute paths.
const OUTSIDE: &str = "outside";

/// Copies every file of the RTL into `folder`, in place of older copies.
pub(super) fn stage(workspace: &Workspace, files: &RtlFiles, folder: &Path) -> Result<(), BuildError> {
    for old in [INSIDE, OUTSIDE].map(|name| folder.join(name)).iter().filter(|old| old.exists()) {
        fs::remove_dir_all(old).map_err(io("remove", old))?;
    }
    for file in &files.inputs {
        let copy = folder.join(staged(file));
        let place = copy.parent().unwrap_or(folder);
        fs::create_dir_all(place).map_err(io("create", place))?;
        let original = workspace.root().join(file);
        let text = fs::read(&original).map_err(io("read", &original))?;
        fs::write(&copy, text).map_err(io("write", &copy))?;
    }
    Ok(())
}

/// Converts a failure of the file system at `path`.
pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Io { action, path, source }
}

/// Path of the copy of a file or folder, relative to the campaign's folder, without characters that are special to Yosys.
pub(super) fn staged(path: &Path) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let text = path.to_string_lossy();
    let plain: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let parent = if path.is_absolute() { OUTSIDE } else { INSIDE };
    PathBuf::from(parent).join(plain.trim_start_matches('/')).display().to_string()
}

/// Replaces the names of copies in a text of Yosys by those of the originals.
pub(super) fn original(text: &str) -> String {
    text.replace(&format!("{INSIDE}/"), "").replace(&format!("{OUTSIDE}/"), "/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("rtl/k8/k8_core.v", "inside/rtl/k8/k8_core.v", "rtl/k8/k8_core.v")]
    #[case("/tmp/x/k8_core.v", "outside/tmp/x/k8_core.v", "/tmp/x/k8_core.v")]
    #[case("/my rtl/[a]$*.v", "outside/my_rtl/_a___.v", "/my_rtl/_a___.v")]
    #[case("rtl", "inside/rtl", "rtl")]
    fn name_of_a_copy_maps_back_to_the_original(#[case] path: &str, #[case] copy: &str, #[case] restored: &str) {
        assert_eq!(staged(Path::new(path)), copy);
        assert_eq!(original(copy), restored);
    }
}
