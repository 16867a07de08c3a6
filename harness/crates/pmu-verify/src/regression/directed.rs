//! Directed programs of a PMU.
//!
//! They are the `.pmu` files in `testbenches/<family>/<unit>/programs`, and those in the `programs` folders of the shared
//! folders that the description names.

use crate::collisions::{self, CollisionProgramError};
use crate::jobs::parallel_each;
use crate::shared_files;
use golden_model_core::description::Shared;
use golden_model_core::{Choices, Pmu};
use pmu_program::{Names, Program, ProgramError, Source};
use pmu_results::SkippedProgram;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An error in directed programs.
#[derive(Debug, thiserror::Error)]
pub enum DirectedError {
    /// A folder cannot be read.
    #[error("{}: cannot be read: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// Two programs have the same name.
    #[error("{}: has the same name as {}; rename one of them", second.display(), first.display())]
    Twice {
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
    /// A program has an error.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The collision table has an error.
    #[error(transparent)]
    Collision(#[from] CollisionProgramError),
}

/// The folder with the directed programs of a PMU.
pub fn folder(root: &Path, pmu: &str) -> PathBuf {
    root.join("testbenches").join(Pmu::folder(pmu)).join("programs")
}

/// The files of all directed programs below `folder`, sorted by path.
fn files(folder: &Path) -> Result<Vec<PathBuf>, DirectedError> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    Ok(files)
}

/// A directed program that has not been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedFile {
    /// The file.
    pub file: PathBuf,
    /// Its path below the folder with the programs, without the extension.
    pub name: String,
    /// Whether it is in a shared folder.
    pub is_shared: bool,
}

/// A directed program under the selected options of a PMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectedProgram {
    /// The program.
    Applicable(Program),
    /// The program is for this option, which is not selected.
    ForOtherOption(String),
}

impl DirectedProgram {
    /// The program, if it applies.
    pub fn applicable(self) -> Option<Program> {
        match self {
            Self::Applicable(program) => Some(program),
            Self::ForOtherOption(_) => None,
        }
    }
}

impl DirectedFile {
    /// Reads the program for a PMU.
    ///
    /// # Errors
    /// An error in the program.
    pub fn read(&self, pmu: &Pmu) -> Result<DirectedProgram, ProgramError> {
        self.read_by(&Names::new(pmu))
    }

    /// The options that the program requires, for a PMU with these shared folders.
    ///
    /// # Errors
    /// An error in the program.
    pub fn required_options(&self, shared: &Shared) -> Result<Choices, ProgramError> {
        self.source(shared)?.required_options()
    }

    /// Whether the program passes with no option of the choices.
    ///
    /// # Errors
    /// An error in the program.
    pub fn is_for_no_option(&self, shared: &Shared) -> Result<bool, ProgramError> {
        Ok(self.source(shared)?.is_for_no_option())
    }

    /// Reads the program for a PMU, regardless of the options that it requires.
    ///
    /// # Errors
    /// An error in the program.
    pub fn read_for_any_option(&self, pmu: &Pmu) -> Result<Program, ProgramError> {
        let source = self.source(&pmu.description.shared)?.for_any_option();
        source.resolve_for(self.name.clone(), &Names::new(pmu))
    }

    /// The comment before the program, as one line.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn comment(&self) -> std::io::Result<String> {
        let text = std::fs::read_to_string(&self.file)?;
        let lines = text.lines().map_while(|line| line.strip_prefix('#'));
        Ok(lines.map(str::trim).collect::<Vec<_>>().join(" "))
    }

    fn source(&self, shared: &Shared) -> Result<Source, ProgramError> {
        match self.is_shared {
            false => Source::read(&self.file),
            true => Source::read_shared(&self.file, shared),
        }
    }

    fn read_by(&self, names: &Names) -> Result<DirectedProgram, ProgramError> {
        let source = self.source(&names.pmu.description.shared)?;
        Ok(match source.missing_option(names.pmu)? {
            Some(option) => DirectedProgram::ForOtherOption(option.to_owned()),
            None => DirectedProgram::Applicable(source.resolve_for(self.name.clone(), names)?),
        })
    }
}

/// The directed programs of a PMU under its selected options.
#[derive(Clone, Debug, Default)]
pub struct DirectedPrograms {
    /// Those that apply, sorted by name.
    pub programs: Vec<Program>,
    /// Those that do not, and the collisions that do not.
    pub skipped: Vec<SkippedProgram>,
}

