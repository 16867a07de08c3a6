//! The testbench of a PMU: the inputs of its verification that are neither RTL nor description.

use crate::metamorphic::MetamorphicRules;
use crate::regression::programs_folder;
use crate::rtl::Workspace;
use crate::stimulus::Profile;
use crate::Error;
use golden_model_core::Pmu;
use std::path::PathBuf;

/// The testbench of one PMU.
pub struct Testbench {
    /// Its folder, `testbenches/<family>/<unit>`.
    pub folder: PathBuf,
    /// Folder of the directed programs.
    pub programs: PathBuf,
    /// Constraints of random programs, from `stimulus.toml`.
    pub profile: Profile,
    /// Restrictions of metamorphic checks, from `metamorphic.toml`.
    pub rules: MetamorphicRules,
}

impl Testbench {
    /// Reads the testbench of a PMU.
    ///
    /// # Errors
    /// If one of its files is missing or wrong.
    pub fn read(workspace: &Workspace, pmu: &Pmu) -> Result<Self, Error> {
        let folder = workspace.root().join("testbenches").join(&pmu.description.folder);
        Ok(Self {
            programs: programs_folder(workspace.root(), &pmu.description.id),
            profile: Profile::read(&folder.join("stimulus.toml"), pmu)?,
            rules: MetamorphicRules::read(&folder.join("metamorphic.toml"), pmu)?,
            folder,
        })
    }
}
