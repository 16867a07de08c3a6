//! The entry of one name: a register, field, requirement, choice, event, input, transaction, output or state word.

use super::requirement;
use super::search;
use super::tables::{choice_text, event_table, field_rows, field_table, register_rows};
use crate::Error;
use golden_model_core::description::{Description, Input, Transaction};
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;

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

/// Describes what has that name; without an exact match, what contains it.
pub(super) fn one(pmu: &Pmu, name: &str) -> Result<String, Error> {
    let description = &pmu.description;
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
        return requirement::text(pmu, requirement);
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
    if let Some(found) = search::text(description, name) {
        return Ok(found);
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
