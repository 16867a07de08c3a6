//! `docs/speed.md`.

use super::speed::{PartSpeeds, PmuSize, PublishedSpeed, PublishedSpeeds, PublishedTool, Turnaround};
use super::{cell, NONE};
use golden_model_core::Pmu;
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "\
# Speed of each PMU

The figures of the last published benchmark. [Performance](performance.md) explains the entries, and what limits them. This page is made
from [speed.json](speed.json). To publish other figures, run `make bench SCALING=1` in a checkout without changes, then

    target/release/pmu-cosim publish build/bench/bench.json build/bench/turnaround.json
";

/// Columns of a table, and the entries of the benchmark in them.
const SPEEDS: [&str; 6] = [
    "device",
    "model",
    "model_with_collisions",
    "lockstep_without_coverage",
    "lockstep_1_thread",
    "lockstep_2_threads",
];
const INSTRUCTIONS: [&str; 6] =
    ["device", "model", "model_with_collisions", "generator", "lowering", "lockstep_1_thread"];

/// Formats the page.
pub fn speed_page(published: &PublishedSpeeds) -> String {
    let mut page = HEAD.to_owned();
    let measured: Vec<(&str, &PartSpeeds)> =
        published.pmus.iter().filter_map(|speed| Some((speed.pmu.as_str(), speed.speeds.as_ref()?))).collect();
    page.push_str("\n## Speed\n\nCycles per second as a fraction of those of the bare loop around the same RTL.\n\n");
    table(&mut page, &measured, &SPEEDS, |speeds| &speeds.relative);
    page.push_str(
        "\n## Instructions\n\nInstructions per cycle as a fraction of those of the bare loop. They do not depend on the load of the machine.\n\n",
    );
    table(&mut page, &measured, &INSTRUCTIONS, |speeds| &speeds.instructions);
    page.push_str("\n## Size\n\n| PMU | boxes | counters | event lines | state words |\n|---|---|---|---|---|\n");
    for (pmu, PartSpeeds { size, .. }) in &measured {
        let PmuSize { units, counters, event_lines, state_words } = size;
        // Writing to a string does not fail.
        let _ = writeln!(page, "| `{pmu}` | {units} | {counters} | {event_lines} | {state_words} |");
    }
    page.push_str(
        "\n## From a change to its verdict\n\nSeconds until the verdict of a million random cycles and all programs, without code \
         coverage, after a change of one line in the top module.\n\n| PMU | after a change | without a change |\n|---|---|---|\n",
    );
    for PublishedSpeed { pmu, turnaround, .. } in &published.pmus {
        if let Some(Turnaround { changed, unchanged }) = turnaround {
            let _ = writeln!(page, "| `{pmu}` | {changed:.1} | {unchanged:.1} |");
        }
    }
    page.push_str("\n## Other tools\n\n| tool | version | PMU | compared with | factor |\n|---|---|---|---|---|\n");
    for PublishedTool { name, version, pmu, component, times } in &published.other_tools {
        let _ = writeln!(page, "| {name} | {version} | `{pmu}` | `{component}` | {times:.1} |");
    }
    let missing: Vec<_> =
        Pmu::ids().filter(|id| !measured.iter().any(|(pmu, _)| pmu == id)).map(|id| format!("`{id}`")).collect();
    if !missing.is_empty() {
        let _ = writeln!(page, "\nWithout published speeds: {}.", missing.join(", "));
    }
    page
}

fn table(
    page: &mut String,
    measured: &[(&str, &PartSpeeds)],
    columns: &[&str],
    of: fn(&PartSpeeds) -> &BTreeMap<String, f64>,
) {
    let heads: String = columns.iter().map(|column| format!(" `{column}` |")).collect();
    let _ = writeln!(page, "| PMU |{heads} commit |\n|---|{}---|", "---|".repeat(columns.len()));
    for (pmu, speeds) in measured {
        let value = |column: &&str| of(speeds).get(*column).map(|value| format!("{value:.2}"));
        let cells: String = columns.iter().map(|column| format!(" {} |", cell(value(column)))).collect();
        let commit = speeds.commit.get(..8).unwrap_or(NONE);
        let _ = writeln!(page, "| `{pmu}` |{cells} `{commit}` |");
    }
}