/// Lists the directed programs of a PMU, its own below `folder` and the shared ones, sorted by name.
///
/// # Errors
/// When a folder cannot be read, or two programs have the same name.
pub fn list(folder: &Path, shared: &Shared) -> Result<Vec<DirectedFile>, DirectedError> {
    let testbench = folder.parent().unwrap_or(folder);
    // A shared folder may exist without programs. One that does not exist is an error.
    let has_programs = |folder: &PathBuf| folder.join("programs").exists() || !folder.exists();
    let common = shared_files::folders(testbench, shared).into_iter().filter(has_programs);
    let common: Vec<PathBuf> = common.map(|below| below.join("programs")).collect();
    // A testbench may have shared programs only.
    let own = (common.is_empty() || folder.exists()).then(|| (folder.to_owned(), false));
    let mut all: Vec<DirectedFile> = Vec::new();
    for (below, is_shared) in own.into_iter().chain(common.into_iter().map(|below| (below, true))) {
        for file in files(&below)? {
            let path = file.strip_prefix(&below).unwrap_or(&file).with_extension("");
            let name = path.to_string_lossy().into_owned();
            if is_shared && is_empty(&file, shared)? {
                continue;
            }
            if let Some(first) = all.iter().find(|known| known.name == name) {
                return Err(DirectedError::Twice { first: first.file.clone(), second: file });
            }
            all.push(DirectedFile { file, name, is_shared });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(all)
}

/// The folders of the directed programs of a PMU, one for each behaviour.
///
/// # Errors
/// As [`list`].
pub fn folders(folder: &Path, shared: &Shared) -> Result<BTreeSet<String>, DirectedError> {
    let behaviour = |file: &DirectedFile| Some(file.name.split_once('/')?.0.to_owned());
    Ok(list(folder, shared)?.iter().filter_map(behaviour).collect())
}

/// Whether a program is for other configurations of a configurable PMU: with the parameters of this one, its template renders nothing.
fn is_empty(file: &Path, shared: &Shared) -> Result<bool, DirectedError> {
    let wrong = |line: Option<usize>, message: String| ProgramError {
        file: file.to_owned(),
        line: line.unwrap_or_default() as u32,
        column: 0,
        message,
    };
    if shared.parameters.is_empty() {
        return Ok(false);
    }
    let text = std::fs::read_to_string(file).map_err(|error| wrong(None, format!("cannot be read: {error}")))?;
    let text = shared.apply(&file.to_string_lossy(), &text).map_err(|error| wrong(error.line, error.what))?;
    Ok(text.trim().is_empty())
}

/// Reads the directed programs of a PMU that apply, its own below `folder` and the shared ones, sorted by name.
pub fn find(folder: &Path, pmu: &Pmu) -> Result<Vec<Program>, DirectedError> {
    Ok(read_all(folder, pmu)?.programs)
}

fn read_all(folder: &Path, pmu: &Pmu) -> Result<DirectedPrograms, DirectedError> {
    let (names, all) = (Names::new(pmu), list(folder, &pmu.description.shared)?);
    let programs = parallel_each(&all, |one| one.read_by(&names));
    let mut found = DirectedPrograms::default();
    // All programs are read before the first error is returned, so the error does not depend on the order of the threads.
    for (file, program) in all.iter().zip(programs) {
        match program? {
            DirectedProgram::Applicable(program) => found.programs.push(program),
            DirectedProgram::ForOtherOption(option) => {
                found.skipped.push(SkippedProgram::for_option(file.name.clone(), option));
            }
        }
    }
    Ok(found)
}

/// The directed programs of a PMU and those of its collision table, sorted by name.
pub fn find_with_collisions(folder: &Path, pmu: &Pmu) -> Result<DirectedPrograms, DirectedError> {
    let mut found = read_all(folder, pmu)?;
    found.programs.extend(collisions::programs(pmu)?.into_iter().map(|collision| collision.program));
    let fields = pmu.collisions.not_applicable.iter();
    let skipped =
        |(field, option): &(String, String)| SkippedProgram::for_option(format!("collision/{field}"), option.clone());
    found.skipped.extend(fields.map(skipped));
    // `merge` combines results in this order.
    found.programs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), DirectedError> {
    let wrong = |source| DirectedError::Folder { folder: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "pmu") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_folder_without_programs_is_valid_but_a_missing_one_is_an_error() {
        let root = tempfile::tempdir().expect("a folder");
        let own = root.path().join("tally/core/programs");
        std::fs::create_dir_all(&own).expect("a folder");
        std::fs::write(own.join("start.pmu"), "pmu tally\n").expect("a program");
        let shared = Shared { from: vec!["tally/common/counting".to_owned()], ..Shared::default() };
        let missing = list(&own, &shared).expect_err("no folder").to_string();
        assert!(missing.contains("tally/common/counting/programs: cannot be read"), "{missing}");
        let folder = root.path().join("tally/common/counting");
        std::fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(list(&own, &shared).expect("programs").len(), 1);
        std::fs::create_dir(folder.join("programs")).expect("a folder");
        std::fs::write(folder.join("programs/each.pmu"), "pmu $pmu\n").expect("a program");
        let names: Vec<String> = list(&own, &shared).expect("programs").into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["each", "start"]);
        std::fs::remove_dir_all(&own).expect("removed");
        assert_eq!(list(&own, &shared).expect("programs").len(), 1);
    }
}
