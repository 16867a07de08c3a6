//! Adds a PMU to the registry, `golden-model/src/pmus/mod.rs`, and to the modules of its family.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Changed text of a file, not yet written.
#[derive(Debug)]
pub(super) struct Registry {
    file: PathBuf,
    text: String,
}

impl Registry {
    /// Reads the registry and adds the PMU, and its family if it is new.
    pub fn read(file: &Path, name: &str, family: &str, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| with_pmu(text, name, family, unit))
    }

    /// Reads the modules of a family and adds that of the unit.
    pub fn of_family(file: &Path, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| {
            let mut lines = lines(text);
            match add_module(&mut lines, unit)? {
                true => Ok(lines.join("\n") + "\n"),
                false => Err(format!("module {unit} already exists; choose another name")),
            }
        })
    }

    fn changed(file: &Path, change: impl Fn(&str) -> Result<String, String>) -> Result<Self, String> {
        let wrong = |what: String| format!("{}: {what}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Ok(Self { file: file.to_owned(), text: change(&text).map_err(wrong)? })
    }

    /// Writes the file atomically.
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

/// Appends an entry to the list `ALL` and declares the module of the family.
fn with_pmu(text: &str, name: &str, family: &str, unit: &str) -> Result<String, String> {
    if text.contains(&format!("entry!(\"{name}\",")) {
        return Err(format!("PMU {name} already exists; choose another name"));
    }
    let mut lines = lines(text);
    let start = lines.iter().position(|line| line == "const ALL: &[Entry] = &[").ok_or("no list ALL")?;
    let end = lines[start..].iter().position(|line| line == "];").ok_or("no end of the list ALL")?;
    // Insert from the end of the file to its start, so that positions stay valid.
    lines.insert(start + end, format!("    entry!(\"{name}\", {family}::{unit}),"));
    add_module(&mut lines, family)?;
    Ok(lines.join("\n") + "\n")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Declares a public module in alphabetical order and returns whether it was new.
fn add_module(lines: &mut Vec<String>, name: &str) -> Result<bool, String> {
    let module = |line: &String| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    let modules: Vec<(usize, String)> =
        lines.iter().enumerate().filter_map(|(position, line)| Some((position, module(line)?))).collect();
    if modules.iter().any(|(_, known)| known == name) {
        return Ok(false);
    }
    let (last, _) = modules.last().ok_or("no module is declared")?;
    let position = modules.iter().find(|(_, known)| known.as_str() > name).map_or(last + 1, |(position, _)| *position);
    lines.insert(position, format!("pub mod {name};"));
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
    fn family_and_entry_are_added(#[case] family: &str, #[case] expected: &str) {
        let list = with_pmu(LIST, "new", family, "core").expect("a list");
        assert!(list.contains(expected), "{list}");
        assert!(list.contains(&format!("core),\n    entry!(\"new\", {family}::core),\n];\nrest\n")), "{list}");
        assert_eq!(list.lines().count(), LIST.lines().count() + 2);
    }

    #[test]
    fn existing_family_is_not_declared_again() {
        let list = with_pmu(LIST, "new", "amd_k8", "northbridge").expect("a list");
        assert!(list.contains("    entry!(\"new\", amd_k8::northbridge),\n];"), "{list}");
        assert_eq!(list.lines().count(), LIST.lines().count() + 1);
    }

    #[rstest]
    #[case("k8", LIST, "PMU k8 already exists")]
    #[case("x", "pub mod amd_k8;\n", "no list ALL")]
    #[case("x", "const ALL: &[Entry] = &[\n];\n", "no module is declared")]
    fn invalid_registry_is_rejected(#[case] name: &str, #[case] list: &str, #[case] expected: &str) {
        let what = with_pmu(list, name, "family", "core").expect_err("it was added");
        assert!(what.contains(expected), "{what}");
    }
}
