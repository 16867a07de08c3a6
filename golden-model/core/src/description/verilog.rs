//! Generates the Verilog include file of the event catalogue.

use super::{Description, EventVector};
use std::fmt::Write;

/// The include file with the index of every event line, for the event select logic of the RTL; `None` for a PMU without
/// event vectors.
pub fn event_header(description: &Description) -> Option<String> {
    let vectors = &description.events.vectors;
    if vectors.is_empty() {
        return None;
    }
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(&content);
        text.push('\n');
    };
    line(format!("// Event lines of {}. Generated from its description by `make gen`; do not edit.", description.name));
    let names: Vec<_> = vectors.iter().map(|vector| format!("{}_<code>_<mask>", vector.name.to_uppercase())).collect();
    line(format!(
        "// {}: position of the line in the event vector, for use in the one module that selects events.",
        names.join(", ")
    ));
    for vector in vectors {
        line(String::new());
        for (index, &position) in vector.lines.iter().enumerate() {
            let event = &description.events.lines[position];
            let name = line_name(vector, event.code, event.mask);
            line(format!("localparam integer {name:<8} = {index:>3}; // {}", event.name));
        }
    }
    line(String::new());
    line("// Number of event lines.".into());
    for vector in vectors {
        line(format!("localparam integer {}_COUNT = {};", vector.name.to_uppercase(), vector.lines.len()));
    }
    Some(text)
}

fn line_name(vector: &EventVector, code: u32, mask: Option<u32>) -> String {
    let mut name = format!("{}_{code:02X}", vector.name.to_uppercase());
    if let Some(mask) = mask {
        let _ = write!(name, "_{mask:02X}");
    }
    name
}
