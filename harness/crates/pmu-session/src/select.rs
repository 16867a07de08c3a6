//! Selects a PMU by its id, with options of its choices or a configuration.

use crate::error::SessionError;
use golden_model_core::suggest::unknown;
use golden_model_core::{pmus, Choices, ChosenOption, Pmu};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Environment variable with the folder of the descriptions. Without it, they are those that the library carries, or else those of
/// the checkout from which it was built.
const DESCRIPTIONS: &str = "PMU_DESCRIPTIONS";

/// The configurations that this process has read: file, text and id of each.
static CONFIGURED: Mutex<Vec<(PathBuf, String, &'static str)>> = Mutex::new(Vec::new());

/// The PMU of an id, such as `k8`.
///
/// `choices` are options such as `K8-A14=queued`, separated by spaces or commas; other choices have their defaults. `configuration`
/// is the file of a configurable PMU, or empty; `pmu` is then the id in the file, or empty.
///
/// # Errors
/// An unknown PMU, choice or option; a wrong or unreadable configuration or description.
pub fn select(pmu: &str, choices: &str, configuration: &str) -> Result<&'static Pmu, SessionError> {
    read_descriptions()?;
    let id = match configuration {
        "" => pmu,
        file => configured(Path::new(file), pmu)?,
    };
    let default = Pmu::load(id).ok_or_else(|| SessionError::input(unknown("PMU", id, Pmu::ids())))??;
    if !default.is_linked() {
        return Err(SessionError::input(format!("{id}: no golden model of it is linked; link libpmu_model.so, or all of libpmu_model.a with --whole-archive")));
    }
    let mut chosen = Choices::default();
    for option in choices.split([' ', ',']).filter(|option| !option.is_empty()) {
        let option: ChosenOption = option.parse().map_err(|what| SessionError::input(format!("{option}: {what}")))?;
        chosen.add(option).map_err(|error| SessionError::input(error.to_string()))?;
    }
    let chosen = default.description.choosing(&chosen).map_err(|error| SessionError::input(error.to_string()))?;
    Ok(Pmu::with(id, &chosen).unwrap_or(default))
}

/// The ids of all PMUs.
///
/// # Errors
/// If the list of PMUs is wrong or cannot be read.
pub fn ids() -> Result<impl Iterator<Item = &'static str>, SessionError> {
    read_descriptions()?;
    Ok(Pmu::ids())
}

/// Reads the list of PMUs. All descriptions are those in the folder that the user names, if this is the first call.
fn read_descriptions() -> Result<(), SessionError> {
    let Some(folder) = std::env::var_os(DESCRIPTIONS).map(PathBuf::from) else { return Ok(pmus::read()?) };
    if !folder.join("pmus.toml").is_file() {
        return Err(SessionError::input(format!(
            "{DESCRIPTIONS}={}: there is no pmus.toml in it; name the folder golden-model/descriptions",
            folder.display()
        )));
    }
    Ok(pmus::read_from(folder)?)
}

/// The id of the PMU that a file configures. A file is read once in a process.
fn configured(file: &Path, pmu: &str) -> Result<&'static str, SessionError> {
    let unreadable = |error| SessionError::input(format!("configuration {}: cannot be read: {error}", file.display()));
    let text = std::fs::read_to_string(file).map_err(unreadable)?;
    let mut known = CONFIGURED.lock().unwrap_or_else(PoisonError::into_inner);
    let id = match known.iter().find(|(other, ..)| other == file) {
        Some((_, same, id)) if *same == text => id,
        Some(_) => {
            let what = "has changed since this process read it; start the simulation again";
            return Err(SessionError::input(format!("configuration {} {what}", file.display())));
        }
        None => {
            let id = Pmu::configure(file, &text)?;
            known.push((file.to_owned(), text, id));
            id
        }
    };
    match pmu.is_empty() || pmu == id {
        true => Ok(id),
        false => Err(SessionError::input(format!("configuration {}: its id is {id}, not {pmu}", file.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(pmu: &str, choices: &str, configuration: &str) -> String {
        select(pmu, choices, configuration).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn options_and_configurations_are_selected() {
        assert_eq!(select("k8", "", "").expect("a PMU").description.id, "k8");
        let pmu = select("k8", "K8-A15=pulse", "").expect("a PMU");
        assert_eq!(pmu.description.satisfies("K8-A15=pulse"), Ok(true));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("core.toml");
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let known =
            std::fs::read_to_string(root.join("golden-model/descriptions/riscv/hpm/hpm64.toml")).expect("a file");
        std::fs::write(&file, known.replace("riscv_hpm64", "session_core")).expect("a file");
        let file = file.display().to_string();
        let first = select("", "", &file).expect("a PMU");
        let again = select("session_core", "", &file).expect("the same PMU");
        assert!(std::ptr::eq(first, again) && first.description.id == "session_core");
        assert!(error("other_core", "", &file).ends_with("its id is session_core, not other_core"));
        std::fs::write(&file, "changed").expect("a file");
        assert!(error("", "", &file).contains("has changed"));
    }

    #[test]
    fn wrong_names_are_one_clear_error() {
        assert!(error("k9", "", "").starts_with("there is no PMU `k9`"), "{}", error("k9", "", ""));
        assert!(error("k8", "K8-A99=x", "").contains("K8-A99"));
        assert!(error("k8", "K8-A15=x", "").contains("x"));
        assert!(error("k8", "pulse", "").contains("ID=OPTION"));
        assert!(error("", "", "/no/such.toml").contains("/no/such.toml: cannot be read"));
    }
}
