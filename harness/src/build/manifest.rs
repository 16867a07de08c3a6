//! `rtl.toml`: the sources of one RTL and where the description's state words live in it.

use super::state::{StatePath, StatePlace};
use super::{BuildError, Workspace};
use golden_model::Description;
use regex::Regex;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A checked manifest. Paths are relative to the workspace's root where they lie below it.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    /// The manifest itself.
    pub path: PathBuf,
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// For each entry of [`Description::states`] its place, if the manifest gives one.
    pub states: Vec<Option<StatePlace>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawManifest {
    top: String,
    sources: Vec<PathBuf>,
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    state: Vec<RawState>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawState {
    name: String,
    module: String,
    signal: String,
    path: String,
}

impl Manifest {
    /// The folder that the manifest's own paths start from.
    pub fn folder(&self) -> &Path {
        folder_of(&self.path)
    }

    /// Reads and checks the manifest at `path`.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for anything that is wrong in it, a missing source included.
    pub fn load(workspace: &Workspace, path: &Path, description: &Description) -> Result<Self, BuildError> {
        let path = workspace.relative(path);
        let wrong = |what: String| BuildError::Manifest { path: path.clone(), what };
        let text = std::fs::read_to_string(workspace.root.join(&path)).map_err(|error| wrong(error.to_string()))?;
        let raw: RawManifest = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if raw.sources.is_empty() {
            return Err(wrong("it lists no sources".to_owned()));
        }
        let place = |given: &PathBuf| workspace.relative(&folder_of(&path).join(given));
        let sources: Vec<PathBuf> = raw.sources.iter().map(place).collect();
        let include: Vec<PathBuf> = raw.include.iter().map(place).collect();
        if let Some(source) = sources.iter().find(|source| !workspace.root.join(source).is_file()) {
            return Err(wrong(format!("source {} does not exist", source.display())));
        }
        if let Some(folder) = include.iter().find(|folder| !workspace.root.join(folder).is_dir()) {
            return Err(wrong(format!("include directory {} does not exist", folder.display())));
        }
        let mut states = vec![None; description.states.len()];
        for state in &raw.state {
            place_words(state, description, &mut states).map_err(&wrong)?;
        }
        Ok(Self { path, top: raw.top, sources, include, states })
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Finds all state words that `state.name` stands for and notes their places.
fn place_words(state: &RawState, description: &Description, places: &mut [Option<StatePlace>]) -> Result<(), String> {
    let pattern = regex::escape(&state.name).replace(r"\{unit\}", "(?<unit>[0-9]+)");
    let pattern = pattern.replace(r"\{index\}", "(?<index>[0-9]+)");
    let pattern = Regex::new(&format!("^{pattern}$"))
        .map_err(|_| format!("state {}: each of {{unit}} and {{index}} may stand in a name once", state.name))?;
    let mut found = false;
    for (word, place) in description.states.iter().zip(places) {
        let Some(captures) = pattern.captures(&word.name) else {
            continue;
        };
        found = true;
        let mut path = state.path.clone();
        for placeholder in ["unit", "index"] {
            if let Some(number) = captures.name(placeholder) {
                path = path.replace(&format!("{{{placeholder}}}"), number.as_str());
            }
        }
        if path.contains(['{', '}']) {
            return Err(format!("state {}: path {} has a placeholder that the name has not", state.name, state.path));
        }
        let path = StatePath::parse(&path).map_err(|what| format!("state {}: {what}", word.name))?;
        if path.signal() != state.signal {
            return Err(format!("state {}: path {path} does not end in signal {}", word.name, state.signal));
        }
        if place.is_some() {
            return Err(format!("state {} is given twice", word.name));
        }
        *place = Some(StatePlace { module: state.module.clone(), signal: state.signal.clone(), path });
    }
    if !found {
        let known: Vec<_> = description.states.iter().map(|word| word.name.as_str()).collect();
        return Err(format!("{} has no state {}; it has {}", description.id, state.name, known.join(", ")));
    }
    Ok(())
}
