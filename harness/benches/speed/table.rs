//! The tables on the console.

use crate::count;
use crate::document::{Document, Measured, Size, COSTS};
use crate::setup::Part;
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};

/// All tables, each with a title.
pub fn text(document: &Document) -> String {
    let rounds = document.rounds;
    let mut blocks = vec![
        format!(
            "millions of cycles per second, medians of {rounds} interleaved rounds, and the fraction of the bare loop's"
        ),
        speeds(document),
        "instructions per cycle, by callgrind".to_owned(),
        instructions(document),
        "nanoseconds per cycle, by the size of the PMU".to_owned(),
        costs(document),
    ];
    if !document.other_tools.is_empty() {
        blocks.extend(["the same PMU with other tools".to_owned(), other_tools(document)]);
    }
    blocks.extend(["the lowest value of each ratio over the PMUs".to_owned(), ratios(document)]);
    blocks.extend(document.missing());
    blocks.join("\n")
}

fn speeds(document: &Document) -> String {
    let names = document.pmus.iter().map(|measured| measured.pmu.clone());
    let mut table = new(["part".to_owned()].into_iter().chain(names));
    for part in Part::ALL {
        let cells = document.pmus.iter().map(|measured| {
            let speeds = measured.speed(part).zip(measured.speed(Part::Bare));
            speeds.map_or_else(dash, |(speed, bare_loop)| format!("{:.2}  {:>5.2}", speed / 1e6, speed / bare_loop))
        });
        table.add_row([part.name().to_owned()].into_iter().chain(cells));
    }
    table.to_string()
}

fn instructions(document: &Document) -> String {
    let names = document.pmus.iter().map(|measured| measured.pmu.clone());
    let mut table = new(["part".to_owned()].into_iter().chain(names));
    for part in count::PARTS {
        let cell = |measured: &Measured| measured.instructions(part).map_or_else(dash, |count| format!("{count:.0}"));
        table.add_row([part.name().to_owned()].into_iter().chain(document.pmus.iter().map(cell)));
    }
    table.to_string()
}

fn costs(document: &Document) -> String {
    let sizes = ["pmu", "boxes", "counters", "event lines", "state words"];
    let mut table = new(sizes.into_iter().chain(COSTS.map(Part::name)));
    for measured in &document.pmus {
        let Size { units, counters, event_lines, state_words } = measured.size;
        let sizes = [units, counters, event_lines, state_words].map(|size| size.to_string());
        let costs = COSTS.map(|part| measured.speed(part).map_or_else(dash, |speed| format!("{:.0}", 1e9 / speed)));
        table.add_row([measured.pmu.clone()].into_iter().chain(sizes).chain(costs));
    }
    table.to_string()
}

fn other_tools(document: &Document) -> String {
    let mut table = new(["", "version", "pmu", "cycles per second", "compared with", ""]);
    for other in &document.other_tools {
        let [speed, own] = [other.cycles_per_second, other.part_cycles_per_second]
            .map(|speed| speed.map_or_else(dash, |speed| format!("{speed:.0}")));
        table.add_row([other.name, other.version, other.pmu, &speed, other.component, &own]);
    }
    table.to_string()
}

fn ratios(document: &Document) -> String {
    let mut table = new(["ratio", "measured", "at least", ""]);
    for (name, value) in &document.ratios {
        let target = document.targets.iter().find(|target| target.ratio == *name);
        table.add_row([
            (*name).to_owned(),
            value.map_or_else(dash, |value| format!("{value:.2}")),
            target.map_or_else(dash, |target| format!("{:.2}", target.at_least)),
            target.map_or_else(dash, |target| target.verdict.to_owned()),
        ]);
    }
    table.to_string()
}

fn dash() -> String {
    "-".to_owned()
}

/// A table whose numbers, from the second column on, are right-aligned.
fn new<T: Into<comfy_table::Cell>>(header: impl IntoIterator<Item = T>) -> Table {
    let mut table = Table::new();
    let header: Vec<comfy_table::Cell> = header.into_iter().map(Into::into).collect();
    let columns = header.len();
    table.load_preset(UTF8_FULL_CONDENSED).set_header(header);
    for column in 1..columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
