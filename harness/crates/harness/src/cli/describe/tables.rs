//! Tables of events, fields and choices, and their comma-separated form.

use crate::cli::screen;
use crate::Error;
use comfy_table::{presets::NOTHING, ContentArrangement, Table};
use golden_model_core::decisions::{Choice, ChoiceOption};
use golden_model_core::description::{Description, EventRow, FieldAccess, Register};
use pmu_export::events::{cells, code_text, umask_text, Event, COLUMNS};

pub(super) const FIELD_COLUMNS: [&str; 8] =
    ["register", "address", "field", "bits", "access", "reset", "section", "meaning"];

pub(super) fn field_rows(description: &Description) -> Vec<[String; 8]> {
    description.registers.iter().flat_map(register_rows).collect()
}

pub(super) fn register_rows(register: &Register) -> Vec<[String; 8]> {
    let path = |path: &golden_model_core::description::AccessPath| match path.width < register.width {
        true => format!("{}:{:#x} ({}:{})", path.space, path.address, path.low + path.width - 1, path.low),
        false => format!("{}:{:#x}", path.space, path.address),
    };
    let paths: Vec<_> = register.access.iter().map(path).collect();
    let row = |field: &golden_model_core::description::Field| {
        let bits = match field.width {
            1 => field.low.to_string(),
            width => format!("{}:{}", field.low + width - 1, field.low),
        };
        [
            register.name.clone(),
            paths.join(" "),
            field.name.clone(),
            bits,
            access_name(field.access).to_owned(),
            format!("{:#x}", field.reset),
            field.section.clone(),
            field.doc.clone(),
        ]
    };
    register.fields.iter().map(row).collect()
}

/// Returns the usual abbreviation.
pub(in crate::cli) fn access_name(access: FieldAccess) -> &'static str {
    match access {
        FieldAccess::Rw => "RW",
        FieldAccess::Ro => "RO",
        FieldAccess::Wo => "WO",
        FieldAccess::W1c => "W1C",
        FieldAccess::Raz => "RAZ",
        FieldAccess::Sign => "SIGN",
    }
}

/// The event table as comma-separated values.
pub(in crate::cli) fn events_csv(description: &Description) -> Result<String, Error> {
    csv(COLUMNS, Event::all(description).iter().map(|event| cells(description, event)))
}

pub(super) fn csv<const N: usize>(
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<String, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::Environment(error.to_string());
    writer.write_record(columns).map_err(failed)?;
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::Environment(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A table without borders, as wide as the terminal.
pub(super) fn plain<const N: usize>(columns: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(columns);
    if let Some(width) = screen::width() {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    }
    table
}

pub(super) fn event_table<'r>(rows: impl Iterator<Item = &'r EventRow>) -> String {
    let mut table = plain(["code", "umask", "name in programs", "max", "counters", "unit", "section", "notes"]);
    for row in rows {
        let max = row.max_inc.map_or(String::new(), |max| max.to_string());
        let [counters, unit, section, notes] = [&row.counters, &row.unit, &row.section, &row.notes].map(String::clone);
        table.add_row([code_text(row), umask_text(row), row.name(), max, counters, unit, section, notes]);
    }
    table.to_string()
}

pub(super) fn field_table(rows: Vec<[String; 8]>) -> String {
    let mut table = plain(FIELD_COLUMNS);
    for row in rows {
        table.add_row(row);
    }
    table.to_string()
}

/// Lists the choices with their options, the default first.
pub(super) fn choices(description: &Description) -> String {
    if description.choices.is_empty() {
        return format!("{} has no choices", description.id);
    }
    description.choices.iter().map(choice_text).collect::<Vec<_>>().join("\n")
}

pub(super) fn choice_text(choice: &Choice) -> String {
    let Choice { id, section, question, options, .. } = choice;
    let mut text = format!("{id} (section {section}): {question}\n");
    for (position, ChoiceOption { name, behaviour, evidence }) in options.iter().enumerate() {
        let default = if position == 0 { " (default)" } else { "" };
        text.push_str(&format!("  --choice {id}={name}{default}\n    {behaviour}\n    Source: {evidence}\n"));
    }
    text
}
