//! Layout of a waveform excerpt.

use crate::excerpt::{ExcerptRow, ExcerptRowKind, WaveformExcerpt};
use serde::Serialize;

/// Width of a letter, height of a line of text, of a row, and of the cycle numbers above, in pixels.
const LETTER: f64 = 6.7;
const LINE: u32 = 13;
const LANE: u32 = 24;
const HEAD: u32 = 20;
/// Space between rows of different values.
const GAP: u32 = 8;
/// Minimum width of a cycle.
const CYCLE: u32 = 44;
/// Letters in one line of an access, and its maximum number of lines.
const WRAP: usize = 20;
const LINES: usize = 7;

/// Data for the template. Lengths are in pixels.
#[derive(Serialize)]
pub(super) struct Wave {
    width: u32,
    height: u32,
    names: u32,
    columns: Vec<Column>,
    rows: Vec<Row>,
    #[serde(rename = "left_out")]
    skipped: u64,
    cycle: u64,
}

/// A cycle.
#[derive(Serialize)]
struct Column {
    x: u32,
    width: u32,
    #[serde(rename = "clock")]
    cycle: u64,
    diverging: bool,
}

/// A row.
#[derive(Serialize)]
struct Row {
    y: u32,
    height: u32,
    name: String,
    side: &'static str,
    /// Line of a single bit; none if the row is drawn as boxes.
    path: Option<String>,
    cells: Vec<Cell>,
}

/// Consecutive cycles with the same value.
#[derive(Serialize)]
struct Cell {
    x: u32,
    width: u32,
    lines: Vec<String>,
    /// Whether DUT and model differ.
    differs: bool,
}

/// Consecutive cycles with the same value, from `first` up to but not including `end`.
struct Run {
    first: usize,
    end: usize,
    lines: Vec<String>,
    differs: bool,
}

impl Wave {
    pub fn new(excerpt: &WaveformExcerpt) -> Self {
        let model = |number: usize| match excerpt.lanes[number].kind {
            ExcerptRowKind::Device => number.checked_sub(1).map(|model| &excerpt.lanes[model]),
            _ => None,
        };
        let lanes: Vec<(&ExcerptRow, Vec<Run>)> =
            excerpt.lanes.iter().enumerate().map(|(number, lane)| (lane, runs(lane, model(number)))).collect();
        let cycles = lanes.first().map_or(0, |(lane, _)| lane.cycles.len());
        let mut columns: Vec<Column> = (0..cycles as u64)
            .map(|cycle| excerpt.start + cycle)
            .map(|cycle| Column { x: 0, width: CYCLE, cycle, diverging: cycle == excerpt.cycle })
            .collect();
        for (_, runs) in lanes.iter().filter(|(lane, _)| lane.width != 1) {
            runs.iter().for_each(|run| widen(&mut columns[run.first..run.end], run));
        }
        let mut width = 0;
        for column in &mut columns {
            column.x = width;
            width += column.width;
        }
        let mut y = HEAD;
        let mut rows = Vec::new();
        for (lane, runs) in lanes {
            let lines = runs.iter().map(|run| run.lines.len()).max().unwrap_or(1).max(1) as u32;
            let height = if lane.kind == ExcerptRowKind::Access { lines * LINE + 8 } else { LANE };
            y += if lane.kind == ExcerptRowKind::Device { 0 } else { GAP };
            rows.push(Row::new(lane, runs, &columns, y, height));
            y += height;
        }
        let letters = rows.iter().map(|row| row.name.chars().count() + row.side.len() + 2).max().unwrap_or(0);
        let names = (letters as f64 * LETTER) as u32 + 12;
        Self { width, height: y + GAP, names, columns, rows, skipped: excerpt.skipped, cycle: excerpt.cycle }
    }
}

