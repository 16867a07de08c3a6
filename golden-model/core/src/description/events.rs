//! The event catalogue: rows of the manual's tables, and the event lines of the RTL.

use super::error::LoadResult;
use super::mask::ones;
use super::names::part;
use super::ports::{add_port, Owners};
use super::raw::{RawEvent, RawEventInput, RawPath};
use super::DescriptionError;
use super::{Input, Port, PortBits, Unit};

/// One row of the manual's event tables: an event, or one value or bit of its unit mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Position in [`super::Description::kinds`] of the units whose counters select it.
    pub kind: usize,
    /// Event code.
    pub code: u32,
    /// Name in the manual.
    pub event: String,
    /// Mask bit or value of the row; `None` for an event without a mask table.
    pub umask: Option<u32>,
    /// Bits of the mask that may have any value.
    pub dont_care: u32,
    /// Name of the mask in the manual.
    pub umask_name: String,
    /// How mask values combine: `bit` for masks that may be ORed, `pattern` for combinations of bits, `value` for codes
    /// that name one event together with the event code; empty without a table.
    pub umask_kind: String,
    /// Largest number of occurrences in one cycle, if the manual gives one.
    pub max_inc: Option<u32>,
    /// Counters that can count it, as a range such as `0-3`.
    pub counters: String,
    /// Functional unit of the processor.
    pub unit: String,
    /// Remarks.
    pub notes: String,
    /// Event name in programs.
    pub mnemonic: String,
    /// Name of the mask in programs; empty without a table, or if the name of the event identifies the row.
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

    /// The values of a unit mask of four bits that select the row: bit v is 1 for the value v.
    pub fn umasks(&self) -> u16 {
        (0..16).filter(|&value| self.is_selected_by(value)).fold(0, |set, value| set | 1 << value)
    }

    /// Whether a unit mask selects the row.
    pub fn is_selected_by(&self, mask: u32) -> bool {
        match self.umask {
            None => true,
            Some(bit) if self.umask_kind == "bit" => mask & bit != 0,
            Some(umask) => (mask ^ umask) & !self.dont_care == 0,
        }
    }

    /// Name in programs, `EVENT` or `EVENT:SUB`.
    pub fn name(&self) -> String {
        match self.sub_mnemonic.as_str() {
            "" => self.mnemonic.clone(),
            sub => format!("{}:{sub}", self.mnemonic),
        }
    }

    /// Code and mask, such as `0xE0:0x01`.
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
    /// Mask of the row, or of the path of a structured event; `None` for an event without a mask table.
    pub mask: Option<u32>,
    /// Name in programs, `EVENT` or `EVENT:SUB`.
    pub name: String,
    /// Largest number of occurrences in one cycle.
    pub max: u64,
    /// Positions in [`EventCatalogue::rows`] of its rows: one, or several for a path.
    pub rows: Vec<usize>,
    /// For each unit the bits of the line, if the unit has it.
    pub slots: Vec<Option<PortBits>>,
}

/// An event vector: adjacent lines in one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventVector {
    /// Name in the description.
    pub name: String,
    /// Positions in [`EventCatalogue::lines`], lane 0 first.
    pub lines: Vec<usize>,
    /// Width of one line in bits.
    pub lane_width: u32,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

/// All events of a PMU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventCatalogue {
    /// Rows in the order of the manual.
    pub rows: Vec<EventRow>,
    /// Lines in the order of their rows.
    pub lines: Vec<EventLine>,
    /// The vectors of the RTL top.
    pub vectors: Vec<EventVector>,
}

/// Value of the column `input` for an event that the lanes of [`super::Lanes`] carry.
const LANES: &str = "lanes";

/// The units, inputs and vectors among which the lines of a catalogue are looked up.
pub(super) struct Wiring<'d> {
    pub units: &'d [Unit],
    pub inputs: &'d [Input],
    pub vectors: &'d [RawEventInput],
    pub kinds: &'d dyn Fn(&str) -> LoadResult<usize>,
}

