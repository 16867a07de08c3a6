//! Directed programs of a PMU.
//!
//! They are the `.pmu` files in `testbenches/<family>/<unit>/programs`, and those in the `programs` folders of the shared
//! folders that the description names.

use crate::collisions::{self, CollisionProgramError};
use crate::jobs::parallel_each;
use crate::shared_files;
use golden_model::description::Shared;
use golden_model::Pmu;
use pmu_program::{Names, Program, ProgramError};
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

impl DirectedFile {
    /// Reads the program for a PMU.
    ///
    /// # Errors
    /// An error in the program.
    pub fn read(&self, pmu: &Pmu) -> Result<Program, ProgramError> {
        self.read_by(&Names::new(pmu))
    }

    fn read_by(&self, names: &Names) -> Result<Program, ProgramError> {
        match self.is_shared {
            false => Program::read_by(&self.file, self.name.clone(), names),
            true => Program::read_shared_by(&self.file, self.name.clone(), names),
        }
    }
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
            if let Some(first) = all.iter().find(|known| known.name == name) {
                return Err(DirectedError::Twice { first: first.file.clone(), second: file });
            }
            all.push(DirectedFile { file, name, is_shared });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(all)
}

/// Reads all directed programs of a PMU, its own below `folder` and the shared ones, sorted by name.
pub fn find(folder: &Path, pmu: &Pmu) -> Result<Vec<Program>, DirectedError> {
    let (names, all) = (Names::new(pmu), list(folder, &pmu.description.shared)?);
    let programs = parallel_each(&all, |one| one.read_by(&names));
    // All programs are read before the first error is returned, so the error does not depend on the order of the threads.
    programs.into_iter().map(|program| Ok(program?)).collect()
}

/// All directed programs of a PMU and those of its collision table, sorted by name.
pub fn find_with_collisions(folder: &Path, pmu: &Pmu) -> Result<Vec<Program>, DirectedError> {
    let mut programs = find(folder, pmu)?;
    programs.extend(collisions::programs(pmu)?.into_iter().map(|collision| collision.program));
    // `merge` combines results in this order.
    programs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(programs)
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
