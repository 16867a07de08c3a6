//! Command files of the viewer Surfer.

use super::view::View;
use std::fmt::Write;

/// Start of a command file of the harness.
pub(super) const START: &str = "# pmu-cosim: ";

/// Cycles that are visible at least.
const VISIBLE: u64 = 8;

/// Returns the command file. Surfer runs it on the VCD file that its command line names.
pub(super) fn command_file(view: &View) -> String {
    // A number sign begins a comment, and a semicolon separates commands.
    let mut text = format!("{START}{}\n", view.title);
    for group in &view.groups {
        let _ = writeln!(text, "divider_add {}", group.title.replace(' ', "_"));
        for row in &group.rows {
            let _ = writeln!(text, "variable_add {}", row.path);
        }
    }
    // Model and DUT have values of the same name.
    text.push_str("variable_force_name_type Global\nzoom_fit\n");
    let cycles = (view.times.1 - view.times.0) / view.cycle_ns;
    // Each step shows half the time.
    let steps = (cycles / VISIBLE).checked_ilog2().unwrap_or(0);
    (0..steps).for_each(|_| text.push_str("zoom_in\n"));
    let _ = writeln!(text, "cursor_set {}", view.cursor);
    text
}
