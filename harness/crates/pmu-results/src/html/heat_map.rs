//! Heat map of events by counters: one SVG path for each state, filled with its mark.

use crate::events::Events;
use serde::Serialize;

/// Size of a cell in pixels, equal to the size of the patterns in `report.html`.
const PITCH: usize = 14;
/// Width in pixels of a letter in the labels.
const LETTER: f64 = 6.1;
/// Maximum number of letters of a row's name; counter names are not truncated.
const NAME: usize = 48;

/// Data for the template. Lengths are in pixels.
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

/// Label of a row or column.
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
            let mut start = 0;
            for run in row.counters.as_bytes().chunk_by(|one, next| one == next) {
                map.draw(start * PITCH, y * PITCH, run.len() * PITCH, run[0]);
                start += run.len();
            }
        }
        map
    }

    /// Draws adjacent cells of counters in the same state, starting at `x`.
    fn draw(&mut self, x: usize, y: usize, width: usize, state: u8) {
        let cells = format!("M{x} {y}h{width}v{PITCH}h-{width}z");
        match state {
            b'c' => self.counted += &cells,
            b'm' => self.missing += &cells,
            b'r' => self.refused += &cells,
            b'u' => self.unrefused += &cells,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CounterEvents, EventRowResult};

    #[test]
    fn every_cell_is_drawn_in_its_state() {
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
            rows: vec![row("cmm"), row("ur-")],
        };
        let map = HeatMap::new(&events);
        assert_eq!((map.width, map.height), (3 * PITCH, 2 * PITCH));
        assert_eq!(map.counted, "M0 0h14v14h-14z");
        assert_eq!(map.missing, "M14 0h28v14h-28z");
        assert_eq!((map.unrefused.as_str(), map.refused.as_str()), ("M0 14h14v14h-14z", "M14 14h14v14h-14z"));
        assert_eq!((map.rows[0].text.chars().count(), map.rows[0].full.len()), (NAME, 55));
    }
}
