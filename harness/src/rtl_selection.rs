//! The RTL of a PMU that a user selects.

use crate::results::RtlUnderTest;
use crate::rtl::{ensure_model, BuiltModel, RtlFacts, RtlSource, Variant, Workspace};
use crate::Error;
use golden_model::Pmu;
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
}

impl RtlSelection {
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
        Ok(ensure_model(workspace, &pmu.description, source, variant, &mut |text| notice(text))?)
    }

    /// Returns the RTL as results record it.
    pub(crate) fn under_test(&self, pmu: &Pmu, facts: &RtlFacts) -> RtlUnderTest {
        let show = |path: &PathBuf| path.display().to_string();
        RtlUnderTest {
            folder: self.folder.as_ref().map_or_else(|| format!("rtl/{}", pmu.description.folder), show),
            top: facts.top.clone(),
            ports: self.port_map.as_ref().map(show),
        }
    }
}

/// Returns the RTL folder of a PMU: `given`, or the folder in the workspace.
pub(crate) fn rtl_folder(workspace: &Workspace, pmu: &Pmu, given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| workspace.root().join("rtl").join(&pmu.description.folder), Path::to_owned)
}

/// Makes a path absolute; the build would resolve a relative path from the workspace's root.
fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|error| Error::Environment(format!("{}: {error}", path.display())))
}
