//! `compare`: what is worse or better in one run than in another.

use super::args::Compare;
use super::screen::{print_verbatim, say};
use super::status::Status;
use crate::results::{read, Comparison};
use crate::run::kept::{ended, newest, NEWEST, RESULTS, RUNS};
use crate::Error;
use pmu_support::{display_path, ranges};
use std::path::{Path, PathBuf};

pub(super) fn compare(arguments: &Compare) -> Result<Status, Error> {
    let (a, b) = match (&arguments.a, &arguments.b) {
        (Some(a), Some(b)) => (named(a)?, named(b)?),
        (Some(a), None) => {
            let kept = KeptRuns::find()?;
            (named(a)?, kept.file(kept.newest()?)?)
        }
        (None, _) => {
            let kept = KeptRuns::find()?;
            let newest = kept.newest()?;
            (kept.file(kept.before(newest)?)?, kept.file(newest)?)
        }
    };
    if matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b) {
        let file = display_path(&a);
        return Err(Error::Input(format!("A and B are the same run, {file}; give two different runs")));
    }
    let (of_a, of_b) = (read(&a)?, read(&b)?);
    let [name_a, name_b] = [&a, &b].map(|file| display_path(file));
    let comparison = Comparison::new((&name_a, &of_a), (&name_b, &of_b));
    let comparison = comparison.map_err(|error| Error::Input(error.to_string()))?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&comparison).map_err(|error| Error::Environment(error.to_string()))?;
        print_verbatim(&text);
    } else {
        comparison.lines().iter().for_each(|line| say!("{line}"));
    }
    Ok(if comparison.is_worse { Status::Diverged } else { Status::Pass })
}

/// The results that the user names: by the number of a run, by its folder or by the file.
fn named(text: &str) -> Result<PathBuf, Error> {
    if let Ok(number) = text.parse::<u64>() {
        return KeptRuns::find()?.file(number);
    }
    let path = Path::new(text);
    if path.is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        let what = "there is no such file or folder; give results.json, the folder of a run, or the number of a run";
        let kept = KeptRuns::find().map(|kept| format!(" ({})", kept.list())).unwrap_or_default();
        return Err(Error::Input(format!("{text}: {what}{kept}")));
    }
    let file = path.join(RESULTS);
    match file.is_file() {
        true => Ok(file),
        false => {
            Err(Error::Input(format!("{text}: the folder has no {RESULTS}; give the folder of a run that has ended")))
        }
    }
}

/// The runs below the build directory.
struct KeptRuns {
    build_dir: PathBuf,
    /// Number and folder of each that has ended.
    runs: Vec<(u64, PathBuf)>,
}

impl KeptRuns {
    fn find() -> Result<Self, Error> {
        let build_dir = super::workspace()?.build_dir().to_owned();
        Ok(Self { runs: ended(&build_dir), build_dir })
    }

    /// The numbers of the runs, for messages.
    fn list(&self) -> String {
        let runs = display_path(&self.build_dir.join(RUNS));
        match self.runs.is_empty() {
            true => format!("{runs} has no run that has ended; `make sim` makes one"),
            false => format!("{runs} has {}", ranges(&self.runs.iter().map(|(number, _)| *number).collect())),
        }
    }

    /// The results of a run.
    fn file(&self, number: u64) -> Result<PathBuf, Error> {
        let run = self.runs.iter().find(|(known, _)| *known == number);
        let missing = || {
            let is_there = self.build_dir.join(RUNS).join(number.to_string()).is_dir();
            let what = if is_there { "has not ended" } else { "is not kept" };
            Error::Input(format!("run {number} {what}: {}", self.list()))
        };
        run.map(|(_, folder)| folder.join(RESULTS)).ok_or_else(missing)
    }

    /// The number of the run that ended last.
    fn newest(&self) -> Result<u64, Error> {
        newest(&self.build_dir).ok_or_else(|| {
            let link = display_path(&self.build_dir.join(NEWEST));
            Error::Input(format!("there is no newest run, since {link} points to none: {}", self.list()))
        })
    }

    /// The number of the run before another.
    fn before(&self, number: u64) -> Result<u64, Error> {
        let earlier = self.runs.iter().map(|(known, _)| *known).filter(|known| *known < number);
        earlier.max().ok_or_else(|| {
            Error::Input(format!(
                "there is no run before run {number}, the newest; give A, or run again: {}",
                self.list()
            ))
        })
    }
}
