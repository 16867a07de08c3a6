//! `events`: writes the event table of a PMU for software.

use super::args::{self, EventFormat};
use super::describe::events_csv;
use super::output;
use super::status::Status;
use crate::pmu_selection::find_pmu;
use crate::Error;
use pmu_export::events::{c_header, perf_json};

pub(super) fn events(arguments: &args::Events) -> Result<Status, Error> {
    let description = &find_pmu(&arguments.pmu)?.description;
    if description.events.rows.is_empty() {
        let what = format!("{}: its description has no event rows, so there is no table", description.id);
        return Err(Error::Input(what));
    }
    let text = match arguments.format {
        EventFormat::PerfJson => perf_json(description),
        EventFormat::C => c_header(description),
        EventFormat::Csv => events_csv(description)?,
    };
    output::write(arguments.out.as_deref(), &text)?;
    Ok(Status::Pass)
}
