//! `[sources]` of a port map: which files are the RTL, where they are not all Verilog below its folder.

use super::port_map::Parameter;
use crate::workspace::Workspace;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// `[sources]` as it was read. Paths are relative to the folder of the RTL.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SourceList {
    /// Verilog files, in order, after those of `list`.
    pub files: Vec<PathBuf>,
    /// A file list, as simulators read it with `-F`.
    pub list: Option<PathBuf>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// Macros.
    pub define: BTreeMap<String, Parameter>,
    /// Files and folders whose code coverage counts and which are mutated; without an entry, all.
    pub own: Vec<PathBuf>,
}

/// The files of an RTL. Paths are relative to the workspace's root if they are below it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed {
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// Macros.
    pub define: BTreeMap<String, String>,
    /// File lists that were read.
    pub lists: Vec<PathBuf>,
    /// The sources whose code coverage counts; empty for all.
    pub own: Vec<PathBuf>,
}

impl SourceList {
    /// Whether it names files.
    pub fn is_list(&self) -> bool {
        !self.files.is_empty() || self.list.is_some()
    }

    /// The files that it names. `found` are those below the folder, for a list without files.
    ///
    /// # Errors
    /// The file or folder that does not exist, and the line of a file list that has no meaning here.
    pub fn resolve(&self, workspace: &Workspace, folder: &Path, found: Listed) -> Result<Listed, String> {
        let place = |given: &PathBuf| workspace.relative(&folder.join(given));
        let mut listed = if self.is_list() { Listed::default() } else { found };
        if let Some(list) = &self.list {
            listed.read(workspace, &place(list))?;
        }
        listed.sources.extend(self.files.iter().map(place));
        listed.include.extend(self.include.iter().map(place));
        listed.define.extend(self.define.iter().map(|(name, value)| (name.clone(), value.0.clone())));
        if let Some(missing) = listed.sources.iter().find(|source| !workspace.root.join(source).is_file()) {
            return Err(format!("source {} does not exist", missing.display()));
        }
        if let Some(missing) = listed.include.iter().find(|folder| !workspace.root.join(folder).is_dir()) {
            return Err(format!("include folder {} does not exist", missing.display()));
        }
        for own in self.own.iter().map(place) {
            let before = listed.own.len();
            listed.own.extend(listed.sources.iter().filter(|source| source.starts_with(&own)).cloned());
            if listed.own.len() == before {
                return Err(format!("own: {} is not one of the sources, and contains none", own.display()));
            }
        }
        Ok(listed)
    }
}

impl Listed {
    /// Adds what a file list names.
    fn read(&mut self, workspace: &Workspace, list: &Path) -> Result<(), String> {
        if self.lists.iter().any(|read| read == list) {
            return Err(format!("file list {} reads itself", list.display()));
        }
        self.lists.push(list.to_owned());
        let text = std::fs::read_to_string(workspace.root.join(list))
            .map_err(|error| format!("file list {} cannot be read: {error}", list.display()))?;
        let folder = list.parent().unwrap_or(Path::new(""));
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let code = if code.trim_start().starts_with('#') { "" } else { code };
            let mut words = code.split_whitespace();
            while let Some(word) = words.next() {
                self.word(workspace, folder, word, &mut words)
                    .map_err(|what| format!("{}:{}: {what}", list.display(), number + 1))?;
            }
        }
        Ok(())
    }

    /// Adds what one word of a file list names. Options with a separate argument take it from `rest`.
    fn word<'w>(
        &mut self,
        workspace: &Workspace,
        folder: &Path,
        word: &str,
        rest: &mut impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let place = |given: &str| Ok::<_, String>(workspace.relative(&folder.join(with_variables(given)?)));
        if let Some(folders) = word.strip_prefix("+incdir+") {
            for given in folders.split('+').filter(|given| !given.is_empty()) {
                self.include.push(place(given)?);
            }
        } else if let Some(macros) = word.strip_prefix("+define+") {
            macros.split('+').for_each(|given| self.add_macro(given));
        } else if word == "-f" || word == "-F" {
            let given = rest.next().ok_or_else(|| format!("{word} needs a file"))?;
            self.read(workspace, &place(given)?)?;
        } else if let Some(given) = word.strip_prefix("-I") {
            self.include.push(place(given)?);
        } else if let Some(given) = word.strip_prefix("-D") {
            self.add_macro(given);
        } else if word.starts_with(['-', '+']) {
            return Err(format!(
                "{word} has no meaning here; a file list has files, +incdir+, +define+, -I, -D, -f and -F"
            ));
        } else {
            self.sources.push(place(word)?);
        }
        Ok(())
    }

    /// Adds `NAME` or `NAME=VALUE`.
    fn add_macro(&mut self, given: &str) {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        self.define.insert(name.to_owned(), value.to_owned());
    }
}