impl Row {
    fn new(lane: &ExcerptRow, runs: Vec<Run>, columns: &[Column], y: u32, height: u32) -> Self {
        let (name, side) = match lane.kind {
            ExcerptRowKind::Access => ("access", ""),
            ExcerptRowKind::Input => (lane.name.as_str(), ""),
            ExcerptRowKind::Model => (lane.name.as_str(), "model"),
            ExcerptRowKind::Device => ("", "DUT"),
        };
        let end = |run: &Run| columns[run.end - 1].x + columns[run.end - 1].width;
        let (high, low) = (y + 5, y + height - 5);
        let path = (lane.width == 1).then(|| {
            let step = |(number, run): (usize, &Run)| {
                let level = if run.lines.first().is_some_and(|value| value == "1") { high } else { low };
                let start = if number == 0 { format!("M0 {level}") } else { format!("V{level}") };
                format!("{start}H{}", end(run))
            };
            runs.iter().enumerate().map(step).collect()
        });
        let cell = |run: Run| {
            let (x, width) = (columns[run.first].x, end(&run) - columns[run.first].x);
            Cell { x, width, lines: run.lines, differs: run.differs }
        };
        Self { y, height, name: name.to_owned(), side, path, cells: runs.into_iter().map(cell).collect() }
    }
}

/// Groups consecutive cycles with the same value; every access is a separate run.
fn runs(lane: &ExcerptRow, model: Option<&ExcerptRow>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (cycle, value) in lane.cycles.iter().enumerate() {
        let differs = model.is_some_and(|model| model.cycles.get(cycle) != Some(value));
        let lines = match lane.kind {
            ExcerptRowKind::Access => wrap(value),
            _ => vec![value.clone()],
        };
        match runs.last_mut() {
            Some(last) if lane.kind != ExcerptRowKind::Access && last.lines == lines && last.differs == differs => {
                last.end = cycle + 1;
            }
            _ => runs.push(Run { first: cycle, end: cycle + 1, lines, differs }),
        }
    }
    runs
}

/// Wraps an access into short lines: the statement, the register, then its fields.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, word) in text.split(' ').filter(|word| !word.is_empty()).enumerate() {
        match lines.last_mut() {
            Some(last) if number > 2 && last.len() + 1 + word.len() <= WRAP => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES - 1);
        lines.push("…".to_owned());
    }
    lines
}

/// Widens the columns of a run so that its text fits.
fn widen(columns: &mut [Column], run: &Run) {
    let letters = run.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let wanted = (letters as f64 * LETTER) as u32 + 16;
    let have: u32 = columns.iter().map(|column| column.width).sum();
    let each = wanted.saturating_sub(have).div_ceil(columns.len() as u32);
    columns.iter_mut().for_each(|column| column.width += each);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(kind: ExcerptRowKind, width: u32, cycles: &[&str]) -> ExcerptRow {
        ExcerptRow { kind, name: "v".to_owned(), width, cycles: cycles.iter().map(|&cycle| cycle.to_owned()).collect() }
    }

    #[test]
    fn differences_are_marked_only_in_their_cycles() {
        let lanes = vec![
            lane(ExcerptRowKind::Access, 0, &["", "write core0.PerfEvtSel0 OS=0x1 EN=0x1", ""]),
            lane(ExcerptRowKind::Model, 8, &["0", "0", "1f"]),
            lane(ExcerptRowKind::Device, 8, &["0", "0", "0"]),
            lane(ExcerptRowKind::Input, 1, &["0", "1", "1"]),
        ];
        let wave = Wave::new(&WaveformExcerpt { start: 4, cycle: 6, lanes, skipped: 0 });
        let differs = |row: &Row| row.cells.iter().map(|cell| cell.differs).collect::<Vec<_>>();
        let marked: Vec<_> = wave.rows.iter().map(differs).collect();
        assert_eq!(marked, [vec![false; 3], vec![false; 2], vec![false, true], vec![false; 2]]);
        assert_eq!(wave.rows[0].cells[1].lines, ["write", "core0.PerfEvtSel0", "OS=0x1 EN=0x1"]);
        assert_eq!(wave.columns.iter().filter(|column| column.diverging).map(|column| column.cycle).sum::<u64>(), 6);
        let (first, second) = (&wave.columns[0], &wave.columns[1]);
        assert!(first.width == CYCLE && second.width > CYCLE && second.x == CYCLE, "the access has room");
        let (low, high) = (wave.rows[3].y + LANE - 5, wave.rows[3].y + 5);
        assert_eq!(wave.rows[3].path, Some(format!("M0 {low}H{CYCLE}V{high}H{}", wave.width)));
    }
}
