//! The files of an RTL, by content.

use super::rtl_design::Design;
use super::state_path::StateLocation;
use crate::cache::key::Components;
use crate::error::BuildError;
use crate::model::verilate::Verilated;
use crate::tools::toolchain::Verilator;
use crate::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Extensions of the files in include directories that count as part of the RTL.
const VERILOG: [&str; 4] = ["v", "vh", "sv", "svh"];

/// The manifest or port map, the sources and all Verilog in the include directories. They are identified by their
/// contents and their names without folders, so that moved RTL has the same identity.
pub(crate) struct Inputs {
    files: BTreeSet<PathBuf>,
    components: Components,
    /// The same, with only the code of Verilog files.
    code: Components,
}

impl Inputs {
    /// Reads and hashes them.
    pub fn read(workspace: &Workspace, design: &Design) -> Result<Self, BuildError> {
        let mut files: BTreeSet<PathBuf> = design.sources.iter().cloned().collect();
        files.extend(design.settings.iter().chain(&design.lists).cloned());
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
        let (mut components, mut code) = (Components::default(), Components::default());
        if design.map.is_some() {
            // RTL without a manifest.
            components.text("top module", &design.top);
            code.text("top module", &design.top);
        } else {
            // Those of a port map are in its file.
            for (name, value) in &design.parameters {
                let name = format!("parameter {name}");
                components.text(name.clone(), &value.0);
                code.text(name, &value.0);
            }
        }
        for (name, contents) in contents(workspace, design, &files)? {
            for (number, content) in contents.iter().enumerate() {
                let name = if number == 0 { name.clone() } else { format!("{name} ({})", number + 1) };
                components.rtl(&name, content);
                code.rtl(&name, super::code::code(&String::from_utf8_lossy(content)).as_bytes());
            }
        }
        Ok(Self { files, components, code })
    }

    /// The file names, relative to the workspace's root if they are below it.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter()
    }

    /// The file names without folders, and the hashes.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The same over the code only: changed comments and layout do not change it.
    pub fn code(&self) -> &Components {
        &self.code
    }

    /// The file of that name with its folder, for messages; a name that no longer exists is returned unchanged.
    pub fn listed(&self, name: &str) -> String {
        let named = |file: &&PathBuf| name_of(file) == name;
        self.files.iter().find(named).map_or_else(|| name.to_owned(), |file| file.display().to_string())
    }

    /// Checks that Verilator read hashed files only: changes of any other file would go unnoticed.
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

/// The contents of files by their names without folders; files of the same name are in the order of their contents.
fn contents(
    workspace: &Workspace,
    design: &Design,
    files: &BTreeSet<PathBuf>,
) -> Result<BTreeMap<String, Vec<Vec<u8>>>, BuildError> {
    let mut contents: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for file in files {
        let is_manifest = design.map.is_none() && design.settings.as_ref() == Some(file);
        let content = match is_manifest {
            true => manifest(design).into_bytes(),
            false => {
                let place = workspace.root.join(file);
                fs::read(&place).map_err(BuildError::io("read", &place))?
            }
        };
        contents.entry(name_of(file)).or_default().push(content);
    }
    contents.values_mut().for_each(|contents| contents.sort_unstable());
    Ok(contents)
}

/// The contents of a manifest, without folders and comments.
fn manifest(design: &Design) -> String {
    let Design { top, select, sources, own, elsewhere, states, .. } = design;
    let mut text = format!("top {top}\nselect {}\n", select.as_deref().unwrap_or_default());
    for (what, files) in [("source", sources), ("own", own), ("elsewhere", elsewhere)] {
        text.extend(files.iter().map(|file| format!("{what} {}\n", name_of(file))));
    }
    for (position, place) in states.iter().enumerate() {
        if let Some(StateLocation { module, path, .. }) = place {
            let (signal, select) = path.parts();
            text += &format!("state {position} {module} {signal}{select}\n");
        }
    }
    text
}

/// A file's name without its folder.
fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RtlSource, ToolChoice};
    use golden_model_core::Pmu;

    const SOURCES: [&str; 2] = ["common/pmu_counter.v", "nhmex_bbox/nhmex_bbox.v"];

    /// The hash of two sources and a manifest in these folders.
    fn hash(manifest: &str, text: &str, places: [&str; 2]) -> String {
        let root = tempfile::tempdir().expect("a folder");
        for (place, text) in places.into_iter().zip(["one", text]).chain([(manifest, "")]) {
            let file = root.path().join("rtl").join(place);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        let file = root.path().join("rtl").join(manifest);
        let sources = places.map(|place| format!("\"{}\"", root.path().join("rtl").join(place).display()));
        fs::write(&file, format!("top = \"nhmex_bbox\"\nsources = [{}]\n", sources.join(", "))).expect("a manifest");
        let workspace =
            Workspace::new(root.path(), &root.path().join("build"), ToolChoice::default()).expect("a workspace");
        let description = Pmu::find("nhmex_bbox").expect("a PMU").description;
        let design = Design::load(&workspace, &RtlSource::Manifest(file), &description).expect("a design");
        Inputs::read(&workspace, &design).expect("files").code().hash()
    }

    #[test]
    fn moved_rtl_has_the_same_hash_and_changed_rtl_has_not() {
        let here = hash("nhmex_bbox/rtl.toml", "two", SOURCES);
        let moved = ["intel/common/pmu_counter.v", "intel/nhmex/bbox/nhmex_bbox.v"];
        assert_eq!(hash("intel/nhmex/bbox/rtl.toml", "two", moved), here);
        assert_eq!(hash("nhmex_bbox/rtl.toml", "// A comment.\n  two // and another\n", SOURCES), here);
        assert_ne!(hash("nhmex_bbox/rtl.toml", "three", SOURCES), here);
        let renamed = ["common/pmu_counter.v", "nhmex_bbox/bbox.v"];
        assert_ne!(hash("nhmex_bbox/rtl.toml", "two", renamed), here);
    }
}
