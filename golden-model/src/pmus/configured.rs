//! Configured PMUs: those in the tree, and those of the user's configurations.

use super::{find, Entry, EntryFiles, ALL};
use crate::decisions::Choices;
use crate::description::{Configured, DescriptionError, Files};
use crate::official_rules::{OfficialRule, OfficialRules};
use crate::parameters::{self, pmu_of, render, ConfigurationError, Schema};
use crate::texts::{description_text, Text};
use crate::{Description, Pmu};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Where a configured PMU comes from.
pub(super) struct Configuration {
    /// Folder of the configurable PMU.
    pub template: &'static str,
    /// Its parameters.
    pub schema: Text,
    /// The configuration.
    pub source: Source,
}

/// The text of a configuration.
pub(super) enum Source {
    /// A file of the descriptions.
    InTree(Text),
    /// A file of the user.
    User { file: PathBuf, text: String },
}

/// A PMU that a user can configure.
struct Configurable {
    id: &'static str,
    family: &'static str,
    template: &'static str,
    schema: Text,
    /// The rules of the standard.
    rules: Text,
    files: EntryFiles,
}

const CONFIGURABLE: &[Configurable] = &[Configurable {
    id: "riscv_hpm",
    family: "riscv",
    template: "riscv/hpm",
    schema: file!(riscv, hpm, "parameters.toml"),
    rules: file!(riscv, hpm, "rules.csv"),
    files: templates!(riscv::hpm),
}];

/// The user's configurations, which live as long as the process.
static ADDED: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());

pub(super) fn added() -> Vec<&'static Entry> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The parameters in a file.
fn schema(text: Text) -> Result<Schema, DescriptionError> {
    Schema::parse(text.get()?).map_err(|source| DescriptionError::Template { file: text.path.to_owned(), source })
}

impl Configuration {
    fn file(&self) -> &Path {
        match &self.source {
            Source::InTree(text) => Path::new(text.path),
            Source::User { file, .. } => file,
        }
    }

    /// The values of the parameters.
    fn read(&self) -> Result<parameters::Configuration, DescriptionError> {
        let schema = schema(self.schema)?;
        let text = match &self.source {
            Source::InTree(text) => text.get()?,
            Source::User { text, .. } => text,
        };
        let file = self.file().display().to_string();
        schema.configure(text).map_err(|source| match self.source {
            Source::InTree(_) => DescriptionError::Template { file, source },
            Source::User { .. } => DescriptionError::Configuration { file, source },
        })
    }
}

impl Entry {
    /// The folder that names its model: for a configured PMU, that of the configurable one.
    pub(super) fn model_folder(&self) -> &'static str {
        self.configured.as_ref().map_or(self.folder, |configured| configured.template)
    }

    /// Reads and parses the files.
    pub(super) fn parse(
        &self,
        choices: &Choices,
        other: &dyn Fn(&str) -> Option<Result<Description, DescriptionError>>,
    ) -> Result<Description, DescriptionError> {
        let EntryFiles { toml, events, requirements, coverage, top } = &self.files;
        let configuration = self.configured.as_ref().map(Configuration::read).transpose()?;
        let text = |text: Text| match &configuration {
            None => text.get().map(str::to_owned),
            Some(configuration) => {
                let wrong = |source| DescriptionError::Template { file: text.path.to_owned(), source };
                render(text.path, text.get()?, &configuration.parameters).map_err(wrong)
            }
        };
        let optional = |file: &Option<Text>| file.map_or(Ok(String::new()), text);
        let configured = self.configured.as_ref().zip(configuration.as_ref()).map(|(from, configuration)| Configured {
            template: from.template,
            parameters: &configuration.parameters,
            file: match &from.source {
                Source::InTree(_) => None,
                Source::User { file, .. } => Some(file.as_path()),
            },
        });
        let top = top.map(text).transpose()?;
        let files = Files {
            folder: self.folder,
            toml: &text(*toml)?,
            events: &optional(events)?,
            requirements: &text(*requirements)?,
            coverage: &optional(coverage)?,
            top: top.as_deref(),
            configured,
        };
        let name = configured.map_or(self.folder, |configured| configured.template);
        Description::parse(name, &files, choices, other)
    }
}

impl Pmu {
    /// Adds the PMU of a configuration to those of [`Pmu::ids`], and returns its id. `file` is the file of the configuration.
    ///
    /// # Errors
    /// If the configuration is wrong, names no configurable PMU, or has the id of another PMU.
    pub fn configure(file: &Path, text: &str) -> Result<&'static str, DescriptionError> {
        let wrong = |source| DescriptionError::Configuration { file: file.display().to_string(), source };
        let what = |what: String| wrong(ConfigurationError { line: None, what });
        let pmu = pmu_of(text).map_err(wrong)?;
        let known = CONFIGURABLE.iter().find(|known| known.id == pmu).ok_or_else(|| {
            let known: Vec<_> = CONFIGURABLE.iter().map(|known| known.id).collect();
            what(format!("pmu = \"{pmu}\": no configurable PMU has this id; there is {}", known.join(", ")))
        })?;
        let source = Source::User { file: file.to_owned(), text: text.to_owned() };
        let configured = Configuration { template: known.template, schema: known.schema, source };
        let id = configured.read()?.id;
        if find(&id).is_some() {
            return Err(what(format!("id = \"{id}\": another PMU has this id; choose another one")));
        }
        let id: &'static str = id.leak();
        let folder = format!("{}/{id}", known.family).leak();
        let entry = Entry { id, folder, files: known.files, configured: Some(configured) };
        ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(Box::leak(Box::new(entry)));
        Ok(id)
    }

    /// For each configurable PMU, its id and the page with its parameters.
    ///
    /// # Errors
    /// If its list of parameters is wrong or cannot be read.
    pub fn parameter_pages() -> Result<Vec<(&'static str, String)>, DescriptionError> {
        CONFIGURABLE.iter().map(|known| Ok((known.id, schema(known.schema)?.page()))).collect()
    }

    /// The official rules of each configurable PMU.
    ///
    /// # Errors
    /// If their list is wrong or cannot be read.
    pub fn official_rules() -> Result<Vec<OfficialRules>, DescriptionError> {
        let of = |known: &Configurable| {
            let is_of = |entry: &&Entry| entry.configured.as_ref().is_some_and(|from| from.template == known.template);
            Ok(OfficialRules {
                pmu: known.id,
                configurations: ALL.iter().filter(is_of).map(|entry| entry.id).collect(),
                rules: OfficialRule::parse(known.template, known.rules.get()?)?,
            })
        };
        CONFIGURABLE.iter().map(of).collect()
    }

    /// The files of the configurations that [`Pmu::configure`] has added.
    pub fn configuration_files() -> Vec<&'static Path> {
        added().into_iter().filter_map(|entry| entry.configured.as_ref()).map(Configuration::file).collect()
    }

    /// Ids of the PMUs that [`Pmu::configure`] has added.
    pub fn configured_ids() -> impl Iterator<Item = &'static str> {
        added().into_iter().map(|entry| entry.id)
    }
}