/// The text with environment variables, `$NAME`, `${NAME}` and `$(NAME)`, replaced by their values.
fn with_variables(text: &str) -> Result<String, String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        result.push_str(before);
        let closing = [("{", "}"), ("(", ")")];
        let bracketed = closing.iter().find_map(|(open, close)| after.strip_prefix(open)?.split_once(close));
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
        let (name, behind) = bracketed.unwrap_or_else(|| after.split_at(end));
        let value = std::env::var(name).map_err(|_| format!("the environment variable {name} is not set"))?;
        result.push_str(&value);
        rest = behind;
    }
    result.push_str(rest);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::fs;

    /// Resolves a list in a folder with `rtl/a.sv`, `rtl/b.v`, `inc/`, and `files.f` with that text.
    fn resolved(list: &str, sources: &str) -> Result<Listed, String> {
        let folder = tempfile::tempdir().expect("a folder");
        for below in ["rtl", "inc"] {
            fs::create_dir(folder.path().join(below)).expect("a folder");
        }
        for (file, text) in [("rtl/a.sv", ""), ("rtl/b.v", ""), ("files.f", list), ("rtl/more.f", "a.sv\n")] {
            fs::write(folder.path().join(file), text).expect("a file");
        }
        let workspace = Workspace::new(folder.path(), folder.path(), Default::default()).expect("a workspace");
        let sources: SourceList = toml::from_str(sources).expect("a list");
        sources.resolve(&workspace, Path::new(""), Listed::default())
    }

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn files_are_those_of_the_list_then_the_named_ones() {
        let list = "// comment\n# comment\n+incdir+inc+rtl +define+A+B=3 // more\n-f rtl/more.f\n-DC=x -Iinc\n";
        let listed =
            resolved(list, "list = \"files.f\"\nfiles = [\"rtl/b.v\"]\ndefine = { D = 4 }\nown = [\"rtl/b.v\"]");
        let define = [("A", ""), ("B", "3"), ("C", "x"), ("D", "4")];
        let expected = Listed {
            sources: paths(&["rtl/a.sv", "rtl/b.v"]),
            include: paths(&["inc", "rtl", "inc"]),
            define: define.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            lists: paths(&["files.f", "rtl/more.f"]),
            own: paths(&["rtl/b.v"]),
        };
        assert_eq!(listed, Ok(expected));
    }

    #[rstest]
    #[case("", "files = [\"rtl/c.v\"]", "source rtl/c.v does not exist")]
    #[case("", "include = [\"no\"]", "include folder no does not exist")]
    #[case("", "list = \"no.f\"", "file list no.f cannot be read")]
    #[case("", "files = [\"rtl/b.v\"]\nown = [\"inc\"]", "own: inc is not one of the sources, and contains none")]
    #[case("\n-y lib\n", "list = \"files.f\"", "files.f:2: -y has no meaning here")]
    #[case("-f\n", "list = \"files.f\"", "files.f:1: -f needs a file")]
    #[case("-f files.f\n", "list = \"files.f\"", "files.f:1: file list files.f reads itself")]
    #[case("$NO_SUCH_VARIABLE/x.v\n", "list = \"files.f\"", "the environment variable NO_SUCH_VARIABLE is not set")]
    fn wrong_lists_are_rejected(#[case] list: &str, #[case] sources: &str, #[case] expected: &str) {
        let error = resolved(list, sources).expect_err("it was accepted");
        assert!(error.contains(expected), "{error}");
    }
}
