//! The golden models that are linked into the program. The crate of each family links its own.

use crate::{CoveredModel, Pmu};

/// A golden model, linked by [`link_models`](crate::link_models).
pub struct LinkedModel {
    /// Folder of its PMU below `golden-model/descriptions`, such as `amd_k8/core`.
    pub folder: &'static str,
    /// Creates the model in its reset state.
    pub make: fn(&Pmu) -> Box<dyn CoveredModel>,
}

/// The golden models of each family.
#[linkme::distributed_slice]
pub static LINKED: [&'static [LinkedModel]];

/// Links the golden models of a family, each with the folder of its PMU below `golden-model/descriptions`.
///
/// [`Pmu::model`](crate::Pmu::model) finds them in a program that uses the crate of the family.
#[macro_export]
macro_rules! link_models {
    ($($folder:literal => $make:path,)+) => {
        #[$crate::linkme::distributed_slice($crate::pmus::LINKED)]
        #[linkme(crate = $crate::linkme)]
        static LINKED: &[$crate::pmus::LinkedModel] =
            &[$($crate::pmus::LinkedModel { folder: $folder, make: $make },)+];
    };
}

/// The folder with the sources of the model of a family and unit, such as `amd_k8/core`.
pub fn model_sources(folder: &str) -> String {
    let (family, unit) = folder.split_once('/').unwrap_or((folder, ""));
    format!("golden-model/models/{family}/src/{unit}")
}

/// The model of the PMU in a folder, if it is linked.
pub(super) fn find(folder: &str) -> Option<&'static LinkedModel> {
    LINKED.iter().copied().flatten().find(|linked| linked.folder == folder)
}

/// What creates the model of the PMU in a folder.
pub(super) fn model(folder: &str) -> fn(&Pmu) -> Box<dyn CoveredModel> {
    find(folder).map_or(not_linked, |linked| linked.make)
}

fn not_linked(pmu: &Pmu) -> Box<dyn CoveredModel> {
    panic!("no golden model of {} is linked into this program", pmu.description.id)
}
