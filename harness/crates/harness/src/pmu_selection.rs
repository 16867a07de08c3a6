//! The PMUs that a user names.

use crate::program::Source;
use crate::rtl_selection::RtlSelection;
use crate::Error;
use glob::Pattern;
use golden_model_core::description::ReferenceRtl;
use golden_model_core::pmus::model_sources;
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use pmu_support::caught;

/// Finds a PMU by its id.
///
/// # Errors
/// If no PMU has that id, or its description is wrong.
pub(crate) fn find_pmu(id: &str) -> Result<Pmu, Error> {
    let loaded = Pmu::load(id).ok_or_else(|| Error::Input(unknown("PMU", id, Pmu::ids())))?;
    Ok(loaded?.clone())
}

/// Returns all PMUs.
///
/// # Errors
/// If a description is wrong.
pub(crate) fn all_pmus() -> Result<Vec<Pmu>, Error> {
    Pmu::ids().map(find_pmu).collect()
}

/// Returns the PMU of a program.
///
/// # Errors
/// As [`find_pmu`] and [`check_model`]; an unknown id with its place in the program.
pub(crate) fn pmu_of(source: &Source) -> Result<Pmu, Error> {
    match Pmu::load(source.pmu()) {
        Some(loaded) => with_model(loaded?.clone()),
        None => Err(source.unknown_pmu().into()),
    }
}

/// Creates the golden model, which finds its inputs and outputs in the description by name.
///
/// # Errors
/// A model that the command does not have, and a name or property that the description does not have as the model expects.
pub(crate) fn check_model(pmu: &Pmu) -> Result<(), String> {
    let description = &pmu.description;
    let folder = description.template.as_ref().map_or(&description.folder, |template| &template.folder);
    let sources = model_sources(folder);
    if !pmu.is_linked() {
        return Err(format!("{sources}: the command was built without this model; build it again with `make tool`"));
    }
    caught(|| drop(pmu.model())).map_err(|panic| {
        let what = panic.message;
        format!("{sources}: {what}; model and description must have the same names")
    })
}

/// The PMU, if its model can be created.
fn with_model(pmu: Pmu) -> Result<Pmu, Error> {
    check_model(&pmu).map_err(|what| Error::Input(format!("{}: {what}", pmu.description.id)))?;
    Ok(pmu)
}

/// Returns the ids of the PMUs that `names` select, in the order of the registry: ids, patterns such as `ivt_*`, or `all`,
/// several in one name if separated by commas. No name selects all, or with configurations of the user the PMUs of these.
///
/// # Errors
/// If a name selects no PMU, or is no pattern.
pub(crate) fn selected_ids(names: &[String]) -> Result<Vec<String>, Error> {
    let mut selected = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')).map(str::trim) {
        let pattern = if name == "all" { "*" } else { name };
        let pattern = Pattern::new(pattern).map_err(|error| Error::Input(format!("--pmu {name}: {error}")))?;
        let before = selected.len();
        selected.extend(Pmu::ids().filter(|id| pattern.matches(id)));
        if selected.len() == before {
            return Err(Error::Input(unknown("PMU", name, Pmu::ids())));
        }
    }
    if names.is_empty() {
        selected.extend(Pmu::configured_ids());
    }
    let is_selected = |id: &&str| selected.is_empty() || selected.contains(id);
    Ok(Pmu::ids().filter(is_selected).map(str::to_owned).collect())
}

/// Returns the PMUs that `names` select, as [`selected_ids`], with the options that `rtl` selects.
///
/// # Errors
/// Those of [`selected_ids`], [`find_pmu`] and [`check_model`]; if `rtl` is RTL of one PMU and several are selected, or a file or option of it does not exist.
pub(crate) fn select_pmus(names: &[String], rtl: &RtlSelection) -> Result<Vec<Pmu>, Error> {
    let ids = selected_ids(names)?;
    if rtl.folder.is_some() && ids.len() != 1 {
        return Err(Error::Input("--rtl needs exactly one --pmu, the PMU that the RTL implements".to_owned()));
    }
    rtl.check_files()?;
    let mut pmus = ids.iter().map(|id| with_model(find_pmu(id)?)).collect::<Result<Vec<_>, _>>()?;
    if rtl.folder.is_none() {
        with_reference(&mut pmus)?;
    }
    rtl.chosen(pmus)
}

/// Keeps the PMUs of which the tree has RTL.
///
/// # Errors
/// If the tree has RTL of no PMU among them.
fn with_reference(pmus: &mut Vec<Pmu>) -> Result<(), Error> {
    let lacks = |pmu: &Pmu| pmu.description.reference == ReferenceRtl::None;
    let note = |pmu: &Pmu| {
        let id = &pmu.description.id;
        format!("{id}: the tree has no RTL of it (reference = \"none\"); --rtl names yours")
    };
    if let Some(pmu) = pmus.iter().all(lacks).then(|| pmus.first()).flatten() {
        return Err(Error::Input(note(pmu)));
    }
    pmus.iter().filter(|pmu| lacks(pmu)).for_each(|pmu| eprintln!("skipped: {}", note(pmu)));
    pmus.retain(|pmu| !lacks(pmu));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_patterns_select_pmus_once_and_in_order() {
        let select = |names: &[&str]| selected_ids(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(select(&["knc,k8", "k8"]).expect("PMUs"), ["k8", "knc"]);
        assert_eq!(select(&["ivt_?box"]).expect("PMUs"), ["ivt_ubox", "ivt_cbox"]);
        let all: Vec<_> = Pmu::ids().collect();
        assert_eq!(
            (select(&["all"]).expect("PMUs"), select(&[]).expect("PMUs")),
            (all.iter().map(|id| id.to_string()).collect(), all.iter().map(|id| id.to_string()).collect())
        );
        for wrong in ["k9", "k8,", "xyz_*", "[", ""] {
            assert!(matches!(select(&[wrong]), Err(Error::Input(_))), "{wrong}");
        }
    }
}
