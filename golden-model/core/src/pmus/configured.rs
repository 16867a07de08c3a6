//! Configured PMUs: those in the tree, and those of the user's configurations.

use super::find;
use super::list::{list, Entry, List};
use crate::decisions::Choices;
use crate::description::{Configured, DescriptionError, Files};
use crate::official_rules::{OfficialRule, OfficialRules};
use crate::parameters::{self, pmu_of, render, ConfigurationError, Schema};
use crate::texts::text;
use crate::{Description, Pmu};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A PMU that a user can configure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Configurable {
    id: String,
    /// Its folder, as that of an [`Entry`].
    folder: String,
}

/// A configuration of the user.
#[derive(Debug)]
pub(super) struct UserFile {
    file: PathBuf,
    text: String,
}

/// The user's configurations, which live as long as the process.
static ADDED: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());

pub(super) fn added() -> Vec<&'static Entry> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The parameters of a configurable PMU.
fn schema(folder: &str) -> Result<Schema, DescriptionError> {
    let file = format!("{folder}/parameters.toml");
    Schema::parse(text(&file)?).map_err(|source| DescriptionError::Template { file, source })
}

impl UserFile {
    /// The values of the parameters of the configurable PMU in `folder`.
    fn read(&self, folder: &str) -> Result<parameters::Configuration, DescriptionError> {
        let wrong = |source| DescriptionError::Configuration { file: self.file.display().to_string(), source };
        schema(folder)?.configure(&self.text).map_err(wrong)
    }
}

impl Entry {
    /// The folder with its files and its model: for a configured PMU, that of the configurable one.
    pub(super) fn model_folder(&self) -> &str {
        self.configures.as_ref().unwrap_or(&self.folder)
    }

    /// The values of the parameters of a configured PMU.
    fn configuration(&self, template: &str) -> Result<parameters::Configuration, DescriptionError> {
        if let Some(user) = &self.user {
            return user.read(template);
        }
        let unit = self.folder.rsplit('/').next().unwrap_or_default();
        let file = format!("{template}/{unit}.toml");
        schema(template)?.configure(text(&file)?).map_err(|source| DescriptionError::Template { file, source })
    }

    /// Reads and parses the files.
    pub(super) fn parse(
        &self,
        choices: &Choices,
        other: &dyn Fn(&str) -> Option<Result<Description, DescriptionError>>,
    ) -> Result<Description, DescriptionError> {
        let configuration = self.configures.as_ref().map(|template| self.configuration(template)).transpose()?;
        let read = |folder: &str, name: &str| {
            let file = format!("{folder}/{name}");
            let text = text(&file)?;
            match &configuration {
                None => Ok(text.to_owned()),
                Some(configuration) => render(&file, text, &configuration.parameters)
                    .map_err(|source| DescriptionError::Template { file, source }),
            }
        };
        let folder = self.model_folder();
        let top = self.top.as_ref();
        let configured = self.configures.as_ref().zip(configuration.as_ref());
        let top_toml = top.map(|top| read(top, "pmu.toml")).transpose()?;
        let files = Files {
            folder: &self.folder,
            toml: &read(folder, "pmu.toml")?,
            // The events of a sub-block are those of its top.
            events: &top.map_or_else(|| read(folder, "events.csv"), |_| Ok(String::new()))?,
            requirements: &read(top.map_or(folder, String::as_str), "requirements.csv")?,
            // That of a configurable PMU is a file that its configurations share.
            coverage: &configured.map_or_else(|| read(folder, "coverage.toml"), |_| Ok(String::new()))?,
            top: top_toml.as_deref(),
            configured: configured.map(|(template, configuration)| Configured {
                template,
                parameters: &configuration.parameters,
                file: self.user.as_ref().map(|user| user.file.as_path()),
            }),
        };
        Description::parse(folder, &files, choices, other)
    }
}

impl Pmu {
    /// Adds the PMU of a configuration to those of [`Pmu::ids`], and returns its id. `file` is the file of the configuration, `given` its text.
    ///
    /// # Errors
    /// If the configuration is wrong, names no configurable PMU, or has the id of another PMU.
    pub fn configure(file: &Path, given: &str) -> Result<&'static str, DescriptionError> {
        let wrong = |source| DescriptionError::Configuration { file: file.display().to_string(), source };
        let what = |what: String| wrong(ConfigurationError { line: None, what });
        let pmu = pmu_of(given).map_err(wrong)?;
        let configurable = &list().configurable;
        let known = configurable.iter().find(|known| known.id == pmu).ok_or_else(|| {
            let known: Vec<_> = configurable.iter().map(|known| known.id.as_str()).collect();
            what(format!("pmu = \"{pmu}\": no configurable PMU has this id; there is {}", known.join(", ")))
        })?;
        let user = UserFile { file: file.to_owned(), text: given.to_owned() };
        let id = user.read(&known.folder)?.id;
        if find(&id).is_some() {
            return Err(what(format!("id = \"{id}\": another PMU has this id; choose another one")));
        }
        let family = known.folder.split('/').next().unwrap_or_default();
        let folder = format!("{family}/{id}");
        let entry = Entry { id, folder, top: None, configures: Some(known.folder.clone()), user: Some(user) };
        let entry: &'static Entry = Box::leak(Box::new(entry));
        ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        Ok(&entry.id)
    }

    /// For each configurable PMU, its id and the page with its parameters.
    ///
    /// # Errors
    /// If its list of parameters is wrong or cannot be read.
    pub fn parameter_pages() -> Result<Vec<(&'static str, String)>, DescriptionError> {
        list().configurable.iter().map(|known| Ok((known.id.as_str(), schema(&known.folder)?.page()))).collect()
    }

    /// The official rules of each configurable PMU.
    ///
    /// # Errors
    /// If their list is wrong or cannot be read.
    pub fn official_rules() -> Result<Vec<OfficialRules>, DescriptionError> {
        let List { pmus, configurable } = list();
        let of = |known: &'static Configurable| {
            let is_of = |entry: &&Entry| entry.configures.as_ref() == Some(&known.folder);
            Ok(OfficialRules {
                pmu: &known.id,
                configurations: pmus.iter().filter(is_of).map(|entry| entry.id.as_str()).collect(),
                rules: OfficialRule::parse(&known.folder, text(&format!("{}/rules.csv", known.folder))?)?,
            })
        };
        configurable.iter().map(of).collect()
    }

    /// The files of the configurations that [`Pmu::configure`] has added.
    pub fn configuration_files() -> Vec<&'static Path> {
        added().into_iter().filter_map(|entry| entry.user.as_ref()).map(|user| user.file.as_path()).collect()
    }

    /// Ids of the PMUs that [`Pmu::configure`] has added.
    pub fn configured_ids() -> impl Iterator<Item = &'static str> {
        added().into_iter().map(|entry| entry.id.as_str())
    }
}
