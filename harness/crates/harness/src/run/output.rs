//! The folder of a run. Its files appear together when the run ends; until then, and after an error, those of earlier runs
//! remain.

use super::kept::{ended, numbers, NEWEST, RESULTS, RUNS};
use crate::results::{History, ResultsError, OPTIONAL_FILES};
use fs4::fs_std::FileExt;
use std::fs::{self, File};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Number of runs that are kept below the build directory.
const KEPT: usize = 20;
/// File of a run that its process locks while it runs.
const LOCK: &str = ".lock";
/// Start of the name of the folder of a run in progress in a folder of the user.
const RUNNING: &str = ".running-";

/// The folder of a run in progress.
pub(crate) struct OutputFolder {
    /// Where the user finds the files.
    folder: PathBuf,
    /// Where the run writes.
    staging: Staging,
}

enum Staging {
    /// The final folder, which nothing refers to yet.
    Numbered {
        build_dir: PathBuf,
        /// Held while the run writes; other runs keep the folder.
        _lock: File,
        is_published: bool,
    },
    /// A folder in that of the user.
    Inside { folder: TempDir, _lock: File },
    /// A folder in that of another run in progress, which publishes it.
    Part { folder: PathBuf },
}

impl OutputFolder {
    /// A folder for this run alone: the next number in `runs` below the build directory.
    ///
    /// # Errors
    /// If the folder is not writable.
    pub fn numbered(build_dir: &Path) -> Result<Self, ResultsError> {
        let runs = build_dir.join(RUNS);
        let (number, lock) = in_registry(&runs, || reserve(&runs)).map_err(at(&runs))?;
        let staging = Staging::Numbered { build_dir: build_dir.to_owned(), _lock: lock, is_published: false };
        Ok(Self { folder: runs.join(number.to_string()), staging })
    }

    /// The folder that the user names. It keeps the results of an earlier run until this one ends.
    ///
    /// # Errors
    /// If the folder is not writable.
    pub fn given(folder: &Path) -> Result<Self, ResultsError> {
        let inside = || {
            fs::create_dir_all(folder)?;
            remove_killed(folder)?;
            let inside = tempfile::Builder::new().prefix(RUNNING).tempdir_in(folder)?;
            let lock = locked(inside.path())?;
            Ok((inside, lock))
        };
        let (inside, lock) = inside().map_err(at(folder))?;
        Ok(Self { folder: folder.to_owned(), staging: Staging::Inside { folder: inside, _lock: lock } })
    }

