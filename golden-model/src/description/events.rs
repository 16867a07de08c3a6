//! The event catalogue: rows of the manual's tables, and the lines on which the RTL sees their occurrences.

use super::load::DescriptionError;
use super::raw::{RawEvent, RawPath};

/// One row of the manual's event tables: an event, or one bit of its unit mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Event code.
    pub code: u32,
    /// Name of the manual.
    pub event: String,
    /// Mask bit of the row; none for an event without a mask table.
    pub umask: Option<u32>,
    /// Name of the mask bit in the manual.
    pub umask_name: String,
    /// How mask values combine: `bit` for masks that may be ORed, empty without a table.
    pub umask_kind: String,
    /// Largest number of occurrences in one clock.
    pub max_inc: u32,
    /// Counters that can count it, as a range such as `0-3`.
    pub counters: String,
    /// Functional unit of the processor.
    pub unit: String,
    /// Remarks.
    pub notes: String,
    /// Event name in programs.
    pub mnemonic: String,
    /// Mask bit's name in programs; empty without a table.
    pub sub_mnemonic: String,
    /// Section of the manual.
    pub section: String,
}

impl EventRow {
    /// Whether the counter with this index in its unit may count the row, by the ranges of `counters`.
    pub fn may_count(&self, index: usize) -> bool {
        self.counters.split(',').any(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let bound = |text: &str| text.trim().parse::<usize>().ok();
            matches!((bound(first), bound(last)), (Some(first), Some(last)) if (first..=last).contains(&index))
        })
    }

    /// Code and mask bit, such as `0xE0:0x01`.
    pub fn label(&self) -> String {
        match self.umask {
            Some(umask) => format!("{:#04x}:{umask:#04x}", self.code),
            None => format!("{:#04x}", self.code),
        }
    }
}

/// One event line of the RTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLine {
    /// Event code.
    pub code: u32,
    /// Mask bit, or for a structured event the mask of the path; none for an event without a mask table.
    pub mask: Option<u32>,
    /// Name in programs, `EVENT` or `EVENT:SUB`.
    pub name: String,
    /// Largest number of occurrences in one clock.
    pub max_inc: u32,
    /// Positions in [`EventCatalogue::rows`] that this line belongs to: one, or several for a path.
    pub rows: Vec<usize>,
}

/// All events of a PMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCatalogue {
    /// Rows in the order of the manual.
    pub rows: Vec<EventRow>,
    /// Lines in the order of the RTL's event vector.
    pub lines: Vec<EventLine>,
}

impl EventCatalogue {
    pub(super) fn parse(pmu: &str, text: &str, paths: &[RawPath]) -> Result<Self, DescriptionError> {
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };
        let mut rows = Vec::new();
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let raw: RawEvent =
                row.map_err(|source| DescriptionError::Csv { pmu: pmu.to_owned(), file: "events.csv", source })?;
            let code = parse_hex(&raw.code).ok_or_else(|| wrong(format!("events.csv: bad code {}", raw.code)))?;
            let umask = match raw.umask.as_str() {
                "" => None,
                text => Some(parse_hex(text).ok_or_else(|| wrong(format!("events.csv: bad umask {text}")))?),
            };
            rows.push(EventRow {
                code,
                event: raw.event,
                umask,
                umask_name: raw.umask_name,
                umask_kind: raw.umask_kind,
                max_inc: raw.max_inc,
                counters: raw.counters,
                unit: raw.unit,
                notes: raw.notes,
                mnemonic: raw.mnemonic,
                sub_mnemonic: raw.sub_mnemonic,
                section: raw.section,
            });
        }
        let lines = lines(&rows, paths);
        for (position, line) in lines.iter().enumerate() {
            if line.rows.is_empty() {
                return Err(wrong(format!("event line {} belongs to no row of events.csv", line.name)));
            }
            if lines[..position].iter().any(|earlier| earlier.name == line.name) {
                return Err(wrong(format!("two event lines are named {}", line.name)));
            }
        }
        Ok(Self { rows, lines })
    }

    /// The position of the line with that name, or with that code and mask written `0xE0:0x01`.
    pub fn find_line(&self, name: &str) -> Option<usize> {
        let (event, sub) = match name.split_once(':') {
            Some((event, sub)) => (event, Some(sub)),
            None => (name, None),
        };
        if let Some(code) = parse_hex(event) {
            let mask = match sub {
                None => None,
                Some(sub) => Some(parse_hex(sub)?),
            };
            return self.lines.iter().position(|line| line.code == code && line.mask == mask);
        }
        self.lines.iter().position(|line| line.name == name)
    }

    /// The code of the event with that mnemonic.
    pub fn code(&self, mnemonic: &str) -> Option<u32> {
        self.rows.iter().find(|row| row.mnemonic == mnemonic).map(|row| row.code)
    }
}

fn parse_hex(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

fn lines(rows: &[EventRow], paths: &[RawPath]) -> Vec<EventLine> {
    let mut lines: Vec<EventLine> = Vec::new();
    for (position, row) in rows.iter().enumerate() {
        let structured: Vec<_> = paths.iter().filter(|path| path.code == row.code).collect();
        if structured.is_empty() {
            let name = match row.sub_mnemonic.as_str() {
                "" => row.mnemonic.clone(),
                sub => format!("{}:{sub}", row.mnemonic),
            };
            lines.push(EventLine { code: row.code, mask: row.umask, name, max_inc: row.max_inc, rows: vec![position] });
        } else if !lines.iter().any(|line| line.code == row.code) {
            lines.extend(structured.iter().map(|path| path_line(rows, row, path)));
        }
    }
    lines
}

fn path_line(rows: &[EventRow], first: &EventRow, path: &RawPath) -> EventLine {
    let on_path = |row: &EventRow| row.code == path.code && row.umask.is_some_and(|bit| path.mask & bit != 0);
    EventLine {
        code: path.code,
        mask: Some(path.mask),
        name: format!("{}:{}", first.mnemonic, path.mnemonic),
        max_inc: first.max_inc,
        rows: (0..rows.len()).filter(|&position| on_path(&rows[position])).collect(),
    }
}
