//! `list` and `describe`: print the descriptions of PMUs.

use super::args::Describe;
use super::status::Status;
use crate::pmu_selection::find_pmu;
use crate::program::register_value;
use crate::support::unknown;
use crate::Error;
use comfy_table::{presets::NOTHING, Table};
use golden_model::decisions::{Choice, ChoiceOption};
use golden_model::decode::{self, Values};
use golden_model::description::{Description, EventRow, FieldAccess, Input, Register, Signal, Transaction};
use golden_model::Pmu;
use std::collections::BTreeMap;

pub(super) fn list() -> Result<Status, Error> {
    let mut table = plain(["id", "name", "requirements", "event rows"]);
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let description = pmu.description;
        let (requirements, rows) = (description.requirements.len(), description.events.rows.len());
        table.add_row([description.id, description.name, requirements.to_string(), rows.to_string()]);
    }
    print(&table.to_string())
}

pub(super) fn describe(arguments: &Describe) -> Result<Status, Error> {
    let description = find_pmu(&arguments.pmu)?.description;
    if !arguments.read.is_empty() {
        return print(&read(&description, &arguments.read)?);
    }
    let text = match (&arguments.name, arguments.csv) {
        (Some(name), false) => one(&description, name)?,
        (None, true) if arguments.events => csv(EVENT_COLUMNS, description.events.rows.iter().map(event_cells))?,
        (None, true) if arguments.registers => csv(FIELD_COLUMNS, field_rows(&description).into_iter())?,
        (_, true) => return Err(Error::Input("--csv needs --events or --registers".to_owned())),
        (None, false) if arguments.events => event_table(description.events.rows.iter()),
        (None, false) if arguments.choices => choices(&description),
        (None, false) if arguments.registers => field_table(field_rows(&description)),
        (None, false) => overview(&description),
    };
    print(&text)
}

/// Prints a text. A closed pipe, as after `head`, is not an error.
fn print(text: &str) -> Result<Status, Error> {
    use std::io::Write;
    match writeln!(std::io::stdout(), "{}", text.trim_end()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Environment(format!("standard output: {error}")))
        }
        _ => Ok(Status::Pass),
    }
}

const EVENT_COLUMNS: [&str; 9] =
    ["code", "event", "umask", "umask_name", "umask_kind", "max_inc", "counters", "unit", "notes"];
const FIELD_COLUMNS: [&str; 8] = ["register", "address", "field", "bits", "access", "reset", "section", "meaning"];

fn event_cells(row: &EventRow) -> [String; 9] {
    [
        format!("0x{:02X}", row.code),
        row.event.clone(),
        row.umask.map_or(String::new(), |umask| format!("0x{umask:02X}")),
        row.umask_name.clone(),
        row.umask_kind.clone(),
        row.max_inc.map_or(String::new(), |max| max.to_string()),
        row.counters.clone(),
        row.unit.clone(),
        row.notes.clone(),
    ]
}

fn field_rows(description: &Description) -> Vec<[String; 8]> {
    description.registers.iter().flat_map(register_rows).collect()
}

