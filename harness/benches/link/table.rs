//! The tables on the console.

use crate::setup::Counted;
use crate::Measured;
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};

/// Both tables, each with a title.
pub fn text(all: &[Measured]) -> String {
    let rounds = crate::ROUNDS;
    [
        format!("a simulated board in lockstep; cycles per second: median of {rounds} rounds, or of fewer slow ones;"),
        "- if the program of the stimulus does not fit the frame memory".to_owned(),
        measured(all),
        "computed for a board at 50 MHz".to_owned(),
        computed(all),
    ]
    .join("\n")
}

fn measured(all: &[Measured]) -> String {
    let mut table = new(&["pmu", "stimulus", "cycles/s", "bytes to board", "bytes from board", "board cycles"]);
    for pmu in all {
        for (what, counted) in [("over the line", Some(&pmu.line)), ("generated on the board", pmu.generator.as_ref())]
        {
            let numbers = counted.map_or_else(|| ["-"; 4].map(str::to_owned), numbers);
            table.add_row([pmu.pmu.clone(), what.to_owned()].into_iter().chain(numbers));
        }
    }
    table.to_string()
}

fn numbers(counted: &Counted) -> [String; 4] {
    let Counted { cycles_per_second, bytes_to, bytes_from, board_cycles, .. } = counted;
    [
        format!("{cycles_per_second:.0}"),
        format!("{bytes_to:.2}"),
        format!("{bytes_from:.2}"),
        format!("{board_cycles:.0}"),
    ]
}

fn computed(all: &[Measured]) -> String {
    let mut table = new(&["pmu", "Mbit/s", "frames/s over the line", "cycles/s generated on the board"]);
    for pmu in all {
        for computed in &pmu.computed {
            table.add_row([
                pmu.pmu.clone(),
                format!("{:.0}", computed.board.baud / 1e6),
                format!("{:.0}", computed.frames_per_second),
                computed.generator_cycles_per_second.map_or_else(|| "-".to_owned(), |cycles| format!("{cycles:.0}")),
            ]);
        }
    }
    table.to_string()
}

/// A table whose numbers, from the third column on, are right-aligned.
fn new(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_header(header);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
