//! The files that an RTL consists of, by content.

use super::rtl_design::Design;
use crate::cache::key::Components;
use crate::error::BuildError;
use crate::model::verilate::Verilated;
use crate::tools::toolchain::Verilator;
use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Extensions of the files in include directories that count as part of the RTL.
const VERILOG: [&str; 4] = ["v", "vh", "sv", "svh"];

/// The manifest or port map, the sources and all Verilog in the include directories.
pub(crate) struct Inputs {
    files: BTreeSet<PathBuf>,
    components: Components,
}

impl Inputs {
    /// Reads and hashes them.
    pub fn read(workspace: &Workspace, design: &Design) -> Result<Self, BuildError> {
        let mut files: BTreeSet<PathBuf> = design.sources.iter().cloned().collect();
        files.extend(design.settings.clone());
        for folder in &design.include {
            let place = workspace.root.join(folder);
            for entry in fs::read_dir(&place).map_err(BuildError::io("list", &place))? {
                let name = PathBuf::from(entry.map_err(BuildError::io("list", &place))?.file_name());
                let extension = name.extension().and_then(|extension| extension.to_str());
                if extension.is_some_and(|extension| VERILOG.contains(&extension)) {
                    files.insert(workspace.relative(&folder.join(name)));
                }
            }
        }
        let mut components = Components::default();
        if design.map.is_some() {
            // No manifest says it.
            components.text("top module", &design.top);
        }
        for file in &files {
            let place = workspace.root.join(file);
            let content = fs::read(&place).map_err(BuildError::io("read", &place))?;
            components.rtl(&workspace.name_from(&design.folder, file), &content);
        }
        Ok(Self { files, components })
    }

    /// Their names and hashes.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Holds what Verilator has read against what was hashed: a file besides would be one whose change goes unnoticed.
    pub fn check(
        &self,
        workspace: &Workspace,
        design: &Design,
        model: &Verilated,
        verilator: &Verilator,
    ) -> Result<(), BuildError> {
        let of_verilator = |file: &&Path| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            file.starts_with(&verilator.root) || name.starts_with("verilator")
        };
        let files = model.inputs.iter().map(PathBuf::as_path).filter(|file| !of_verilator(file));
        match files.map(|file| workspace.relative(file)).find(|file| !self.files.contains(file)) {
            None => Ok(()),
            Some(file) => {
                let file = file.display();
                let extensions = VERILOG.map(|extension| format!(".{extension}")).join(", ");
                let what = match &design.map {
                    None => format!(
                        "the RTL reads {file}, which the manifest does not cover: add it to sources, or its directory to \
                         include under a name that ends in one of {extensions}"
                    ),
                    Some(_) => format!(
                        "the RTL reads {file}, whose changes would go unnoticed: put it below this folder under a name \
                         that ends in .vh or .svh"
                    ),
                };
                Err(BuildError::Manifest { path: design.name.clone(), what })
            }
        }
    }
}
