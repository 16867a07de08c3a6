//! `testbenches/<family>/<unit>/seeded_bugs.toml`: seeded bugs of a PMU, preceded by those that it shares with others.

use super::bug::SeededBug;
use golden_model_core::suggest::unknown;
use golden_model_core::{toml_keys, Description, Layout};
use pmu_results::{claims, BugClass, NotApplicableClass};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Largest limit of cycles of random programs for a bug of higher order.
const MOST_RANDOM: u64 = 10_000_000;

/// An invalid list of seeded bugs.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct SeededBugsError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

/// The bugs of a PMU.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeededBugs {
    /// Seeded bugs, in the order of the file.
    #[serde(rename = "bug", default)]
    pub bugs: Vec<SeededBug>,
    /// Bug classes without a bug, with the reasons.
    #[serde(default)]
    pub not_applicable: Vec<NotApplicable>,
}

/// A class without a bug on this PMU.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotApplicable {
    /// The class.
    pub class: BugClass,
    /// The property of the PMU that makes it impossible.
    pub reason: String,
}

impl From<&NotApplicable> for NotApplicableClass {
    fn from(entry: &NotApplicable) -> Self {
        Self { class: entry.class, because: entry.reason.clone() }
    }
}

impl SeededBugs {
    /// Reads the list of a PMU and checks it against the RTL in `folder`, the description and the names of the directed
    /// programs.
    ///
    /// # Errors
    /// [`SeededBugsError`] for any error in the list, including a class that has neither a bug nor a reason.
    pub fn read(
        file: &Path,
        folder: &Path,
        description: &Description,
        programs: &[&str],
    ) -> Result<Self, SeededBugsError> {
        let wrong = |what: String| SeededBugsError { file: file.to_owned(), what };
        let seeded_bugs = Self::load(file, description)?;
        let observed = description.observation_layout();
        for (position, bug) in seeded_bugs.bugs.iter().enumerate() {
            let named = |what: String| wrong(format!("bug {}: {what}", bug.name));
            if seeded_bugs.bugs[..position].iter().any(|earlier| earlier.name == bug.name) {
                return Err(named("the name is not unique".to_owned()));
            }
            if bug.breaks.is_empty() {
                return Err(named("`breaks` names no requirement".to_owned()));
            }
            if let Some(id) = bug.breaks.iter().find(|id| !description.knows(id)) {
                return Err(named(format!("there is no requirement {id}")));
            }
            check_limits(bug).map_err(named)?;
            if let Some(check) = &bug.caught_by {
                if !programs.contains(&check.program.as_str()) {
                    return Err(named(unknown("directed program", &check.program, programs.iter())));
                }
                if !is_value(&check.value, &observed) {
                    return Err(named(format!("there is no output or state word {}", check.value)));
                }
            }
            let mut known = claims().map(|(name, _)| name);
            if let Some(check) = bug.metamorphic.as_ref().filter(|check| !known.any(|name| name == check.as_str())) {
                let known = claims().map(|(name, _)| name);
                return Err(named(unknown("metamorphic check", check, known)));
            }
            bug.read(folder).and_then(|text| bug.patch(&text)).map_err(named)?;
        }
        seeded_bugs.check_classes().map_err(wrong)?;
        Ok(seeded_bugs)
    }

    /// Reads the list of a PMU and checks its syntax only.
    ///
    /// # Errors
    /// [`SeededBugsError`] when a file is missing or has a syntax error.
    pub fn load(file: &Path, description: &Description) -> Result<Self, SeededBugsError> {
        let unreadable = |(file, what)| SeededBugsError { file, what };
        let texts = pmu_verify::shared_files::texts(file, &description.shared).map_err(unreadable)?;
        if texts.is_empty() {
            let what = "cannot be read: there is no such file".to_owned();
            return Err(SeededBugsError { file: file.to_owned(), what });
        }
        let mut seeded_bugs = Self { bugs: Vec::new(), not_applicable: Vec::new() };
        for (file, text) in texts {
            let part: Self =
                toml_keys::parse(&text).map_err(|error| SeededBugsError { file, what: error.to_string() })?;
            seeded_bugs.bugs.extend(part.bugs);
            seeded_bugs.not_applicable.extend(part.not_applicable);
        }
        for bug in &mut seeded_bugs.bugs {
            if let Some(check) = &mut bug.caught_by {
                check.value = description.full_name(&check.value);
            }
        }
        Ok(seeded_bugs)
    }

    /// Checks that every class has either bugs or a reason.
    fn check_classes(&self) -> Result<(), String> {
        for class in BugClass::ALL {
            let has_bug = self.bugs.iter().any(|bug| bug.class == class);
            let reasons = self.not_applicable.iter().filter(|entry| entry.class == class).count();
            match (has_bug, reasons) {
                (true, 0) | (false, 1) => {}
                (true, _) => return Err(format!("class \"{class}\" has a bug and a [[not_applicable]]")),
                (false, 0) => {
                    return Err(format!(
                        "class \"{class}\" has no bug; add one, or a [[not_applicable]] with the reason"
                    ))
                }
                (false, _) => return Err(format!("class \"{class}\" has two [[not_applicable]]")),
            }
        }
        match self.not_applicable.iter().find(|entry| entry.reason.trim().is_empty()) {
            Some(entry) => Err(format!("class \"{}\": [[not_applicable]] without a reason", entry.class)),
            None => Ok(()),
        }
    }
}

/// Checks that a bug names what must catch it, with limits.
fn check_limits(bug: &SeededBug) -> Result<(), String> {
    let within = bug.random_within.unwrap_or(0);
    match (bug.kind, &bug.caught_by, bug.within) {
        (_, Some(_), None) | (_, None, Some(_)) => Err("`caught_by` and `within` belong together".to_owned()),
        (None, None, None) => Err("`caught_by` names no check; only a bug with a `kind` may have none".to_owned()),
        _ if bug.missed_by_random.as_ref().is_some_and(|what| what.trim().is_empty()) => {
            Err("`missed_by_random` names the stimulus that would find the bug".to_owned())
        }
        (None, ..) | (_, None, _) if bug.missed_by_random.is_some() => {
            Err("`missed_by_random` is for a bug with a `kind` and `caught_by`".to_owned())
        }
        (Some(_), ..) if bug.missed_by_random.is_some() && bug.random_within.is_none() => Ok(()),
        (Some(_), ..) if bug.missed_by_random.is_some() || !(1..=MOST_RANDOM).contains(&within) => {
            Err(format!("a bug with a `kind` needs `random_within`, from 1 to {MOST_RANDOM}, or `missed_by_random`"))
        }
        _ => Ok(()),
    }
}

/// Whether a divergence can name the value, which is a slot or a field of one.
fn is_value(value: &str, observed: &Layout) -> bool {
    let of_field = || value.rsplit_once('.').is_some_and(|(slot, _)| observed.find(slot).is_some());
    observed.find(value).is_some() || of_field()
}
