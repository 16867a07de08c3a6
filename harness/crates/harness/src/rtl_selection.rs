//! The RTL of a PMU that a user selects.

use crate::known::KnownDivergences;
use crate::results::{RtlUnderTest, SelectedOption};
use crate::rtl::{ensure_model, signals, BuiltModel, RtlFacts, RtlSource, Variant, Workspace};
use crate::Error;
use golden_model_core::description::{ReferenceRtl, Template};
use golden_model_core::suggest::unknown;
use golden_model_core::{Choices, ChosenOption, Description, Pmu};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The RTL of one PMU. The default is that of the project.
#[derive(Clone, Debug, Default)]
pub struct RtlSelection {
    /// Folder of another RTL; `rtl.toml` in it, or `top`, selects the sources.
    pub folder: Option<PathBuf>,
    /// Top module of an RTL without `rtl.toml`.
    pub top: Option<String>,
    /// File that relates the ports of the top module to those of the description.
    pub port_map: Option<PathBuf>,
    /// Options of choices, for the golden model and for the project's RTL.
    pub choices: Choices,
    /// Options for the project's RTL that differ from those of the golden model.
    pub rtl_choices: Choices,
    /// Divergences of this RTL that are accepted.
    pub known: KnownDivergences,
}

impl RtlSelection {
    /// Selects the options for those of `pmus` that have the choice.
    ///
    /// # Errors
    /// If none of them has a choice, or a choice has no such option.
    pub(crate) fn chosen(&self, pmus: Vec<Pmu>) -> Result<Vec<Pmu>, Error> {
        let known: Vec<String> =
            pmus.iter().flat_map(|pmu| &pmu.description.choices).map(|one| one.id.clone()).collect();
        for ChosenOption { choice, .. } in self.choices.iter().chain(self.rtl_choices.iter()) {
            if !known.contains(&choice) {
                return Err(Error::Input(unknown("choice", &choice, known.iter())));
            }
        }
        pmus.into_iter().map(|pmu| choosing(pmu, &self.choices)).collect()
    }

    /// Selects the options for one PMU.
    ///
    /// # Errors
    /// As [`RtlSelection::chosen`].
    pub(crate) fn chosen_for(&self, pmu: Pmu) -> Result<Pmu, Error> {
        Ok(self.chosen(vec![pmu])?.remove(0))
    }

    /// Returns the PMU with the options of the RTL.
    fn of_rtl(&self, pmu: &Pmu) -> Result<Pmu, Error> {
        choosing(pmu.clone(), &self.rtl_choices)
    }

    /// Returns the selected options as results record them.
    pub(crate) fn selected(&self, pmu: &Pmu) -> Result<Vec<SelectedOption>, Error> {
        let of_rtl = self.of_rtl(pmu)?;
        let both = pmu.description.choices.iter().zip(&of_rtl.description.choices);
        let selected = both.map(|(model, rtl)| SelectedOption {
            choice: model.id.clone(),
            option: model.selected().name.clone(),
            default: model.is_default(),
            rtl_option: (rtl != model).then(|| rtl.selected().name.clone()),
        });
        Ok(selected.collect())
    }

    /// Checks that the files exist, which needs no tool.
    ///
    /// # Errors
    /// If one does not exist.
    pub(crate) fn check_files(&self) -> Result<(), Error> {
        let wrong =
            |option: &str, path: &Path, what: &str| Err(Error::Input(format!("{option} {}: {what}", path.display())));
        match &self.folder {
            Some(folder) if !folder.is_dir() => return wrong("--rtl", folder, "there is no such folder"),
            Some(folder) if self.top.is_none() && !folder.join("rtl.toml").is_file() => {
                return wrong("--rtl", folder, "no rtl.toml in it; --top MODULE selects all Verilog files below it");
            }
            _ => {}
        }
        match &self.port_map {
            Some(file) if !file.is_file() => wrong("--ports", file, "there is no such file"),
            _ => Ok(()),
        }
    }

    /// Returns where the RTL is.
    ///
    /// # Errors
    /// If the working directory does not exist.
    pub fn source(&self, workspace: &Workspace, pmu: &Pmu) -> Result<RtlSource, Error> {
        let folder = absolute(&rtl_folder(workspace, pmu, self.folder.as_deref()))?;
        Ok(match self.top.clone() {
            None => RtlSource::Manifest(folder.join("rtl.toml")),
            Some(top) => RtlSource::Folder { folder, top, map: self.port_map.as_deref().map(absolute).transpose()? },
        })
    }

    /// Returns where the project's RTL of the PMU is, if the selected RTL is another and the project has one.
    ///
    /// # Errors
    /// As [`RtlSelection::source`].
    pub(crate) fn reference(&self, workspace: &Workspace, pmu: &Pmu) -> Result<Option<RtlSource>, Error> {
        if self.folder.is_none() || pmu.description.reference == ReferenceRtl::None {
            return Ok(None);
        }
        Self::default().source(workspace, pmu).map(Some)
    }

    /// Returns the model of the RTL and builds it if necessary. `notice` receives the reason for a build.
    ///
    /// # Errors
    /// If the RTL is wrong or cannot be built.
    pub fn model(
        &self,
        workspace: &Workspace,
        pmu: &Pmu,
        variant: Variant,
        notice: &dyn Fn(&str),
    ) -> Result<BuiltModel, Error> {
        let source = self.source(workspace, pmu)?;
        let description = self.of_rtl(pmu)?.description;
        Ok(ensure_model(workspace, &description, source, variant, &mut |text| notice(text))?)
    }

    /// Returns the signals of the RTL that are values of the PMU; see [`signals`].
    ///
    /// # Errors
    /// If the manifest or port map is wrong.
    pub(crate) fn signals(&self, workspace: &Workspace, pmu: &Pmu) -> Result<BTreeMap<String, String>, Error> {
        Ok(signals(workspace, &self.of_rtl(pmu)?.description, &self.source(workspace, pmu)?)?)
    }

    /// Returns the RTL as results record it.
    pub(crate) fn under_test(&self, pmu: &Pmu, facts: &RtlFacts) -> RtlUnderTest {
        let show = |path: &PathBuf| path.display().to_string();
        RtlUnderTest {
            folder: self.folder.as_ref().map_or_else(|| rtl_name(&pmu.description), show),
            top: facts.top.clone(),
            ports: self.port_map.as_ref().map(show),
        }
    }
}

/// Selects those of the options whose choice the PMU has.
fn choosing(pmu: Pmu, choices: &Choices) -> Result<Pmu, Error> {
    let own = choices.of(|id| pmu.description.choices.iter().any(|choice| choice.id == id));
    pmu.choosing(&own).map_err(|error| Error::Input(error.to_string()))
}

/// Returns the project's RTL as results record it: its folder, and the configuration if it is the user's.
fn rtl_name(description: &Description) -> String {
    match &description.template {
        Some(Template { folder, configuration: Some(file) }) => format!("rtl/{folder} with {}", file.display()),
        _ => format!("rtl/{}", description.folder),
    }
}

/// Returns the RTL folder of a PMU: `given`, or the folder in the workspace.
pub(crate) fn rtl_folder(workspace: &Workspace, pmu: &Pmu, given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| crate::rtl::rtl_folder(workspace, &pmu.description), Path::to_owned)
}

/// Makes a path absolute; the build would resolve a relative path from the workspace's root.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|error| Error::Environment(format!("{}: {error}", path.display())))
}
