//! The files that Verilator generated for a design.

use super::elaborated_ports::{all_ports, ports, ElaboratedPort};
use super::state::Root;
use crate::error::BuildError;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::Port;

/// The lists of the C++ files that declare public signals.
const SYMBOLS: [&str; 2] = ["VM_SUPPORT_FAST", "VM_SUPPORT_SLOW"];

/// The folder with Verilator's output.
pub(crate) struct VerilatorOutput {
    /// The folder.
    pub directory: PathBuf,
    prefix: String,
    /// Whether Verilator found a latch that is not declared as one, or logic that depends on itself.
    pub has_loop: bool,
}

impl VerilatorOutput {
    /// Opens the output in `directory`, if it is complete.
    pub fn new(directory: &Path, prefix: &str, has_loop: bool) -> Result<Self, BuildError> {
        check_complete(directory)?;
        Ok(Self { directory: directory.to_owned(), prefix: prefix.to_owned(), has_loop })
    }

    /// The ports of the top module, or the error in one.
    pub fn ports(&self) -> Result<Result<Vec<Port>, String>, BuildError> {
        Ok(ports(&self.read(".h")?))
    }

    /// The ports of the top module, of any kind, or the error in one. All signals must be public.
    pub fn all_ports(&self) -> Result<Result<Vec<ElaboratedPort>, String>, BuildError> {
        Ok(all_ports(&self.read(".h")?, &self.text(&SYMBOLS)?))
    }

    /// The files that Verilator has read.
    pub fn inputs(&self) -> Result<Vec<PathBuf>, BuildError> {
        Ok(inputs_in(&self.read("__verFiles.dat")?))
    }

    /// The file with that suffix.
    fn read(&self, ending: &str) -> Result<String, BuildError> {
        let file = self.directory.join(format!("{}{ending}", self.prefix));
        fs::read_to_string(&file).map_err(BuildError::io("read", &file))
    }

    /// The names in the lists of C++ files.
    pub fn listed(&self, lists: &[&str]) -> Result<Vec<String>, BuildError> {
        let text = self.read("_classes.mk")?;
        Ok(lists.iter().flat_map(|list| names_in(&text, list)).collect())
    }

    /// All C++ of the listed files.
    fn text(&self, lists: &[&str]) -> Result<String, BuildError> {
        let read = |name: String| {
            let file = self.directory.join(name + ".cpp");
            fs::read_to_string(&file).map_err(BuildError::io("read", &file))
        };
        self.listed(lists)?.into_iter().map(read).collect()
    }

    /// The C++ of the model.
    pub fn code(&self) -> Result<String, BuildError> {
        self.text(&["VM_CLASSES_FAST", "VM_CLASSES_SLOW"])
    }

    /// The signals of the model.
    pub fn root(&self) -> Result<Root, BuildError> {
        Ok(Root::parse(&self.read("___024root.h")?, &self.text(&SYMBOLS)?))
    }
}

/// Checks for empty or truncated files: Verilator reports success on a full disk.
fn check_complete(directory: &Path) -> Result<(), BuildError> {
    for entry in fs::read_dir(directory).map_err(BuildError::io("list", directory))? {
        let file = entry.map_err(BuildError::io("list", directory))?.path();
        if !fs::read(&file).map_err(BuildError::io("read", &file))?.ends_with(b"\n") {
            let full = std::io::Error::other("Verilator left it incomplete; is the disk full?");
            return Err(BuildError::io("write", file)(full));
        }
    }
    Ok(())
}

/// The names after `name +=` in a list for make, which continues while lines end in a backslash.
fn names_in(lists: &str, name: &str) -> Vec<String> {
    let mut lines = lists.lines().skip_while(|line| line.split_whitespace().next() != Some(name));
    lines.next();
    let listed = lines.take_while(|line| line.trim_end().ends_with('\\'));
    listed.map(|line| line.trim().trim_end_matches('\\').trim().to_owned()).collect()
}

/// The files marked as sources in Verilator's record of files, in which size and inode come first and the quoted name last.
/// Of a name with a space, Verilator 5.006 also records the part before it, as a file without an inode.
fn inputs_in(record: &str) -> Vec<PathBuf> {
    let exists = |line: &&str| line.split_whitespace().nth(2) != Some("0");
    let sources = record.lines().filter(|line| line.starts_with("S ")).filter(exists);
    sources.filter_map(|line| line.trim_end_matches('"').rsplit('"').next()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_for_make_are_read() {
        let lists = "VM_GLOBAL_FAST += \\\n\tverilated \\\n  verilated_dpi \\\n\nVM_GLOBAL_SLOW += \\\n\n";
        assert_eq!(names_in(lists, "VM_GLOBAL_FAST"), ["verilated", "verilated_dpi"]);
        assert_eq!(names_in(lists, "VM_GLOBAL_SLOW"), [""; 0]);
    }

    #[test]
    fn a_truncated_or_empty_file_is_an_error_that_names_it() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("Va.h"), "class Va;\n").expect("a file");
        check_complete(directory.path()).expect("complete files");
        for text in ["", "class V"] {
            fs::write(directory.path().join("Vb.h"), text).expect("a file");
            let error = check_complete(directory.path()).expect_err("an error");
            assert!(error.to_string().contains("Vb.h: Verilator left it incomplete"), "{error}");
        }
    }

    #[test]
    fn sources_are_read_from_both_formats_of_the_record() {
        let old = "S   274 10035219  1795253616   838747829 \"rtl/a b.v\"\nT 1 \"o/V.cpp\"\n";
        let new = "S   274 10035219  1795253616  0 0 0 \"HPtB3KrrK7\" \"rtl/a b.v\"\n";
        assert_eq!(inputs_in(old), [PathBuf::from("rtl/a b.v")]);
        let missing = "S         0        0           0           0           1           0 \"rtl/a\"\n";
        assert_eq!(inputs_in(&(missing.to_owned() + old)), [PathBuf::from("rtl/a b.v")]);
        assert_eq!(inputs_in(new), [PathBuf::from("rtl/a b.v")]);
    }
}