fn register_rows(register: &Register) -> Vec<[String; 8]> {
    let path = |path: &golden_model::description::AccessPath| match path.width < register.width {
        true => format!("{}:{:#x} ({}:{})", path.space, path.address, path.low + path.width - 1, path.low),
        false => format!("{}:{:#x}", path.space, path.address),
    };
    let paths: Vec<_> = register.access.iter().map(path).collect();
    let row = |field: &golden_model::description::Field| {
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
pub(super) fn access_name(access: FieldAccess) -> &'static str {
    match access {
        FieldAccess::Rw => "RW",
        FieldAccess::Ro => "RO",
        FieldAccess::Wo => "WO",
        FieldAccess::W1c => "W1C",
        FieldAccess::Raz => "RAZ",
        FieldAccess::Sign => "SIGN",
    }
}

fn csv<const N: usize>(columns: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<String, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::Environment(error.to_string());
    writer.write_record(columns).map_err(failed)?;
    for row in rows {
        writer.write_record(row).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::Environment(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn plain<const N: usize>(columns: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(columns);
    table
}

fn event_table<'r>(rows: impl Iterator<Item = &'r EventRow>) -> String {
    let mut table = plain(["code", "umask", "name in programs", "max", "counters", "unit", "section", "notes"]);
    for row in rows {
        let name = row.name();
        let [code, _, umask, _, _, max, counters, unit, notes] = event_cells(row);
        table.add_row([code, umask, name, max, counters, unit, row.section.clone(), notes]);
    }
    table.to_string()
}

fn field_table(rows: Vec<[String; 8]>) -> String {
    let mut table = plain(FIELD_COLUMNS);
    for row in rows {
        table.add_row(row);
    }
    table.to_string()
}

/// Lists the choices with their options, the default first.
fn choices(description: &Description) -> String {
    if description.choices.is_empty() {
        return format!("{} has no choices", description.id);
    }
    description.choices.iter().map(choice_text).collect::<Vec<_>>().join("\n")
}

fn choice_text(choice: &Choice) -> String {
    let Choice { id, section, question, options, .. } = choice;
    let mut text = format!("{id} (section {section}): {question}\n");
    for (position, ChoiceOption { name, behaviour, evidence }) in options.iter().enumerate() {
        let default = if position == 0 { " (default)" } else { "" };
        text.push_str(&format!("  --choice {id}={name}{default}\n    {behaviour}\n    Source: {evidence}\n"));
    }
    text
}

fn overview(description: &Description) -> String {
    let names = |signals: &[Signal]| signals.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(" ");
    let registers: Vec<_> = description.registers.iter().map(|register| register.name.as_str()).collect();
    let units = description.units.iter().map(|unit| unit.name.as_str());
    let units: Vec<_> = units.chain(description.broadcast.iter().map(|unit| unit.name.as_str())).collect();
    let counters: Vec<_> = description.counters().iter().map(|counter| description.counter_name(counter)).collect();
    let inputs: Vec<_> = description.inputs.iter().map(|input| input.name.as_str()).collect();
    let transactions: Vec<_> = description.transactions.iter().map(|transaction| transaction.name.as_str()).collect();
    let mut table = plain(["", ""]);
    for (key, value) in [
        ("id", description.id.clone()),
        ("name", description.name.clone()),
        ("manual", description.manual.clone()),
        ("units", units.join(" ")),
        ("registers", registers.join(" ")),
        ("counters", counters.join(" ")),
        ("inputs", inputs.join(" ")),
        ("transactions", transactions.join(" ")),
        ("outputs", names(&description.outputs)),
        ("state", names(&description.states)),
        ("events", format!("{} rows on {} lines", description.events.rows.len(), description.events.lines.len())),
        ("requirements", description.requirements.len().to_string()),
        ("choices", description.choices.iter().map(|choice| choice.id.as_str()).collect::<Vec<_>>().join(" ")),
    ] {
        if !value.is_empty() {
            table.add_row([key.to_owned(), value]);
        }
    }
    table.to_string()
}

fn input_text(input: &Input) -> String {
    let mut text = format!("{}: {} bits, {} (section {})", input.name, input.at.width, input.doc, input.section);
    for field in &input.fields {
        text.push_str(&format!(
            "\n  {}: bits {}:{}, {}",
            field.name,
            field.low + field.width - 1,
            field.low,
            field.doc
        ));
    }
    text
}

fn transaction_text(description: &Description, transaction: &Transaction) -> String {
    let mut text = format!("{}: {} (section {})", transaction.name, transaction.doc, transaction.section);
    for field in &transaction.fields {
        let words: Vec<_> = field.values.iter().map(|(word, value)| format!("{word} {value:#x}")).collect();
        let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
        let width = (field.width + field.shift).min(u64::BITS);
        let default = field.default << field.shift;
        let input = &description.inputs[field.input];
        let part = input.fields.iter().find(|part| (part.low, part.width) == (field.low, field.width));
        let doc = part.map_or(&input.doc, |part| &part.doc);
        text.push_str(&format!("\n  {}: {width} bits, {doc} [{default:#x}]{words}", field.name));
    }
    text
}

/// Decodes register values: the fields of each, then the records that several registers form together.
fn read(description: &Description, given: &[String]) -> Result<String, Error> {
    let mut values = BTreeMap::new();
    let mut text = String::new();
    for one in given {
        let wrong = || Error::Input(format!("`{one}` is not REGISTER=VALUE, such as PMD33=0x4032"));
        let (name, value) = one.split_once('=').ok_or_else(wrong)?;
        let digits = value.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        let number = number.map_err(|_| wrong())?;
        let names = || description.registers.iter().map(|register| &register.name);
        let register = description.registers.iter().find(|register| register.name == name);
        let register = register.ok_or_else(|| Error::Input(unknown("register", name, names())))?;
        text.push_str(&format!("{name}{}\n", register_value(number, register)));
        values.insert(name.to_owned(), number);
    }
    for line in decode::lines(&description.id, &Values::new(values)) {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// Describes the register, field, requirement, event, port, transaction or state word with that name.
fn one(description: &Description, name: &str) -> Result<String, Error> {
    let register_name = name.rsplit('.').next().unwrap_or(name);
    if let Some(register) = description.registers.iter().find(|register| register.name == register_name) {
        let title = format!("{}: {} (section {})\n", register.name, register.doc, register.section);
        return Ok(title + &field_table(register_rows(register)));
    }
    let field_rows: Vec<_> = field_rows(description).into_iter().filter(|row| row[2] == name).collect();
    if !field_rows.is_empty() {
        return Ok(field_table(field_rows));
    }
    if let Some(requirement) = description.requirements.iter().find(|requirement| requirement.id == name) {
        return Ok(format!("{} (section {}): {}", requirement.id, requirement.section, requirement.text));
    }
    if let Some(choice) = description.choices.iter().find(|choice| choice.id == name) {
        return Ok(choice_text(choice));
    }
    let code = name.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let event = name.split(':').next().unwrap_or(name);
    let rows: Vec<_> =
        description.events.rows.iter().filter(|row| row.mnemonic == event || Some(row.code) == code).collect();
    if !rows.is_empty() {
        let lines = description.events.lines.iter().filter(|line| line.code == rows[0].code);
        let lines: Vec<_> = lines.map(|line| format!("  {}", line.name)).collect();
        let title = format!("{} (section {})\n", rows[0].event, rows[0].section);
        let in_programs = match lines.is_empty() {
            true => "\nno event line; programs cause its occurrences through inputs".to_owned(),
            false => format!("\nlines in programs:\n{}", lines.join("\n")),
        };
        return Ok(title + &event_table(rows.into_iter()) + &in_programs);
    }
    if let Some(input) = description.inputs.iter().find(|input| input.name == name) {
        return Ok(input_text(input));
    }
    if let Some(transaction) = description.transactions.iter().find(|transaction| transaction.name == name) {
        return Ok(transaction_text(description, transaction));
    }
    let signals = || description.outputs.iter().chain(&description.states);
    if let Some(signal) = signals().find(|signal| signal.name == name) {
        return Ok(format!("{}: {} bits, {} (section {})", signal.name, signal.width, signal.doc, signal.section));
    }
    let known = description
        .registers
        .iter()
        .flat_map(|register| std::iter::once(&register.name).chain(register.fields.iter().map(|field| &field.name)))
        .chain(description.events.rows.iter().map(|row| &row.mnemonic))
        .chain(description.inputs.iter().map(|input| &input.name))
        .chain(description.transactions.iter().map(|transaction| &transaction.name))
        .chain(signals().map(|signal| &signal.name))
        .chain(description.requirements.iter().map(|requirement| &requirement.id))
        .chain(description.choices.iter().map(|choice| &choice.id));
    Err(Error::Input(format!("{}: {}", description.id, unknown("name", name, known))))
}
