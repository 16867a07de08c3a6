//! The Verilog view of the event catalogue.

use super::Description;
use std::fmt::Write;

/// The include file with the index of every event line, for the RTL's event select logic.
pub fn event_header(description: &Description) -> String {
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(&content);
        text.push('\n');
    };
    line(format!("// Event lines of {}. Generated from its description by `make gen`; do not edit.", description.name));
    line(
        "// EV_<code>_<mask>: position of the line in the event vector, for use in the one module that selects events."
            .into(),
    );
    line(String::new());
    for (index, event) in description.events.lines.iter().enumerate() {
        let mut name = format!("EV_{:02X}", event.code);
        if let Some(mask) = event.mask {
            let _ = write!(name, "_{mask:02X}");
        }
        line(format!("localparam integer {name:<8} = {index:>3}; // {}", event.name));
    }
    line(String::new());
    line("// Number of event lines.".into());
    line(format!("localparam integer EV_COUNT = {};", description.events.lines.len()));
    text
}
