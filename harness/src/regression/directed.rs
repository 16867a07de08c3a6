//! The directed programs of a PMU: every `.pmu` file below `testbenches/<pmu>/programs`, and below those of the folders
//! in `testbenches/shared` that its description names.

use crate::collisions::{self, CollisionProgramError};
use crate::program::{Names, Program, ProgramError};
use crate::spread::each;
use golden_model::Pmu;
use std::path::{Path, PathBuf};

/// Directed programs that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DirectedError {
    /// A folder cannot be read.
    #[error("{}: cannot be read: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Two programs have the same name.
    #[error("{}: has the same name as {}; rename one of them", second.display(), first.display())]
    Twice {
        /// One.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A program is wrong.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The collision table is wrong.
    #[error(transparent)]
    Collision(#[from] CollisionProgramError),
}

/// Where the directed programs of a PMU are.
pub fn folder(root: &Path, pmu: &str) -> PathBuf {
    root.join("testbenches").join(pmu).join("programs")
}

/// The files of all directed programs below `folder`, in the order of their names.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, DirectedError> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    Ok(files)
}

/// Reads all directed programs below `folder`, in the order of their names.
pub fn find(folder: &Path, pmu: &Pmu) -> Result<Vec<Program>, DirectedError> {
    let names = Names::new(pmu);
    let mut all: Vec<(PathBuf, String, bool)> = Vec::new();
    let name = |file: &Path, below: &Path| {
        file.strip_prefix(below).unwrap_or(file).with_extension("").to_string_lossy().into_owned()
    };
    all.extend(files(folder)?.into_iter().map(|file| (file.clone(), name(&file, folder), false)));
    for below in shared_folders(folder, pmu) {
        for file in files(&below)? {
            let name = name(&file, &below);
            if let Some((first, ..)) = all.iter().find(|(_, known, _)| *known == name) {
                return Err(DirectedError::Twice { first: first.clone(), second: file });
            }
            all.push((file, name, true));
        }
    }
    all.sort_by(|one, other| one.1.cmp(&other.1));
    let programs = each(&all, |(file, name, is_shared)| match is_shared {
        false => Program::read_by(file, name.clone(), &names),
        true => Program::read_shared_by(file, name.clone(), &names),
    });
    // All are read before the first error counts, so that it is the same one whatever the threads do.
    programs.into_iter().map(|program| Ok(program?)).collect()
}

/// The folders with programs that the PMU of the programs in `folder` shares with others.
fn shared_folders(folder: &Path, pmu: &Pmu) -> Vec<PathBuf> {
    let testbenches = folder.parent().and_then(Path::parent).unwrap_or(folder);
    let below = |name: &String| testbenches.join("shared").join(name).join("programs");
    pmu.description.shared.from.iter().map(below).collect()
}

/// All directed programs of a PMU, those below `folder` and those of its collision table, in the order of their names.
pub fn find_with_collisions(folder: &Path, pmu: &Pmu) -> Result<Vec<Program>, DirectedError> {
    let mut programs = find(folder, pmu)?;
    programs.extend(collisions::programs(pmu)?.into_iter().map(|collision| collision.program));
    // The order in which results of several runs are put together.
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
