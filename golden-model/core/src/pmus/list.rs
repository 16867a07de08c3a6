//! The list of PMUs: `pmus.toml` of the descriptions.

use super::configured::{Configurable, UserFile};
use crate::description::DescriptionError;
use crate::texts::text;
use crate::toml_keys;
use serde::Deserialize;
use std::sync::OnceLock;

/// The file, below the folder of the descriptions.
const FILE: &str = "pmus.toml";

/// The list as it was read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    pub pmus: Vec<Entry>,
    /// The PMUs that a user can configure.
    pub configurable: Vec<Configurable>,
}

/// A PMU.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub id: String,
    /// Family and unit: its folder in the descriptions, the RTL and the testbenches.
    pub folder: String,
    /// For a sub-block: the folder of the PMU that it is a part of.
    pub top: Option<String>,
    /// For a configured PMU: the folder of the configurable one.
    pub configures: Option<String>,
    /// Its configuration, if it is the user's.
    #[serde(skip)]
    pub user: Option<UserFile>,
}

static LIST: OnceLock<List> = OnceLock::new();

/// The list, which is read at the first call.
///
/// # Errors
/// If the file is invalid or cannot be read.
pub(super) fn read() -> Result<&'static List, DescriptionError> {
    if let Some(list) = LIST.get() {
        return Ok(list);
    }
    let wrong = |source| DescriptionError::Toml { file: FILE.to_owned(), source: Box::new(source) };
    let list: List = toml_keys::parse(text(FILE)?).map_err(wrong)?;
    let mut ids: Vec<_> = list.pmus.iter().map(|entry| &entry.id).collect();
    ids.sort();
    if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        let what = format!("id = \"{}\": two PMUs have this id", twice[0]);
        return Err(DescriptionError::Inconsistent { pmu: FILE.to_owned(), what });
    }
    Ok(LIST.get_or_init(|| list))
}

/// The list.
///
/// # Panics
/// Where [`read`] has an error.
pub(super) fn list() -> &'static List {
    read().unwrap_or_else(|error| panic!("{error}"))
}
