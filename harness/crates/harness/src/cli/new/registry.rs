//! Adds a PMU to the lists of PMUs, models and families.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Changed text of a file, not yet written.
#[derive(Debug)]
pub(super) struct Registry {
    /// The file.
    pub file: PathBuf,
    text: String,
}

impl Registry {
    /// Reads the list of PMUs and adds the PMU.
    pub fn of_pmus(file: &Path, name: &str, family: &str, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| with_pmu(text, name, family, unit))
    }

    /// Reads the crate root of a family and adds the module of the unit, and its model.
    pub fn of_family(file: &Path, family: &str, unit: &str) -> Result<Self, String> {
        Self::changed(file, |text| with_unit(text, family, unit))
    }

    /// Reads a file with a line for each family and adds one. Lines of families start with `prefix`.
    pub fn of_families(file: &Path, prefix: &str, line: &str) -> Result<Self, String> {
        Self::changed(file, |text| with_line(text, prefix, line))
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

/// Appends an entry to the list `pmus`.
fn with_pmu(text: &str, name: &str, family: &str, unit: &str) -> Result<String, String> {
    if text.contains(&format!("{{ id = \"{name}\",")) {
        return Err(format!("PMU {name} already exists; choose another name"));
    }
    let mut lines = lines(text);
    let start = lines.iter().position(|line| line == "pmus = [").ok_or("no list `pmus`")?;
    let end = lines[start..].iter().position(|line| line == "]").ok_or("no end of the list `pmus`")?;
    lines.insert(start + end, format!("    {{ id = \"{name}\", folder = \"{family}/{unit}\" }},"));
    Ok(lines.join("\n") + "\n")
}

/// Declares the module of a unit and links its model.
fn with_unit(text: &str, family: &str, unit: &str) -> Result<String, String> {
    let text = with_line(text, "pub mod ", &format!("pub mod {unit};")).map_err(|what| {
        if what == EXISTS {
            format!("module {unit} already exists; choose another name")
        } else {
            what
        }
    })?;
    let prefix = format!("    \"{family}/");
    with_line(&text, &prefix, &format!("{prefix}{unit}\" => {unit}::model,"))
}

const EXISTS: &str = "the line already exists";

/// Adds a line in alphabetical order to those that start with `prefix`.
fn with_line(text: &str, prefix: &str, line: &str) -> Result<String, String> {
    let mut lines = lines(text);
    let like: Vec<usize> = (0..lines.len()).filter(|&position| lines[position].starts_with(prefix)).collect();
    if like.iter().any(|&position| lines[position] == line) {
        return Err(EXISTS.to_owned());
    }
    let last = like.last().ok_or_else(|| format!("no line starts with `{}`", prefix.trim()))?;
    let position = like.iter().find(|&&position| lines[position].as_str() > line).copied().unwrap_or(last + 1);
    lines.insert(position, line.to_owned());
    Ok(lines.join("\n") + "\n")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const LIST: &str = "pmus = [\n    { id = \"k8\", folder = \"amd_k8/core\" },\n]\nrest\n";
    const FAMILY: &str =
        "pub mod cbox;\npub mod ubox;\n\nlink! {\n    \"x/cbox\" => cbox::model,\n    \"x/ubox\" => ubox::model,\n}\n";

    #[test]
    fn pmu_is_added_last() {
        let list = with_pmu(LIST, "new", "amd_k8", "northbridge").expect("a list");
        assert_eq!(list, LIST.replace("\n]", "\n    { id = \"new\", folder = \"amd_k8/northbridge\" },\n]"));
    }

    #[rstest]
    #[case("a", "pub mod a;\npub mod cbox;", "{\n    \"x/a\" => a::model,\n    \"x/cbox\"")]
    #[case("ha", "pub mod cbox;\npub mod ha;\npub mod ubox;", "    \"x/ha\" => ha::model,\n    \"x/ubox\"")]
    #[case("z", "pub mod ubox;\npub mod z;\n\n", "    \"x/ubox\" => ubox::model,\n    \"x/z\" => z::model,\n}\n")]
    fn units_are_in_alphabetical_order(#[case] unit: &str, #[case] module: &str, #[case] model: &str) {
        let family = with_unit(FAMILY, "x", unit).expect("a family");
        assert!(family.contains(module) && family.contains(model), "{family}");
        assert_eq!(family.lines().count(), FAMILY.lines().count() + 2);
    }

    #[rstest]
    #[case(with_pmu(LIST, "k8", "family", "core"), "PMU k8 already exists")]
    #[case(with_pmu("rest\n", "x", "family", "core"), "no list `pmus`")]
    #[case(with_unit(FAMILY, "x", "ubox"), "module ubox already exists")]
    #[case(with_unit(FAMILY, "y", "a"), "no line starts with `\"y/`")]
    #[case(with_unit("", "x", "a"), "no line starts with `pub mod`")]
    fn invalid_lists_are_rejected(#[case] done: Result<String, String>, #[case] expected: &str) {
        let what = done.expect_err("it was added");
        assert!(what.contains(expected), "{what}");
    }
}
