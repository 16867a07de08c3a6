//! The registers of a PMU in its page.

use super::super::describe::access_name;
use super::bits::bits;
use super::text::{cell, code, table};
use golden_model_core::description::{AccessPath, Description, Field, Register};
use std::fmt::Write;

/// Adds the registers of a kind of units: those that differ only in their number together.
pub(super) fn add(page: &mut String, description: &Description, kind: usize) {
    let mut registers: Vec<&Register> = description.registers_of(kind).map(|at| &description.registers[at]).collect();
    while let Some(first) = registers.first().copied() {
        let (group, others) = registers.into_iter().partition(|register| is_alike(first, register));
        registers = others;
        add_group(page, &group);
    }
}

fn is_alike(one: &Register, other: &Register) -> bool {
    let same =
        |(one, other): (&Field, &Field)| (&one.name, one.low, one.width) == (&other.name, other.low, other.width);
    one.pattern == other.pattern
        && one.fields.len() == other.fields.len()
        && one.fields.iter().zip(&other.fields).all(same)
}

fn add_group(page: &mut String, group: &[&Register]) {
    let (first, last) = (group[0], group[group.len() - 1]);
    let to = if group.len() > 1 { format!(" to {}", last.name) } else { String::new() };
    let _ = writeln!(page, "### {}{to}\n", first.name);
    let row = |register: &&Register| {
        let paths: Vec<_> = register.access.iter().map(|path| path_text(register, path)).collect();
        [code(&register.name), cell(&register.doc), paths.join(", "), cell(&register.section)]
    };
    let rows: Vec<_> = group.iter().map(row).collect();
    page.push_str(&table(["register", "meaning", "space and address", "section"], &rows));
    let _ = writeln!(page, "<div>{}</div>\n", bits(first));
    let row = |field: &Field| {
        let high = field.low + field.width - 1;
        let bits = if field.width == 1 { field.low.to_string() } else { format!("{high}:{}", field.low) };
        let reset = format!("{:#x}", field.reset);
        [
            bits,
            code(&field.name),
            access_name(field.access).to_owned(),
            code(&reset),
            cell(&field.doc),
            cell(&field.section),
        ]
    };
    let rows: Vec<_> = first.fields.iter().map(row).collect();
    page.push_str(&table(["bits", "field", "access", "reset", "meaning", "section"], &rows));
}

fn path_text(register: &Register, path: &AccessPath) -> String {
    let mut text = format!("`{} {:#x}`", path.space, path.address);
    if path.width < register.width {
        let _ = write!(text, " bits {}:{}", path.low + path.width - 1, path.low);
    }
    if path.read_only {
        text.push_str(" read only");
    }
    if path.write_only {
        text.push_str(" write only");
    }
    text
}
