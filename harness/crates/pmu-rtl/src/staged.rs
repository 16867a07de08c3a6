//! Copies of the RTL that Yosys can read, and the command that reads them.
//!
//! Yosys may run in a sandbox: the WebAssembly build uses a private temporary folder in place of the system's and follows
//! no link to an absolute path. Scripts therefore run in a folder with the copies and name only files below it.

use crate::design::files::RtlFiles;
use crate::design::language::Language;
use crate::error::BuildError;
use crate::tools::yosys::READ_SYSTEM_VERILOG;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// Folder for copies of files below the workspace's root, by their paths from the root.
const INSIDE: &str = "inside";
/// Folder for copies of all other files, by their absolute paths.
const OUTSIDE: &str = "outside";

/// Options with which Yosys reads SystemVerilog.
///
/// As for Verilator, all files are one compilation unit, delays and the order of declarations do not matter, and a vector may drive
/// a port of an enumeration. Assertions are no part of the netlist. An array is one signal; as a memory it would be split into its
/// elements.
const SLANG: &str = "-j 1 --single-unit --ignore-timing --ignore-assertions --allow-use-before-declare \
                     --relax-enum-conversions --no-implicit-memories";

/// Copies every file of the RTL into `folder`, in place of older copies.
///
/// # Errors
/// [`BuildError::Io`] when a file cannot be read or written.
pub fn stage(workspace: &Workspace, files: &RtlFiles, folder: &Path) -> Result<(), BuildError> {
    for old in [INSIDE, OUTSIDE].map(|name| folder.join(name)).iter().filter(|old| old.exists()) {
        fs::remove_dir_all(old).map_err(BuildError::io("remove", old))?;
    }
    for file in &files.inputs {
        let copy = folder.join(staged(file));
        let place = copy.parent().unwrap_or(folder);
        fs::create_dir_all(place).map_err(BuildError::io("create", place))?;
        let original = workspace.root().join(file);
        let text = fs::read(&original).map_err(BuildError::io("read", &original))?;
        fs::write(&copy, text).map_err(BuildError::io("write", &copy))?;
    }
    Ok(())
}

/// The Yosys command that reads the copies. SystemVerilog is elaborated by it, with all instances in one module or, if
/// `keeps_hierarchy`, with a module for each instance.
pub fn read_command(files: &RtlFiles, keeps_hierarchy: bool) -> String {
    let include: String = files.include.iter().map(|folder| format!(" -I{}", staged(folder))).collect();
    let define: String = files.macro_options().map(|option| format!(" {option}")).collect();
    let sources: String = files.verilog().map(|source| format!(" {}", staged(source))).collect();
    match files.language {
        Language::Verilog => format!("read_verilog{include}{define}{sources}\n"),
        Language::SystemVerilog => {
            let hierarchy = if keeps_hierarchy { " --keep-hierarchy" } else { "" };
            let parameters: String =
                files.parameters.iter().map(|(name, value)| format!(" -G {name}={value}")).collect();
            let top = &files.top;
            format!("{READ_SYSTEM_VERILOG} {SLANG}{hierarchy} --top {top}{include}{define}{parameters}{sources}\n")
        }
    }
}

/// Path of the copy of a file or folder, relative to the folder with the copies, without characters that are special to Yosys.
pub fn staged(path: &Path) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let text = path.to_string_lossy();
    let plain: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let parent = if path.is_absolute() { OUTSIDE } else { INSIDE };
    PathBuf::from(parent).join(plain.trim_start_matches('/')).display().to_string()
}

/// Replaces the names of copies in a text of Yosys by those of the originals.
pub fn original(text: &str) -> String {
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
