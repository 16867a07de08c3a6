//! Writes `pmu.toml`.

use super::registers::{Path, Register, Registers, Space, Unit};
use crate::registers::word;
use golden_model_core::description::Field;
use std::fmt::Write;

/// The text of `pmu.toml` for a PMU with these registers.
pub(super) fn pmu_toml(name: &str, title: &str, registers: &Registers) -> String {
    let title = &one_line(title);
    let mut text = format!(
        "# Description of {title}.\n# Names, addresses, widths and reset values only; behaviour is in the golden model and in the RTL.\n\
         # Long: one table for each register; a description is one document.\n\n"
    );
    let manual = match registers.manual.as_str() {
        "" => "none yet: the document that specifies it",
        manual => manual,
    };
    for (key, value) in [("id", name), ("name", title), ("manual", manual)] {
        let _ = writeln!(text, "{key} = {}", string(value));
    }
    let _ = writeln!(text, "requirement_prefixes = [{}]", string(&name.to_uppercase()));
    text.extend(registers.units.iter().map(unit));
    if let Some((name, number)) = &registers.broadcast {
        let _ = write!(text, "\n[broadcast]\nname = {}\nnumber = {number}\n", string(name));
    }
    text.extend(registers.spaces.iter().map(space));
    text.extend(registers.registers.iter().map(|of| register(of, registers)));
    text + "\n# Add [[input]], [[output]] and [[state]] here. docs/adding-a-pmu.md has an example of each.\n"
}

fn unit(unit: &Unit) -> String {
    let mut text = format!("\n[[unit]]\nname = {}\n", string(&unit.name));
    if let Some(number) = unit.number {
        let _ = writeln!(text, "number = {number}");
    }
    optional(&mut text, "kind", &unit.kind);
    text
}

fn space(space: &Space) -> String {
    let Space { name, number, doc, section, operation, returns_old, windows } = space;
    let mut text = format!("\n[[space]]\nname = {}\nnumber = {number}\n", string(name));
    optional(&mut text, "operation", operation);
    flag(&mut text, "returns_old", *returns_old);
    let mut ranges = Vec::new();
    for window in windows {
        match *window {
            (0, count, 4) => drop(writeln!(text, "dwords = {count}")),
            (0, count, 1) => drop(writeln!(text, "cells = {count}")),
            (first, count, 1) => ranges.push(format!("{{ first = {first:#x}, cells = {count} }}")),
            // Other windows exist in sub-blocks only.
            _ => {}
        }
    }
    if !ranges.is_empty() {
        let _ = writeln!(text, "ranges = [{}]", ranges.join(", "));
    }
    let _ = write!(text, "doc = {}\nsection = {}\n", string(doc), string(section));
    text
}

fn register(register: &Register, all: &Registers) -> String {
    let mut text = format!("\n[[register]]\nname = {}\n", string(&register.name));
    optional(&mut text, "short", &register.short);
    if let Some(number) = register.number {
        let _ = writeln!(text, "first = {number}");
    }
    optional(&mut text, "kind", &register.kind);
    let _ = writeln!(text, "width = {}", register.width);
    flag(&mut text, "counter", register.counter);
    for (key, value) in [
        ("select", &register.select),
        ("upper", &register.upper),
        ("event_field", &register.event_field),
        ("high_field", &register.high_field),
        ("mask_field", &register.mask_field),
    ] {
        optional(&mut text, key, value);
    }
    let is_selected = |other: &Register| other.kind == register.kind && other.select == register.name;
    let is_indirect = register.event_field.is_empty() && all.registers.iter().any(is_selected);
    flag(&mut text, "indirect", is_indirect);
    let _ = write!(text, "section = {}\ndoc = {}\n", string(&register.section), string(&plain(&register.doc)));
    let _ = writeln!(text, "access = [");
    text.extend(register.access.iter().map(|path| access(path, register.width)));
    let _ = writeln!(text, "]\nfield = [");
    text.extend(register.fields.iter().map(field));
    text + "]\n"
}

fn access(path: &Path, width: u32) -> String {
    let mut text = format!("  {{ space = {}, ", string(&path.space));
    match &path.addresses[..] {
        [address] => drop(write!(text, "address = {address:#x}")),
        addresses if addresses.iter().all(|address| *address == addresses[0]) => {
            let _ = write!(text, "address = {:#x}", addresses[0]);
        }
        addresses => {
            let list: Vec<_> = addresses.iter().map(|address| format!("{address:#x}")).collect();
            let _ = write!(text, "addresses = [{}]", list.join(", "));
        }
    }
    if path.width < width {
        let _ = write!(text, ", bits = \"{}:{}\"", path.low + path.width - 1, path.low);
    }
    if !path.suffix.is_empty() {
        let _ = write!(text, ", suffix = {}", string(&path.suffix));
    }
    for (key, value) in [("read_only", path.read_only), ("write_only", path.write_only)] {
        text.push_str(&if value { format!(", {key} = true") } else { String::new() });
    }
    text + " },\n"
}

fn field(field: &Field) -> String {
    let bits = match field.width {
        1 => field.low.to_string(),
        width => format!("{}:{}", field.low + width - 1, field.low),
    };
    let must_be = if field.must_be == 0 { String::new() } else { format!(", must_be = {:#x}", field.must_be) };
    format!(
        "  {{ name = {}, bits = \"{bits}\", access = \"{}\", reset = {:#x}{must_be}, section = {}, doc = {} }},\n",
        string(&field.name),
        word(field.access),
        field.reset,
        string(&field.section),
        string(&field.doc)
    )
}

fn optional(text: &mut String, key: &str, value: &str) {
    if !value.is_empty() {
        let _ = writeln!(text, "{key} = {}", string(value));
    }
}

fn flag(text: &mut String, key: &str, value: bool) {
    if value {
        let _ = writeln!(text, "{key} = true");
    }
}

/// Text without placeholders.
fn plain(text: &str) -> String {
    text.replace('{', "(").replace('}', ")").replace('#', "No. ")
}

/// A string of TOML.
fn string(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
