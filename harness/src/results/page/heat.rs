//! Events by counters as one drawing: a path for each state, whatever the number of cells.

use crate::results::Events;
use serde::Serialize;
use std::fmt::Write;

/// Size of a cell with its gap, and of what is drawn in it.
const PITCH: usize = 14;
const MARK: usize = 10;
/// Width of a letter at the size of the labels.
const LETTER: f64 = 6.1;
/// Letters of a row's name that are shown; a counter's are all shown.
const NAME: usize = 48;

/// What the template draws. Lengths are pixels.
#[derive(Serialize)]
pub(super) struct HeatMap {
    rows: Vec<Label>,
    columns: Vec<Label>,
    /// Width of the names on the left.
    names: usize,
    /// Height of the counters' names above.
    top: usize,
    width: usize,
    height: usize,
    counted: String,
    missing: String,
    refused: String,
    unrefused: String,
}

/// A name beside a row or above a column.
#[derive(Serialize)]
struct Label {
    at: usize,
    text: String,
    full: String,
}

impl HeatMap {
    pub fn new(events: &Events) -> Self {
        let middle = |number: usize| number * PITCH + PITCH / 2;
        let rows = events.rows.iter().enumerate().map(|(number, row)| {
            let text = match row.name.chars().count() > NAME {
                true => row.name.chars().take(NAME - 1).chain(['…']).collect(),
                false => row.name.clone(),
            };
            Label { at: middle(number), text, full: format!("{} {}", row.row, row.name) }
        });
        let rows: Vec<Label> = rows.collect();
        let columns = events.by_counter.iter().enumerate().map(|(number, counter)| Label {
            at: middle(number),
            text: counter.counter.clone(),
            full: counter.counter.clone(),
        });
        let columns: Vec<Label> = columns.collect();
        let longest = |labels: &[Label]| labels.iter().map(|label| label.text.chars().count()).max().unwrap_or(0);
        let pixels = |letters: usize| (letters as f64 * LETTER).ceil() as usize + 8;
        let mut map = Self {
            names: pixels(longest(&rows)),
            top: pixels(longest(&columns)),
            width: columns.len() * PITCH,
            height: rows.len() * PITCH,
            rows,
            columns,
            counted: String::new(),
            missing: String::new(),
            refused: String::new(),
            unrefused: String::new(),
        };
        for (y, row) in events.rows.iter().enumerate() {
            for (x, state) in row.counters.chars().enumerate() {
                map.draw(x * PITCH + (PITCH - MARK) / 2, y * PITCH + (PITCH - MARK) / 2, state);
            }
        }
        map
    }

    /// A full square, a cross, a dot or a ring, so that no colour is needed to tell them apart.
    fn draw(&mut self, x: usize, y: usize, state: char) {
        let half = MARK / 2;
        // Writing to a string cannot fail.
        let _ = match state {
            'c' => write!(self.counted, "M{x} {y}h{MARK}v{MARK}h-{MARK}z"),
            'm' => write!(self.missing, "M{x} {y}l{MARK} {MARK}m0-{MARK}l-{MARK} {MARK}"),
            'r' => write!(self.refused, "M{} {}h3v3h-3z", x + half - 1, y + half - 1),
            'u' => {
                write!(self.unrefused, "M{x} {}a{half} {half} 0 1 0 {MARK} 0a{half} {half} 0 1 0 -{MARK} 0", y + half)
            }
            _ => Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{CounterEvents, EventRowResult};

    #[test]
    fn every_cell_is_drawn_as_its_state() {
        let counter = |name: &str| CounterEvents {
            counter: name.to_owned(),
            counted: 0,
            missing: Vec::new(),
            refused: 0,
            not_refused: Vec::new(),
        };
        let row = |counters: &str| EventRowResult {
            row: "0x01".to_owned(),
            name: "N".repeat(50),
            counters: counters.to_owned(),
        };
        let events = Events {
            total: 2,
            counted: 0,
            by_counter: ["a", "b", "c"].map(counter).to_vec(),
            rows: vec![row("cmu"), row("cr-")],
        };
        let map = HeatMap::new(&events);
        assert_eq!((map.width, map.height), (3 * PITCH, 2 * PITCH));
        assert_eq!(map.counted, "M2 2h10v10h-10zM2 16h10v10h-10z");
        assert_eq!(map.missing, "M16 2l10 10m0-10l-10 10");
        assert_eq!(map.refused, "M20 20h3v3h-3z");
        assert!(map.unrefused.starts_with("M30 7a"));
        assert_eq!((map.rows[0].text.chars().count(), map.rows[0].full.len()), (NAME, 55));
    }
}
