//! The list of the PMUs, `golden-model/src/pmus/mod.rs`, and the modules of a family, with one more in them.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file with the new PMU in it, not yet written.
#[derive(Debug)]
pub(super) struct Registry {
    file: PathBuf,
    text: String,
}

impl Registry {
    /// Reads the list and adds the PMU to it, and its family if that is a new one.
    pub fn read(file: &Path, name: &str, family: &str, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| with_pmu(text, name, family, unit))
    }

    /// Reads the modules of a family and adds one.
    pub fn of_family(file: &Path, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| {
            let mut lines = lines(text);
            match add_module(&mut lines, unit)? {
                true => Ok(lines.join("\n") + "\n"),
                false => Err(format!("there is a module {unit} already; choose another name")),
            }
        })
    }

    fn changed(file: &Path, change: impl Fn(&str) -> Result<String, String>) -> Result<Self, String> {
        let wrong = |what: String| format!("{}: {what}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Ok(Self { file: file.to_owned(), text: change(&text).map_err(wrong)? })
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self) -> Result<(), String> {
        let write = || -> std::io::Result<()> {
            let mut temporary = tempfile::NamedTempFile::new_in(self.file.parent().unwrap_or(Path::new(".")))?;
            temporary.write_all(self.text.as_bytes())?;
            temporary.as_file().set_permissions(std::fs::metadata(&self.file)?.permissions())?;
            temporary.persist(&self.file)?;
            Ok(())
        };
        write().map_err(|error| format!("{}: cannot be written: {error}", self.file.display()))
    }
}

/// The list with an entry behind the others, and the family among the modules.
fn with_pmu(text: &str, name: &str, family: &str, unit: &str) -> Result<String, String> {
    if text.contains(&format!("entry!(\"{name}\",")) {
        return Err(format!("there is a PMU {name} already; choose another name"));
    }
    let mut lines = lines(text);
    let start = lines.iter().position(|line| line == "const ALL: &[Entry] = &[").ok_or("it has no list ALL")?;
    let end = lines[start..].iter().position(|line| line == "];").ok_or("its list ALL has no end")?;
    // From the end of the file up, so that positions stay right.
    lines.insert(start + end, format!("    entry!(\"{name}\", {family}::{unit}),"));
    add_module(&mut lines, family)?;
    Ok(lines.join("\n") + "\n")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Declares a module in the order of their names, but behind the private ones that stand apart; whether it was not there.
fn add_module(lines: &mut Vec<String>, name: &str) -> Result<bool, String> {
    let module = |line: &String| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    let modules: Vec<(usize, String)> =
        lines.iter().enumerate().filter_map(|(position, line)| Some((position, module(line)?))).collect();
    if modules.iter().any(|(_, known)| known == name) {
        return Ok(false);
    }
    let (last, _) = modules.last().ok_or("it declares no module")?;
    let behind = modules.iter().find(|(_, known)| known.as_str() > name).map_or(last + 1, |(position, _)| *position);
    lines.insert(behind, format!("pub mod {name};"));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LIST: &str =
        "mod common;\n\npub mod amd_k8;\npub mod intel_knc;\n\nconst ALL: &[Entry] = &[\n    entry!(\"k8\", \
                        amd_k8::core),\n];\nrest\n";

    #[rstest]
    #[case("a", "pub mod a;\npub mod amd_k8;")]
    #[case("amd_k9", "pub mod amd_k8;\npub mod amd_k9;\npub mod intel_knc;")]
    #[case("z", "pub mod intel_knc;\npub mod z;\n\n")]
    fn a_family_and_an_entry_are_added(#[case] family: &str, #[case] expected: &str) {
        let list = with_pmu(LIST, "new", family, "core").expect("a list");
        assert!(list.contains(expected), "{list}");
        assert!(list.contains(&format!("core),\n    entry!(\"new\", {family}::core),\n];\nrest\n")), "{list}");
        assert_eq!(list.lines().count(), LIST.lines().count() + 2);
    }

    #[test]
    fn a_family_that_is_there_is_not_declared_again() {
        let list = with_pmu(LIST, "new", "amd_k8", "northbridge").expect("a list");
        assert!(list.contains("    entry!(\"new\", amd_k8::northbridge),\n];"), "{list}");
        assert_eq!(list.lines().count(), LIST.lines().count() + 1);
    }

    #[rstest]
    #[case("k8", LIST, "there is a PMU k8 already")]
    #[case("x", "pub mod amd_k8;\n", "it has no list ALL")]
    #[case("x", "const ALL: &[Entry] = &[\n];\n", "it declares no module")]
    fn a_list_that_cannot_take_it_is_an_error(#[case] name: &str, #[case] list: &str, #[case] expected: &str) {
        let what = with_pmu(list, name, "family", "core").expect_err("it was added");
        assert!(what.contains(expected), "{what}");
    }
}
