//! The PerfEvtSel register.

use super::event_table::EventTable;
use super::occurrences::Monitored;
use crate::description::{Description, Field, FieldAccess, Register};

/// First EVENT_SELECT of the northbridge; all from here on are its own.
const NORTHBRIDGE: u8 = 0xE0;

/// A PerfEvtSel register taken apart (10.2).
pub(super) struct Select {
    /// What software reads, 64 bits.
    pub value: u64,
    /// EVENT_SELECT and UNIT_MASK as event lines.
    pub monitored: Monitored,
    /// EVENT_SELECT is not reserved.
    pub listed: bool,
    /// EVENT_SELECT belongs to the northbridge.
    pub northbridge: bool,
    /// Counter mask, 8 bits.
    pub cnt_mask: u8,
    /// Invert counter mask.
    pub inv: bool,
    /// Counter enable.
    pub en: bool,
    /// Interrupt on overflow.
    pub int: bool,
    /// Pin control.
    pub pc: bool,
    /// Edge detect.
    pub e: bool,
    /// Count at CPL 0.
    pub os: bool,
    /// Count at CPL 1 to 3.
    pub usr: bool,
}

/// Where the fields of a PerfEvtSel register lie.
#[derive(Clone)]
pub(super) struct SelectFormat {
    stored: u64,
    cnt_mask: Field,
    inv: Field,
    en: Field,
    int: Field,
    pc: Field,
    e: Field,
    os: Field,
    usr: Field,
    unit_mask: Field,
    event_select: Field,
}

impl SelectFormat {
    /// The format that a description gives to PerfEvtSel0 and so to all four.
    ///
    /// # Panics
    /// When the register or one of its fields is missing.
    pub fn new(description: &Description) -> Self {
        let Some(register) = description.register(0, "PerfEvtSel0") else {
            panic!("the description has no register PerfEvtSel0")
        };
        let field = |name: &str| match register.fields.iter().find(|field| field.name == name) {
            Some(field) => field.clone(),
            None => panic!("PerfEvtSel0 has no field {name}"),
        };
        Self {
            stored: stored_bits(register),
            cnt_mask: field("CNT_MASK"),
            inv: field("INV"),
            en: field("EN"),
            int: field("INT"),
            pc: field("PC"),
            e: field("E"),
            os: field("OS"),
            usr: field("USR"),
            unit_mask: field("UNIT_MASK"),
            event_select: field("EVENT_SELECT"),
        }
    }

    /// The register after a write of `data`.
    pub fn decode(&self, data: u64, events: &EventTable) -> Select {
        let flag = |field: &Field| field.extract(data) != 0;
        let byte = |field: &Field| field.extract(data) as u8;
        let event_select = byte(&self.event_select);
        Select {
            value: data & self.stored,
            monitored: events.monitored(event_select, byte(&self.unit_mask)),
            listed: events.is_listed(event_select),
            northbridge: event_select >= NORTHBRIDGE,
            cnt_mask: byte(&self.cnt_mask),
            inv: flag(&self.inv),
            en: flag(&self.en),
            int: flag(&self.int),
            pc: flag(&self.pc),
            e: flag(&self.e),
            os: flag(&self.os),
            usr: flag(&self.usr),
        }
    }
}

/// The bits that keep what is written; the reserved ones do not.
fn stored_bits(register: &Register) -> u64 {
    let stored = |field: &&Field| field.access == FieldAccess::Rw;
    let masks = register.fields.iter().filter(stored).map(Field::mask);
    masks.fold(0, |bits, mask| bits | mask)
}
