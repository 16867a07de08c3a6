//! Units, spaces and registers of a new description.

use golden_model_core::description::{Field, FieldAccess};

/// What a SystemRDL file says about a PMU.
#[derive(Debug, Default)]
pub(super) struct Registers {
    pub manual: String,
    pub units: Vec<Unit>,
    /// Name and number.
    pub broadcast: Option<(String, u32)>,
    pub spaces: Vec<Space>,
    pub registers: Vec<Register>,
}

#[derive(Debug)]
pub(super) struct Unit {
    pub name: String,
    pub number: Option<u32>,
    pub kind: String,
}

#[derive(Debug)]
pub(super) struct Space {
    pub name: String,
    pub number: u32,
    pub doc: String,
    pub section: String,
    /// `set`, `clear`, or empty.
    pub operation: String,
    pub returns_old: bool,
    /// First address, count and step of each window.
    pub windows: Vec<(u32, u32, u32)>,
}

#[derive(Debug)]
pub(super) struct Register {
    pub name: String,
    pub number: Option<u32>,
    pub short: String,
    pub kind: String,
    pub width: u32,
    pub counter: bool,
    /// Name of the select register; empty without one.
    pub select: String,
    pub upper: String,
    pub event_field: String,
    pub high_field: String,
    pub mask_field: String,
    pub section: String,
    pub doc: String,
    pub access: Vec<Path>,
    /// From the highest bit down.
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub(super) struct Path {
    pub space: String,
    /// One address for each unit of the kind.
    pub addresses: Vec<u32>,
    pub low: u32,
    pub width: u32,
    pub suffix: String,
    pub read_only: bool,
    pub write_only: bool,
}

impl Register {
    /// Sorts the fields and adds reserved ones for bits without a field.
    pub fn fill(&mut self) {
        self.fields.sort_by_key(|field| std::cmp::Reverse(field.low));
        let mut filled = Vec::new();
        let mut above = self.width;
        for field in self.fields.drain(..) {
            let end = field.low + field.width;
            filled.extend((end < above).then(|| reserved(end, above - end)));
            above = field.low;
            filled.push(field);
        }
        filled.extend((above > 0).then(|| reserved(0, above)));
        self.fields = filled;
    }
}

fn reserved(low: u32, width: u32) -> Field {
    Field {
        name: format!("RESERVED_{}_{low}", low + width - 1),
        low,
        width,
        access: FieldAccess::Raz,
        reset: 0,
        must_be: 0,
        section: String::new(),
        doc: "reads 0, writes ignored".to_owned(),
    }
}
