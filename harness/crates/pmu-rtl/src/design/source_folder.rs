//! An RTL without a manifest: all Verilog below a folder, or the files that the port map lists.

use super::missing_ports::MissingPorts;
use super::port_map::PortMap;
use super::rtl_design::Design;
use super::source_list::Listed;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Kinds of files below a folder, by extension.
const SOURCES: [&str; 2] = ["v", "sv"];
const INCLUDED: [&str; 2] = ["vh", "svh"];

/// The design of all Verilog below `folder`, or of the files in `[sources]` of the port map.
///
/// # Errors
/// [`BuildError::Manifest`] when there is no Verilog, when the port map cannot be read, or for a file of it that does not exist.
pub(crate) fn load(
    workspace: &Workspace,
    folder: &Path,
    top: &str,
    map: Option<&Path>,
    description: &Description,
) -> Result<Design, BuildError> {
    let folder = workspace.relative(folder);
    let settings = map.map(|map| workspace.relative(map));
    let map = settings.as_ref().map(|path| PortMap::read(workspace, path)).transpose()?.unwrap_or_default();
    let found = if map.sources.is_list() { Listed::default() } else { all_below(workspace, &folder)? };
    let listed = map.sources.resolve(workspace, &folder, found);
    let of_map = |what: String| BuildError::Manifest { path: settings.clone().unwrap_or_default(), what };
    let Listed { sources, include, define, lists, own } = listed.map_err(|what| of_map(format!("[sources] {what}")))?;
    let elsewhere = sources.iter().filter(|source| !own.is_empty() && !own.contains(source)).cloned().collect();
    let mut faults = Vec::new();
    let absences = MissingPorts::of(description, &map.ports, &mut faults);
    let states = map.states(top, description, &mut faults);
    let returning = description.spaces.iter().filter(|space| space.returns_old && map.bus.is_some());
    faults.extend(returning.map(|space| {
        format!("[bus] a write in the space {} answers with the old value, which no transfer on a bus does", space.name)
    }));
    Ok(Design {
        name: folder.clone(),
        folder,
        settings,
        lists,
        top: top.to_owned(),
        sources,
        include,
        define,
        states,
        select: None,
        own,
        elsewhere,
        parameters: map.parameters.clone(),
        map: Some(map),
        absences,
        faults,
    })
}

/// All Verilog below a folder, packages first, and the folders with included files.
fn all_below(workspace: &Workspace, folder: &Path) -> Result<Listed, BuildError> {
    let wrong = |what: String| BuildError::Manifest { path: folder.to_owned(), what };
    let mut found = FoundSources::default();
    found.collect(workspace, folder).map_err(|error| wrong(error.to_string()))?;
    if found.sources.is_empty() {
        return Err(wrong("there is no .v and no .sv file in it or below it".to_owned()));
    }
    // A package must be read before the files that use it.
    let is_package = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_pkg"));
    let (mut sources, others): (Vec<_>, Vec<_>) = found.sources.into_iter().partition(is_package);
    sources.extend(others);
    found.include.insert(folder.to_owned());
    Ok(Listed { sources, include: found.include.into_iter().collect(), ..Listed::default() })
}

/// The source files, in the order of their names.
#[derive(Default)]
struct FoundSources {
    sources: BTreeSet<PathBuf>,
    /// Folders with files to be included.
    include: BTreeSet<PathBuf>,
}

impl FoundSources {
    fn collect(&mut self, workspace: &Workspace, folder: &Path) -> std::io::Result<()> {
        for entry in std::fs::read_dir(workspace.root.join(folder))? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            let path = folder.join(&name);
            // A link to a folder is not followed: it may lead back up.
            if entry.file_type()?.is_dir() {
                self.collect(workspace, &path)?;
                continue;
            }
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if SOURCES.contains(&extension) {
                self.sources.insert(path);
            } else if INCLUDED.contains(&extension) {
                self.include.insert(folder.to_owned());
            }
        }
        Ok(())
    }
}
