//! The tables on the console.

use crate::document::Document;
use crate::subject::Part;
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};

/// All of them, with a line above each.
pub fn text(document: &Document) -> String {
    let rounds = document.rounds;
    [
        format!(
            "millions of clocks in a second, medians of {rounds} interleaved rounds; beside them, of the bare loop's"
        ),
        speeds(document),
        "the same PMU by other means".to_owned(),
        others(document),
        "of each ratio the lowest over the PMUs".to_owned(),
        ratios(document),
    ]
    .into_iter()
    .chain(document.reasons.iter().map(|(ratio, reason)| format!("{ratio} is not measured: {reason}")))
    .collect::<Vec<_>>()
    .join("\n")
}

fn speeds(document: &Document) -> String {
    let names = document.pmus.iter().map(|measured| measured.pmu.clone());
    let mut table = new(["part".to_owned()].into_iter().chain(names));
    for part in Part::ALL {
        let cells = document.pmus.iter().map(|measured| {
            let speeds = measured.speed(part).zip(measured.speed(Part::Bare));
            speeds.map_or_else(dash, |(speed, bare)| format!("{:.2}  {:>5.2}", speed / 1e6, speed / bare))
        });
        table.add_row([part.name().to_owned()].into_iter().chain(cells));
    }
    table.to_string()
}

fn others(document: &Document) -> String {
    let mut table = new(["", "version", "pmu", "clocks in a second", "beside it", ""]);
    for other in &document.others {
        let [speed, own] = [other.cycles_per_second, other.part_cycles_per_second]
            .map(|speed| speed.map_or_else(dash, |speed| format!("{speed:.0}")));
        table.add_row([other.name, other.version, other.pmu, &speed, other.part, &own]);
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

/// A table whose numbers, from the second column on, are on the right.
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
