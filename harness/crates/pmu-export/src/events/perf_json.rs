//! Event tables as `tools/perf/pmu-events` of Linux reads them.

use super::{title, unit_name, Event};
use golden_model_core::description::Description;
use serde::Serialize;

/// Units whose events belong to the PMU of the processor core, which perf does not name.
const CORE_UNITS: [&str; 3] = ["core", "thread", "hart"];

/// One event. perf ignores the keys that it does not know, such as the last two.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct PerfEvent {
    event_name: String,
    event_code: String,
    #[serde(rename = "UMask", skip_serializing_if = "Option::is_none")]
    umask: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    counter: String,
    brief_description: String,
    public_description: String,
    #[serde(rename = "UMaskKind", skip_serializing_if = "String::is_empty")]
    umask_kind: String,
    #[serde(rename = "UMaskDontCare", skip_serializing_if = "Option::is_none")]
    umask_dont_care: Option<String>,
}

/// The events of a PMU as a JSON list. Rows that are not events are omitted.
pub fn perf_json(description: &Description) -> String {
    let events = Event::all(description);
    let counted = events.iter().filter(|event| !event.counters.is_empty());
    let list: Vec<_> = counted.map(|event| perf_event(description, event)).collect();
    serde_json::to_string_pretty(&list).expect("strings only") + "\n"
}

fn perf_event(description: &Description, event: &Event) -> PerfEvent {
    let Event { row, counters, .. } = event;
    let unit = unit_name(description, row.kind);
    let counters: Vec<_> = counters.iter().map(usize::to_string).collect();
    let notes = if row.notes.is_empty() { String::new() } else { format!(". {}", row.notes) };
    PerfEvent {
        event_name: event_name(&row.name()),
        event_code: format!("{:#x}", row.code),
        umask: row.umask.map(|umask| format!("{umask:#x}")),
        unit: (!CORE_UNITS.contains(&unit)).then(|| unit.to_uppercase()),
        counter: counters.join(","),
        brief_description: title(row),
        public_description: format!("{}{notes} (section {})", title(row), row.section),
        umask_kind: row.umask_kind.clone(),
        umask_dont_care: (row.dont_care != 0).then(|| format!("{:#x}", row.dont_care)),
    }
}

/// The name with a point before that of the mask. Characters that end a name in perf become `_`.
fn event_name(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    name.replacen(':', ".", 1).chars().map(|c| if allowed(c) { c } else { '_' }).collect()
}
