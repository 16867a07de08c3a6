//! The PMUs that a user names.

use crate::rtl_selection::RtlSelection;
use crate::support::unknown;
use crate::Error;
use golden_model::Pmu;

/// Finds a PMU by its id.
///
/// # Errors
/// If no PMU has that id.
pub(crate) fn find_pmu(id: &str) -> Result<Pmu, Error> {
    Pmu::find(id).ok_or_else(|| Error::Input(unknown("PMU", id, Pmu::ids())))
}

/// Returns the PMUs with these ids, or all if `ids` is empty, without duplicates, in the order of the registry, and
/// with the options that `rtl` selects.
///
/// # Errors
/// If no PMU has one of the ids, `rtl` is RTL of one PMU and several are selected, or an option does not exist.
pub(crate) fn select_pmus(ids: &[String], rtl: &RtlSelection) -> Result<Vec<Pmu>, Error> {
    let all: Vec<String> = Pmu::ids().map(str::to_owned).collect();
    ids.iter().try_for_each(|id| find_pmu(id).map(drop))?;
    let ids: Vec<&String> = all.iter().filter(|id| ids.is_empty() || ids.contains(id)).collect();
    if rtl.folder.is_some() && ids.len() != 1 {
        return Err(Error::Input("--rtl needs exactly one --pmu, the PMU that the RTL implements".to_owned()));
    }
    rtl.chosen(ids.into_iter().map(|id| find_pmu(id)).collect::<Result<_, _>>()?)
}
