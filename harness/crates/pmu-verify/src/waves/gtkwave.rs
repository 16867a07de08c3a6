//! Save files of GTKWave.

use super::view::{Format, View};
use std::fmt::Write;

/// Start of a save file of the harness. GTKWave starts its own ones with another text.
pub(super) const START: &str = "[*] pmu-cosim: ";

/// Cycles before the cursor at the left edge.
const BEFORE: u64 = 4;
/// The binary logarithm, negated, of the nanoseconds in 200 pixels: 16, so that a cycle of 10 ns has 125 pixels.
const ZOOM: &str = "-4.000000";
/// GTKWave has a primary marker and 26 named ones, here unused.
const NAMED_MARKERS: usize = 26;

/// Returns the save file, named `own`, that opens the VCD file `vcd` in the same folder.
///
/// GTKWave finds `vcd` relative to the folder of the save file if both names are given.
pub(super) fn save_file(view: &View, vcd: &str, own: &str) -> String {
    let (cursor, begin) = (view.cursor, view.cursor.saturating_sub(BEFORE * view.cycle_ns).max(view.times.0));
    let mut text = format!(
        "{START}{}\n[dumpfile] \"{vcd}\"\n[savefile] \"{own}\"\n[timestart] {begin}\n[size] 1600 900\n[pos] -1 -1\n\
         *{ZOOM} {cursor}{}\n[sst_width] 200\n[signals_width] 420\n[sst_expanded] 1\n",
        view.title,
        " -1".repeat(NAMED_MARKERS)
    );
    for group in &view.groups {
        let _ = writeln!(text, "@{COMMENT}\n-{}", group.title);
        for row in &group.rows {
            // GTKWave displays only what follows the last dot.
            let label = row.label.replace('.', "/");
            let _ = writeln!(text, "@{}\n+{{{}}} {}{}", flags(row.format), label, row.path, row.range);
        }
    }
    text
}

/// Flags of a line with a comment: blank.
const COMMENT: &str = "200";

/// Flags of a signal: right-justified, with its format.
fn flags(format: Format) -> &'static str {
    match format {
        Format::Binary => "28",
        Format::Decimal => "24",
        Format::Hexadecimal => "22",
        Format::Text => "820",
    }
}
