//! Planted faults: changes of the RTL that a theorem must refute.

use pmu_results::TheoremKind;
use pmu_support::copy_tree;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the file with the faults of a PMU, in its folder below `testbenches`.
pub const FAULTS: &str = "proof_faults.toml";

/// A change of the RTL that a theorem must refute.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Name, different from those of the other faults of the PMU.
    pub name: String,
    /// Kind of the theorem that must be refuted.
    pub theorem: TheoremKind,
    /// Source file, relative to the folder of the PMU's RTL.
    pub file: PathBuf,
    /// A text that occurs once in the file.
    pub find: String,
    /// Its replacement.
    pub replace: String,
    /// What the changed RTL does.
    pub doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    fault: Vec<Fault>,
}

impl Fault {
    /// Reads the faults in a file.
    ///
    /// # Errors
    /// The message if the file cannot be read or two faults have one name.
    pub fn read(file: &Path) -> Result<Vec<Self>, String> {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))?;
        let File { fault: faults } =
            golden_model_core::toml_keys::parse(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let is_twice = |(at, fault): (usize, &Self)| faults[..at].iter().any(|other| other.name == fault.name);
        match faults.iter().enumerate().find(|&fault| is_twice(fault)) {
            Some((_, fault)) => Err(format!("{}: two faults have the name {}", file.display(), fault.name)),
            None => Ok(faults),
        }
    }

    /// Copies a folder with RTL and plants the fault in the copy. `own` is the folder of the PMU in it.
    ///
    /// # Errors
    /// The message if a file cannot be copied, or the text does not occur once.
    pub fn plant(&self, rtl: &Path, own: &Path, copy: &Path) -> Result<(), String> {
        copy_tree(rtl, copy).map_err(|error| format!("{}: cannot be copied: {error}", rtl.display()))?;
        let own = copy.join(own);
        let text = self.text(&own)?;
        fs::write(own.join(&self.file), text.replace(&self.find, &self.replace))
            .map_err(|error| self.wrong(format!("cannot be written: {error}")))
    }

    /// The text of its source file in the folder of the PMU's RTL.
    ///
    /// # Errors
    /// The message if the file cannot be read, or does not have the text that the fault replaces once.
    pub fn text(&self, own: &Path) -> Result<String, String> {
        let text = fs::read_to_string(own.join(&self.file));
        let text = text.map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
        match text.matches(&self.find).count() {
            1 => Ok(text),
            count => Err(self.wrong(format!("`find` occurs {count} times; it must occur once"))),
        }
    }

    fn wrong(&self, what: String) -> String {
        format!("fault {}: {}: {what}", self.name, self.file.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAULT: &str =
        "[[fault]]\nname = \"a\"\ntheorem = \"frozen\"\nfile = \"b.v\"\nfind = \"x\"\nreplace = \"y\"\ndoc = \"d\"\n";

    #[test]
    fn a_fault_is_planted_in_a_copy() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, rtl, copy) = (folder.path().join(FAULTS), folder.path().join("rtl"), folder.path().join("copy"));
        fs::create_dir_all(rtl.join("own")).expect("a folder");
        fs::write(rtl.join("own/b.v"), "1 x 2").expect("a file");
        fs::write(&file, FAULT).expect("a file");
        let faults = Fault::read(&file).expect("a fault");
        faults[0].plant(&rtl, Path::new("own"), &copy).expect("a copy");
        assert_eq!(fs::read_to_string(copy.join("own/b.v")).expect("a file"), "1 y 2");
        assert_eq!(fs::read_to_string(rtl.join("own/b.v")).expect("a file"), "1 x 2");
        fs::write(rtl.join("own/b.v"), "x x").expect("a file");
        let error = faults[0].plant(&rtl, Path::new("own"), &copy).expect_err("a text that occurs twice");
        assert_eq!(error, "fault a: b.v: `find` occurs 2 times; it must occur once");
    }

    #[test]
    fn two_faults_of_one_name_are_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FAULTS);
        fs::write(&file, FAULT.repeat(2)).expect("a file");
        let error = Fault::read(&file).expect_err("two faults of one name");
        assert!(error.ends_with("proof_faults.toml: two faults have the name a"), "{error}");
    }
}