    /// A folder below this one, for one seed of the run.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn part(&self, name: &str) -> Result<Self, ResultsError> {
        let folder = self.path().join(name);
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        Ok(Self { folder: self.folder.join(name), staging: Staging::Part { folder } })
    }

    /// The folder to write to.
    pub fn path(&self) -> &Path {
        match &self.staging {
            Staging::Numbered { .. } => &self.folder,
            Staging::Inside { folder: inside, .. } => inside.path(),
            Staging::Part { folder } => folder,
        }
    }

    /// The runs before this one that are kept after it; none if its folder is not one of the numbered ones.
    pub fn history(&self) -> Option<History> {
        let Staging::Numbered { build_dir, .. } = &self.staging else { return None };
        let number = self.folder.file_name()?.to_str()?.parse().ok()?;
        // This run is kept too.
        let earlier: Vec<_> = ended(build_dir).into_iter().rev().take(KEPT - 1).collect();
        Some(History::read(number, &earlier))
    }

    /// Where the user finds a file of this folder after the run.
    pub fn published(&self, file: &Path) -> PathBuf {
        file.strip_prefix(self.path()).map_or_else(|_| file.to_owned(), |rest| self.folder.join(rest))
    }

    /// Publishes the files and returns their folder.
    ///
    /// # Errors
    /// If the files cannot be moved, or the newest run cannot be recorded.
    pub fn publish(mut self) -> Result<PathBuf, ResultsError> {
        let folder = self.folder.clone();
        match &mut self.staging {
            Staging::Numbered { build_dir, is_published, .. } => {
                *is_published = true;
                let _ = fs::remove_file(folder.join(LOCK));
                let runs = build_dir.join(RUNS);
                let record = || {
                    link_newest(build_dir, &folder)?;
                    remove_old(&runs)
                };
                in_registry(&runs, record).map_err(at(&runs))?;
            }
            Staging::Inside { folder: inside, .. } => move_all(inside.path(), &folder).map_err(at(&folder))?,
            Staging::Part { .. } => {}
        }
        Ok(folder)
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if let Staging::Numbered { is_published: false, .. } = self.staging {
            // A folder without results is also removed by a later run.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn at(place: &Path) -> impl Fn(Error) -> ResultsError + '_ {
    |error| ResultsError { file: place.to_owned(), what: error.to_string() }
}

/// Runs `action` while no other process changes the list of runs.
fn in_registry<T>(runs: &Path, action: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    fs::create_dir_all(runs)?;
    let lock = File::create(runs.join(LOCK))?;
    lock.lock_exclusive()?;
    action()
}

/// Creates the folder with the next number and locks it.
fn reserve(runs: &Path) -> Result<(u64, File), Error> {
    let mut number = numbers(runs)?.last().map_or(1, |last| last + 1);
    while let Err(error) = fs::create_dir(runs.join(number.to_string())) {
        match error.kind() {
            ErrorKind::AlreadyExists => number += 1,
            _ => return Err(error),
        }
    }
    Ok((number, locked(&runs.join(number.to_string()))?))
}

/// Locks the folder of a run.
fn locked(run: &Path) -> Result<File, Error> {
    let lock = File::create(run.join(LOCK))?;
    lock.lock_exclusive()?;
    Ok(lock)
}

/// Whether the process of a run still writes to its folder.
fn is_running(run: &Path) -> Result<bool, Error> {
    match File::open(run.join(LOCK)) {
        Ok(lock) => Ok(!lock.try_lock_exclusive()?),
        Err(_) => Ok(false),
    }
}

/// Removes what killed runs have left in a folder of the user.
fn remove_killed(folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_of_run = entry.file_name().to_str().is_some_and(|name| name.starts_with(RUNNING));
        if is_of_run && !is_running(&entry.path())? {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Lets the link to the newest run point to `folder`. A folder in its place, of an older version, becomes a run.
fn link_newest(build_dir: &Path, folder: &Path) -> Result<(), Error> {
    let newest = build_dir.join(NEWEST);
    if newest.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        let (number, _lock) = reserve(&build_dir.join(RUNS))?;
        let run = build_dir.join(RUNS).join(number.to_string());
        fs::remove_file(run.join(LOCK))?;
        fs::rename(&newest, run)?;
    }
    let target = folder.strip_prefix(build_dir).unwrap_or(folder);
    let link = build_dir.join(format!(".{NEWEST}-{}", std::process::id()));
    let _ = fs::remove_file(&link);
    symlink(target, &link)?;
    fs::rename(&link, newest)
}

/// Removes the oldest runs, and runs that were killed.
fn remove_old(runs: &Path) -> Result<(), Error> {
    let numbers = numbers(runs)?.into_iter().rev();
    let (ended, others): (Vec<_>, Vec<_>) =
        numbers.map(|number| runs.join(number.to_string())).partition(|run| run.join(RESULTS).is_file());
    for run in ended.iter().skip(KEPT) {
        fs::remove_dir_all(run)?;
    }
    for run in others {
        if !is_running(&run)? {
            fs::remove_dir_all(run)?;
        }
    }
    Ok(())
}

/// Moves all entries of a folder into another. Folders of the same name are replaced; the results come last. Files that only
/// an earlier run has are removed.
fn move_all(from: &Path, to: &Path) -> Result<(), Error> {
    let mut entries = fs::read_dir(from)?.collect::<Result<Vec<_>, _>>()?;
    entries.retain(|entry| entry.file_name() != LOCK);
    entries.sort_by_key(|entry| (entry.file_name() == RESULTS, entry.file_name()));
    let replaced = tempfile::Builder::new().prefix(".replaced-").tempdir_in(to)?;
    // Without results of an earlier run, a file of this name is the user's.
    let stale = OPTIONAL_FILES.iter().filter(|name| to.join(RESULTS).is_file() && !from.join(name).exists());
    for name in stale.filter(|name| to.join(name).is_file()) {
        fs::rename(to.join(name), replaced.path().join(name))?;
    }
    for entry in entries {
        let target = to.join(entry.file_name());
        if target.is_dir() {
            fs::rename(&target, replaced.path().join(entry.file_name()))?;
        }
        fs::rename(entry.path(), target)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(build_dir: &Path) -> PathBuf {
        let output = OutputFolder::numbered(build_dir).expect("a folder");
        fs::write(output.path().join(RESULTS), output.path().display().to_string()).expect("results");
        output.publish().expect("the folder")
    }

    fn newest(build_dir: &Path) -> PathBuf {
        build_dir.join(NEWEST).canonicalize().expect("the newest run")
    }

    #[test]
    fn each_run_has_its_folder_and_the_last_ones_are_kept() {
        let build = tempfile::tempdir().expect("a folder");
        let build = build.path().canonicalize().expect("a path");
        // The results of an older version.
        fs::create_dir(build.join(NEWEST)).expect("a folder");
        fs::write(build.join(NEWEST).join(RESULTS), "old").expect("results");
        assert_eq!(ended(&build), build.join("runs/1"));
        assert_eq!(newest(&build), build.join("runs/1"));
        assert_eq!(fs::read_to_string(build.join("runs/2").join(RESULTS)).expect("results"), "old");
        (0..KEPT).for_each(|_| drop(ended(&build)));
        assert_eq!(numbers(&build.join(RUNS)).expect("runs"), (3..KEPT as u64 + 3).collect::<Vec<_>>());
    }

    #[test]
    fn runs_at_once_do_not_disturb_each_other_and_a_failed_or_killed_one_leaves_nothing() {
        let build = tempfile::tempdir().expect("a folder");
        let build = build.path().canonicalize().expect("a path");
        ended(&build);
        let slow = OutputFolder::numbered(&build).expect("a folder");
        drop(OutputFolder::numbered(&build).expect("a run that fails"));
        // A killed run: its process no longer holds the lock.
        fs::create_dir(build.join("runs/90")).expect("a folder");
        fs::write(build.join("runs/90").join(LOCK), "").expect("a lock");
        ended(&build);
        assert!(slow.path().is_dir() && !build.join("runs/90").exists() && !build.join("runs/3").exists());
        assert_eq!(newest(&build), build.join("runs/91"));
        fs::write(slow.path().join(RESULTS), "slow").expect("results");
        slow.publish().expect("the folder");
        assert_eq!(newest(&build), build.join("runs/2"), "the run that ended last");
    }

    #[test]
    fn given_folder_keeps_its_files_until_the_run_ends() {
        let given = tempfile::tempdir().expect("a folder");
        let given = given.path();
        fs::create_dir(given.join("repro")).expect("a folder");
        let files = [given.join(RESULTS), given.join("repro/old.pmu"), given.join("own.txt")];
        files.iter().for_each(|file| fs::write(file, "old").expect("a file"));
        drop(OutputFolder::given(given).expect("a run that fails"));
        fs::create_dir(given.join(".running-killed")).expect("a folder");
        let other = OutputFolder::given(given).expect("another run");
        // Coverage of an earlier run.
        fs::write(given.join(OPTIONAL_FILES[0]), "old").expect("a file");
        let output = OutputFolder::given(given).expect("a folder");
        fs::create_dir(output.path().join("repro")).expect("a folder");
        fs::write(output.path().join("repro/new.pmu"), "new").expect("a program");
        fs::write(output.path().join(RESULTS), "new").expect("results");
        assert_eq!(output.published(&output.path().join(RESULTS)), files[0]);
        assert!(files.iter().all(|file| fs::read(file).expect("a file") == b"old"));
        output.publish().expect("the folder");
        assert!(other.path().is_dir());
        drop(other);
        let mut names: Vec<_> =
            fs::read_dir(given).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, ["own.txt", "repro", RESULTS]);
        assert!(given.join("repro/new.pmu").is_file() && !files[1].exists());
        assert_eq!(fs::read(&files[0]).expect("results"), b"new");
    }
}
