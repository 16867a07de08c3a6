//! The list of the PMUs, `golden-model/src/pmus/mod.rs`, with one more in it.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The list with the new PMU, not yet written.
#[derive(Debug)]
pub(super) struct Registry {
    file: PathBuf,
    text: String,
}

impl Registry {
    /// Reads the list and adds the PMU to it.
    pub fn read(file: &Path, name: &str) -> Result<Self, String> {
        let wrong = |what: String| format!("{}: {what}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Ok(Self { file: file.to_owned(), text: with(&text, name).map_err(wrong)? })
    }

    /// Writes the list, whole or not at all.
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

/// The list with a module in the order of their names and an entry behind the others.
fn with(text: &str, name: &str) -> Result<String, String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let module = |line: &String| {
        let declared = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?;
        declared.strip_suffix(';').map(str::to_owned)
    };
    let modules: Vec<(usize, String)> =
        lines.iter().enumerate().filter_map(|(position, line)| Some((position, module(line)?))).collect();
    if modules.iter().any(|(_, known)| known == name) {
        return Err(format!("there is a module {name} already; choose another name"));
    }
    let (last, _) = modules.last().ok_or("it declares no module")?;
    let behind = modules.iter().find(|(_, known)| known.as_str() > name).map_or(last + 1, |(position, _)| *position);
    let start = lines.iter().position(|line| line == "const ALL: &[Entry] = &[").ok_or("it has no list ALL")?;
    let end = lines[start..].iter().position(|line| line == "];").ok_or("its list ALL has no end")?;
    // From the end of the file up, so that positions stay right.
    lines.insert(start + end, format!("    entry!(\"{name}\", {name}::model),"));
    lines.insert(behind, format!("pub mod {name};"));
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LIST: &str = "mod counter_set;\npub mod k8;\npub mod knc;\n\nconst ALL: &[Entry] = &[\n    one,\n];\nrest\n";

    #[rstest]
    #[case("a", "pub mod a;\nmod counter_set;")]
    #[case("k9", "pub mod k8;\npub mod k9;\npub mod knc;")]
    #[case("z", "pub mod knc;\npub mod z;\n\n")]
    fn a_module_and_an_entry_are_added(#[case] name: &str, #[case] expected: &str) {
        let list = with(LIST, name).expect("a list");
        assert!(list.contains(expected), "{list}");
        assert!(list.contains(&format!("    one,\n    entry!(\"{name}\", {name}::model),\n];\nrest\n")), "{list}");
        assert_eq!(list.lines().count(), LIST.lines().count() + 2);
    }

    #[rstest]
    #[case("k8", LIST, "there is a module k8 already")]
    #[case("x", "pub mod k8;\n", "it has no list ALL")]
    #[case("x", "", "it declares no module")]
    fn a_list_that_cannot_take_it_is_an_error(#[case] name: &str, #[case] list: &str, #[case] expected: &str) {
        let what = with(list, name).expect_err("it was added");
        assert!(what.contains(expected), "{what}");
    }
}
