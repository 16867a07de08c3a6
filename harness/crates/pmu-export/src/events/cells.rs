//! The columns of the event table and their values, for CSV.

use super::{unit_name, Event};
use golden_model_core::description::{Description, EventRow};

/// The columns: those of the published catalogues, then those of this project.
pub const COLUMNS: [&str; 17] = [
    "code",
    "event",
    "umask",
    "umask_name",
    "umask_kind",
    "max_inc",
    "counters",
    "unit",
    "notes",
    "section",
    "dont_care",
    "name",
    "units",
    "hard_wired",
    "fields",
    "select",
    "select_mask",
];

/// The values of a row, one for each of [`COLUMNS`]. A value that does not exist is empty.
pub fn cells(description: &Description, event: &Event) -> [String; 17] {
    let Event { row, hard_wired, selection, .. } = event;
    let numbers: Vec<_> = hard_wired.iter().map(usize::to_string).collect();
    let fields = selection.iter().flat_map(|selection| &selection.fields);
    let fields: Vec<_> = fields.map(|(name, value)| format!("{name}={value:#x}")).collect();
    let select = |part: fn(&super::Selection) -> u64| {
        selection.as_ref().map_or(String::new(), |selection| format!("{:#x}", part(selection)))
    };
    [
        code_text(row),
        row.event.clone(),
        umask_text(row),
        row.umask_name.clone(),
        row.umask_kind.clone(),
        row.max_inc.map_or(String::new(), |max| max.to_string()),
        row.counters.clone(),
        row.unit.clone(),
        row.notes.clone(),
        row.section.clone(),
        if row.dont_care == 0 { String::new() } else { format!("0x{:X}", row.dont_care) },
        row.name(),
        unit_name(description, row.kind).to_owned(),
        numbers.join(" "),
        fields.join(" "),
        select(|selection| selection.value),
        select(|selection| selection.mask),
    ]
}

/// The event code, as the manuals write it.
pub fn code_text(row: &EventRow) -> String {
    format!("0x{:02X}", row.code)
}

/// The unit mask, as the manuals write it; empty without one.
pub fn umask_text(row: &EventRow) -> String {
    row.umask.map_or(String::new(), |umask| format!("0x{umask:02X}"))
}
