//! Folders and files of a new PMU, made from templates with placeholders as in the TOML descriptions.

use super::templates::{Folder, Template, FAMILY, PMU_TOML};
use golden_model_core::placeholders::expand;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Folder with the crate of the models of each family.
pub(super) const MODELS: &str = "golden-model/models";

/// Placeholders of the files themselves: the index of an element, and the counter of a coverage group.
const KEPT: [&str; 4] = ["index", "counter", "select", "i"];

/// Names of a PMU and of its folders.
pub(super) struct Place<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub family: &'a str,
    pub unit: &'a str,
}

impl Place<'_> {
    /// The folder of the crate with the models of the family.
    pub fn crate_folder(&self) -> PathBuf {
        Path::new(MODELS).join(self.family)
    }

    /// The name of that crate.
    pub fn package(&self) -> String {
        format!("golden-model-{}", self.family.replace('_', "-"))
    }

    /// The folders in the order of [`Folder`](super::templates::Folder), each with that of its family.
    fn folders(&self) -> [(PathBuf, PathBuf); 4] {
        let below = |place: &str, within: &str| {
            let family = Path::new(place).join(self.family);
            let unit = family.join(within).join(self.unit);
            (family, unit)
        };
        [below("golden-model/descriptions", ""), below(MODELS, "src"), below("rtl", ""), below("testbenches", "")]
    }
}

/// Folders and files of a new PMU, relative to the root of the workspace.
pub(super) struct Skeleton {
    /// Each with the folder of its family.
    folders: Vec<(PathBuf, PathBuf)>,
    files: Vec<(PathBuf, String)>,
}

/// Written files. Dropping the value removes them, unless [`keep`](Self::keep) was called.
pub(super) struct Written {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Skeleton {
    /// The files of a PMU from these templates, and those of its family if it is new. The text `description` replaces that of the
    /// template of `pmu.toml`.
    ///
    /// # Errors
    /// If a template has an unknown placeholder.
    pub fn new(
        place: &Place,
        templates: &[Template],
        is_new_family: bool,
        description: Option<String>,
    ) -> Result<Self, String> {
        let Place { name, title, family, unit } = place;
        let folders: Vec<_> = place.folders().into();
        let mut known = vec![
            ("name", (*name).to_owned()),
            ("title", (*title).to_owned()),
            ("family", (*family).to_owned()),
            ("unit", (*unit).to_owned()),
            ("prefix", name.to_uppercase()),
            ("package", place.package()),
        ];
        known.extend(KEPT.map(|name| (name, format!("{{{name}}}"))));
        let filled = |text: &str| expand(text, &known);
        let file = |&(folder, file, template): &Template| {
            Ok((folders[folder as usize].1.join(filled(file)?), filled(template)?))
        };
        let mut files: Vec<_> = templates.iter().map(file).collect::<Result<_, String>>()?;
        let pmu_toml = folders[Folder::Description as usize].1.join(PMU_TOML);
        let own = files.iter_mut().find(|(file, _)| *file == pmu_toml).zip(description);
        if let Some(((_, text), description)) = own {
            *text = description;
        }
        for (file, template) in FAMILY.into_iter().filter(|_| is_new_family) {
            files.push((place.crate_folder().join(file), filled(template)?));
        }
        Ok(Self { folders, files })
    }

    /// Checks that none of the folders exists.
    ///
    /// # Errors
    /// If one exists.
    pub fn check_free(&self, root: &Path) -> Result<(), String> {
        match self.folders.iter().find(|(_, folder)| root.join(folder).exists()) {
            Some((_, taken)) => Err(format!("{} already exists; choose another name", taken.display())),
            None => Ok(()),
        }
    }

    /// Writes all folders and files, or none if there is an error.
    pub fn write(self, root: &Path) -> Result<Written, String> {
        let mut written = Written { folders: Vec::new(), files: Vec::new() };
        for (family, folder) in &self.folders {
            let within =
                folder.ancestors().take_while(|within| within.starts_with(family)).map(|within| root.join(within));
            let mut missing: Vec<_> = within.filter(|folder| !folder.exists()).collect();
            missing.reverse();
            for folder in missing {
                fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                written.folders.push(folder);
            }
        }
        for (file, text) in self.files {
            write_new(&root.join(&file), &text).map_err(|error| format!("{}: {error}", file.display()))?;
            written.files.push(file);
        }
        Ok(written)
    }
}

/// Writes a file that does not exist, with its folders.
pub(super) fn write_new(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(file)?.write_all(text.as_bytes())
}

impl Written {
    /// Keeps the files and returns their paths.
    pub fn keep(mut self) -> Vec<PathBuf> {
        self.folders.clear();
        std::mem::take(&mut self.files)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        for folder in &self.folders {
            // Ignore errors: the caller reports the error that caused the removal.
            let _ = fs::remove_dir_all(folder);
        }
    }
}