impl EventCatalogue {
    /// Reads the rows and creates their lines; the ports of the vectors are added to `ports`.
    pub(super) fn parse(
        pmu: &str,
        text: &str,
        paths: &[RawPath],
        wiring: &Wiring,
        ports: &mut Vec<Port>,
    ) -> Result<Self, DescriptionError> {
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };
        let mut rows = Vec::new();
        let mut inputs = Vec::new();
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
            let raw: RawEvent =
                row.map_err(|source| DescriptionError::Csv { pmu: pmu.to_owned(), file: "events.csv", source })?;
            let code = parse_hex(&raw.code).ok_or_else(|| wrong(format!("events.csv: bad code {}", raw.code)))?;
            let umask = match raw.umask.as_str() {
                "" => None,
                text => Some(parse_hex(text).ok_or_else(|| wrong(format!("events.csv: bad umask {text}")))?),
            };
            let dont_care = match raw.dont_care.as_str() {
                "" => 0,
                text => parse_hex(text).ok_or_else(|| wrong(format!("events.csv: bad dont_care {text}")))?,
            };
            inputs.push(raw.input);
            rows.push(EventRow {
                kind: 0,
                code,
                event: raw.event,
                umask,
                dont_care,
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
        let mut catalogue = Self { rows, lines: Vec::new(), vectors: Vec::new() };
        catalogue.find_lines(&inputs, paths, wiring).map_err(wrong)?;
        catalogue.position_vectors(wiring, ports).map_err(wrong)?;
        for (position, line) in catalogue.lines.iter().enumerate() {
            if line.rows.is_empty() {
                return Err(wrong(format!("event line {} belongs to no row of events.csv", line.name)));
            }
            if catalogue.lines[..position].iter().any(|earlier| earlier.name == line.name) {
                return Err(wrong(format!("two event lines are named {}", line.name)));
            }
        }
        Ok(catalogue)
    }

    /// Creates the lines: lines in inputs with their bits, lines of vectors in the list of their vector.
    fn find_lines(&mut self, inputs: &[String], paths: &[RawPath], wiring: &Wiring) -> LoadResult<()> {
        let vector = |raw: &RawEventInput| EventVector {
            name: raw.name.clone(),
            lines: Vec::new(),
            lane_width: raw.lane_width,
            section: raw.section.clone(),
            doc: raw.doc.clone(),
        };
        self.vectors = wiring.vectors.iter().map(vector).collect();
        for (position, input) in inputs.iter().enumerate() {
            let row = &self.rows[position];
            let label = row.label();
            if input == "-" {
                continue;
            }
            if input == LANES {
                // Any lane can carry it, so it has no fixed bits.
                let (name, most) = (row.name(), u64::from(row.max_inc.unwrap_or(u32::MAX)));
                let (code, mask) = (row.code, row.umask);
                self.lines.push(EventLine { code, mask, name, max: most, rows: vec![position], slots: Vec::new() });
                continue;
            }
            let line = |mask: Option<u32>, name: String, rows: Vec<usize>, most: u64| EventLine {
                code: row.code,
                mask,
                name,
                max: row.max_inc.map_or(most, |max| u64::from(max).min(most)),
                rows,
                slots: Vec::new(),
            };
            if let Some((name, low, width)) = part(input) {
                let mut new = line(row.umask, row.name(), vec![position], ones(width));
                new.slots = positions_in_input(wiring, name, low, width)
                    .ok_or_else(|| format!("events.csv: {label}: no input {input}"))?;
                self.lines.push(new);
                continue;
            }
            let found = self.vectors.iter().position(|vector| input.is_empty() || vector.name == *input);
            let vector = found.ok_or_else(|| format!("events.csv: {label}: no event_input {input}"))?;
            let most = ones(self.vectors[vector].lane_width);
            let structured: Vec<_> = paths.iter().filter(|path| path.code == row.code).collect();
            let new: Vec<EventLine> = match structured.is_empty() {
                true => vec![line(row.umask, row.name(), vec![position], most)],
                false if self.lines.iter().any(|line| line.code == row.code) => continue,
                false => {
                    let on = |path: &RawPath, other: &EventRow| {
                        other.code == path.code && other.umask.is_some_and(|bit| path.mask & bit != 0)
                    };
                    let path_line = |path: &&RawPath| {
                        let rows = (0..self.rows.len()).filter(|&other| on(path, &self.rows[other])).collect();
                        line(Some(path.mask), format!("{}:{}", row.mnemonic, path.mnemonic), rows, most)
                    };
                    structured.iter().map(path_line).collect()
                }
            };
            for line in new {
                self.vectors[vector].lines.push(self.lines.len());
                self.lines.push(line);
            }
        }
        Ok(())
    }

    /// Adds the ports of the vectors and sets the bits of their lines.
    fn position_vectors(&mut self, wiring: &Wiring, ports: &mut Vec<Port>) -> LoadResult<()> {
        for (raw, vector) in wiring.vectors.iter().zip(&self.vectors) {
            let owners = Owners::new(wiring.units, (wiring.kinds)(&raw.kind)?, true);
            let width = vector.lane_width * vector.lines.len() as u32;
            for &line in &vector.lines {
                self.lines[line].slots = vec![None; wiring.units.len()];
            }
            for own in owners.ports(&raw.name, &raw.verilog, width)? {
                let port = add_port(ports, &own);
                for (lane, &line) in vector.lines.iter().enumerate() {
                    let low = own.low + lane as u32 * vector.lane_width;
                    let unit = own.unit.unwrap_or_default();
                    self.lines[line].slots[unit] = Some(PortBits { port, low, width: vector.lane_width });
                }
            }
        }
        Ok(())
    }

    /// The bits of a line in a unit, if the unit has it.
    #[inline]
    pub fn line_bits(&self, line: usize, unit: usize) -> Option<PortBits> {
        self.lines[line].slots.get(unit).copied().flatten()
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
}

/// The bits of an input in each unit that has it.
fn positions_in_input(wiring: &Wiring, name: &str, low: u32, width: u32) -> Option<Vec<Option<PortBits>>> {
    let mut slots = vec![None; wiring.units.len()];
    let mut found = false;
    for input in wiring.inputs.iter().filter(|input| input.pattern == name && low + width <= input.at.width) {
        let at = PortBits { low: input.at.low + low, width, ..input.at };
        slots[input.unit?] = Some(at);
        found = true;
    }
    found.then_some(slots)
}

fn parse_hex(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}
