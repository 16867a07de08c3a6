//! Folders and files of a new PMU, made from templates with placeholders as in the TOML descriptions.

use golden_model::placeholders::expand;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Folders that contain a folder for each family.
const PLACES: [&str; 4] = ["golden-model/descriptions", "golden-model/src/pmus", "rtl", "testbenches"];
/// Template of the module of a new family.
const FAMILY: &str = include_str!("templates/family.rs.in");

/// Files of a PMU: index into `PLACES`, name, template.
const FILES: [(usize, &str, &str); 9] = [
    (0, "pmu.toml", include_str!("templates/pmu.toml.in")),
    (0, "events.csv", include_str!("templates/events.csv.in")),
    (0, "requirements.csv", include_str!("templates/requirements.csv.in")),
    (0, "coverage.toml", include_str!("templates/coverage.toml.in")),
    (1, "mod.rs", include_str!("templates/mod.rs.in")),
    (2, "rtl.toml", include_str!("templates/rtl.toml.in")),
    (2, "{name}.v", include_str!("templates/top.v.in")),
    (3, "stimulus.toml", include_str!("templates/stimulus.toml.in")),
    (3, "programs/access/refused.pmu", include_str!("templates/refused.pmu.in")),
];

/// Names of a PMU and of its folders.
pub(super) struct Place<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub family: &'a str,
    pub unit: &'a str,
}

/// Folders and files of a new PMU, relative to the root of the workspace.
pub(super) struct Skeleton {
    folders: Vec<PathBuf>,
    files: Vec<(PathBuf, String)>,
}

/// Written files. Dropping the value removes them, unless [`keep`](Self::keep) was called.
pub(super) struct Written {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Skeleton {
    /// The files of a PMU. For a new family, `modules` is the path of its module file.
    ///
    /// # Errors
    /// If a template has an unknown placeholder.
    pub fn new(place: &Place, modules: Option<&PathBuf>) -> Result<Self, String> {
        let Place { name, title, family, unit } = place;
        let folders: Vec<_> = PLACES.map(|below| Path::new(below).join(family).join(unit)).into();
        let prefix = &*name.to_uppercase();
        let filled =
            |text: &str| expand(text, &[("name", *name), ("title", title), ("unit", unit), ("prefix", prefix)]);
        let file = |(folder, file, template): (usize, &str, &str)| {
            Ok((folders[folder].join(filled(file)?), filled(template)?))
        };
        let mut files: Vec<_> = FILES.into_iter().map(file).collect::<Result<_, String>>()?;
        if let Some(modules) = modules {
            files.push((modules.clone(), filled(FAMILY)?));
        }
        Ok(Self { folders, files })
    }

    /// Checks that none of the folders exists.
    ///
    /// # Errors
    /// If one exists.
    pub fn check_free(&self, root: &Path) -> Result<(), String> {
        match self.folders.iter().find(|folder| root.join(folder).exists()) {
            Some(taken) => Err(format!("{} already exists; choose another name", taken.display())),
            None => Ok(()),
        }
    }

    /// Writes all folders and files, or none if there is an error.
    pub fn write(self, root: &Path) -> Result<Written, String> {
        let mut written = Written { folders: Vec::new(), files: Vec::new() };
        for folder in &self.folders {
            let folder = root.join(folder);
            let family = folder.parent().filter(|family| !family.exists());
            for folder in family.into_iter().chain([folder.as_path()]) {
                fs::create_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                written.folders.push(folder.to_owned());
            }
        }
        for (file, text) in self.files {
            write_new(&root.join(&file), &text).map_err(|error| format!("{}: {error}", file.display()))?;
            written.files.push(file);
        }
        Ok(written)
    }
}

fn write_new(file: &Path, text: &str) -> std::io::Result<()> {
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
