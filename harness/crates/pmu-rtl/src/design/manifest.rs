//! `rtl.toml`: the sources of one RTL and the signals of the description's state words.

use super::missing_ports::MissingPorts;
use super::parameters;
use super::port_map::{Parameters, PortMapping};
use super::rtl_design::{folder_of, Design};
use super::state_placement::StatePlacement;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::{toml_keys, Description};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Contents of a manifest. Paths are relative to its folder.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub top: String,
    pub sources: Vec<PathBuf>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<PathBuf>,
    pub select: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sub_blocks: Vec<PathBuf>,
    /// Sources of a sub-block whose coverage counts; the others belong to its top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted_sources: Vec<PathBuf>,
    #[serde(default)]
    pub state: Vec<State>,
    /// The ports of the description that a netlist lacks, as in a port map.
    #[serde(default, skip_serializing)]
    pub ports: BTreeMap<String, PortMapping>,
    /// Sub-blocks of this top that are verified alone, in generated wrappers.
    #[serde(default, skip_serializing)]
    pub wrapper: Vec<Wrapper>,
}

/// Location of the state words of one name.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    pub name: String,
    pub module: String,
    pub signal: String,
    pub path: String,
}

impl State {
    pub fn placement(&self) -> StatePlacement<'_> {
        let Self { name, module, signal, path } = self;
        StatePlacement { name, path, module, signal: Some(signal) }
    }
}

/// What the wrapper of a sub-block needs in addition to the descriptions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wrapper {
    /// Id of the sub-block.
    pub pmu: String,
    /// Names and values of the parameters of the top module.
    pub parameters: Vec<(String, u32)>,
    /// Sources of the top whose coverage counts for the sub-block.
    pub counted_sources: Vec<PathBuf>,
}

/// Parses the manifest at `path`, which is relative to the root.
pub(crate) fn read(workspace: &Workspace, path: &Path) -> Result<Manifest, BuildError> {
    let wrong = |what: String| BuildError::Manifest { path: path.to_owned(), what };
    let text = std::fs::read_to_string(workspace.root.join(path)).map_err(|error| wrong(error.to_string()))?;
    toml_keys::parse(&text).map_err(|error| wrong(error.to_string()))
}

/// Reads and checks the manifest at `path`.
///
/// # Errors
/// [`BuildError::Manifest`] for any error in it, including a missing source.
pub(crate) fn load(workspace: &Workspace, path: &Path, description: &Description) -> Result<Design, BuildError> {
    let path = workspace.relative(path);
    let wrong = |what: String| BuildError::Manifest { path: path.clone(), what };
    let manifest = read(workspace, &path)?;
    if manifest.sources.is_empty() {
        return Err(wrong("it lists no sources".to_owned()));
    }
    let place = |given: &PathBuf| workspace.relative(&folder_of(&path).join(given));
    let sources: Vec<PathBuf> = manifest.sources.iter().map(place).collect();
    let include: Vec<PathBuf> = manifest.include.iter().map(place).collect();
    if let Some(source) = sources.iter().find(|source| !workspace.root.join(source).is_file()) {
        return Err(wrong(format!("source {} does not exist", source.display())));
    }
    if let Some(folder) = include.iter().find(|folder| !workspace.root.join(folder).is_dir()) {
        return Err(wrong(format!("include directory {} does not exist", folder.display())));
    }
    let mut elsewhere = Vec::new();
    for block in manifest.sub_blocks.iter().map(place) {
        elsewhere.extend(sources_of(workspace, &block).map_err(&wrong)?);
    }
    elsewhere.retain(|file| sources.contains(file));
    let own: Vec<PathBuf> = manifest.counted_sources.iter().map(place).collect();
    if let Some(file) = own.iter().find(|file| !sources.contains(file)) {
        return Err(wrong(format!("counted_sources: {} is not one of the sources", file.display())));
    }
    if !own.is_empty() {
        elsewhere.extend(sources.iter().filter(|file| !own.contains(file)).cloned());
    }
    if let Some((name, _)) = manifest.ports.iter().find(|(_, mapping)| !mapping.is_absent()) {
        return Err(wrong(format!("ports: {name}: a manifest can only declare a port absent")));
    }
    let mut states = vec![None; description.states.len()];
    for state in &manifest.state {
        state.placement().apply(description, &mut states).map_err(&wrong)?;
    }
    let mut faults = Vec::new();
    let absences = MissingPorts::of(description, &manifest.ports, &mut faults);
    let mut design = Design {
        folder: folder_of(&path).to_owned(),
        name: path.clone(),
        settings: Some(path),
        lists: Vec::new(),
        top: manifest.top,
        sources,
        include,
        define: BTreeMap::new(),
        states,
        select: manifest.select,
        own,
        elsewhere,
        parameters: Parameters::default(),
        map: None,
        absences,
        faults,
    };
    design.parameters = parameters::selecting(description, &design, workspace);
    Ok(design)
}

/// The sources that another manifest lists.
fn sources_of(workspace: &Workspace, manifest: &Path) -> Result<Vec<PathBuf>, String> {
    #[derive(Deserialize)]
    struct Sources {
        sources: Vec<PathBuf>,
    }
    let wrong = |what: String| format!("sub_blocks: {}: {what}", manifest.display());
    let text = std::fs::read_to_string(workspace.root.join(manifest)).map_err(|error| wrong(error.to_string()))?;
    let listed: Sources = toml_keys::parse(&text).map_err(|error| wrong(error.to_string()))?;
    Ok(listed.sources.iter().map(|file| workspace.relative(&folder_of(manifest).join(file))).collect())
}
