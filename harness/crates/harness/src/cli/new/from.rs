//! `new --from`: the description of a new PMU from the registers of a SystemRDL file.

use super::skeleton::Place;
use super::templates::text_of;
use crate::cli::args::New;
use crate::rtl::{elaborated_registers, Workspace};
use crate::Error;
use golden_model_core::description::{Description, Files};
use golden_model_core::Choices;
use pmu_export::import::pmu_toml;

/// The text of `pmu.toml` with the registers of the file that the user names; `None` without one.
///
/// # Errors
/// If the file is wrong, or a description cannot express its registers.
pub(super) fn description(workspace: &Workspace, arguments: &New, place: &Place) -> Result<Option<String>, Error> {
    let Some(file) = &arguments.from else { return Ok(None) };
    let unreadable = |error| Error::Input(format!("--from {}: cannot be read: {error}", file.display()));
    std::fs::File::open(file).map_err(unreadable)?;
    let json = elaborated_registers(workspace, file, &mut crate::cli::notice)?;
    let wrong = |what: String| Error::Input(format!("{}: {what}", file.display()));
    let text = pmu_toml(place.name, arguments.title.as_deref(), &json).map_err(wrong)?;
    let files = Files {
        folder: &format!("{}/{}", place.family, place.unit),
        toml: &text,
        events: text_of("events.csv"),
        requirements: text_of("requirements.csv"),
        coverage: "",
        top: None,
        configured: None,
    };
    Description::parse(place.name, &files, &Choices::default(), &|_| None).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(text))
}
