//! The IA32_PerfEvtSel register.

use super::bus::unit_of;
use crate::description::{Description, Field, FieldAccess};

/// An IA32_PerfEvtSel register taken apart (1.4.3.3).
pub(super) struct Select {
    /// What software reads, 64 bits.
    pub value: u64,
    /// CMASK, 8 bits.
    pub cmask: u8,
    /// Invert the comparison with CMASK.
    pub inv: bool,
    /// Counter enable.
    pub en: bool,
    /// Thread count mode: events of any thread.
    pub tcm: bool,
    /// Interrupt on overflow.
    pub int: bool,
    /// Edge detect.
    pub e: bool,
    /// Count at ring 0.
    pub os: bool,
    /// Count at rings 1 to 3.
    pub usr: bool,
    /// UMASK, 8 bits.
    pub umask: u8,
    /// EVENT, 8 bits.
    pub event: u8,
}

/// Where the fields of an IA32_PerfEvtSel register lie.
#[derive(Clone)]
pub(super) struct SelectFormat {
    stored: u64,
    cmask: Field,
    inv: Field,
    en: Field,
    tcm: Field,
    int: Field,
    e: Field,
    os: Field,
    usr: Field,
    umask: Field,
    event: Field,
}

impl SelectFormat {
    /// The format that a description gives to IA32_PerfEvtSel0 and so to all of them.
    ///
    /// # Panics
    /// When the register or one of its fields is missing.
    pub fn new(description: &Description) -> Self {
        let kind = description.units[unit_of(description, 0)].kind;
        let Some(register) = description.register(kind, "IA32_PerfEvtSel0") else {
            panic!("the description has no register IA32_PerfEvtSel0")
        };
        let field = |name: &str| match register.field(name) {
            Some(field) => field.clone(),
            None => panic!("IA32_PerfEvtSel0 has no field {name}"),
        };
        let stored = register.fields.iter().filter(|field| field.access == FieldAccess::Rw);
        Self {
            stored: stored.fold(0, |bits, field| bits | field.mask()),
            cmask: field("CMASK"),
            inv: field("INV"),
            en: field("EN"),
            tcm: field("TCM"),
            int: field("INT"),
            e: field("E"),
            os: field("OS"),
            usr: field("USR"),
            umask: field("UMASK"),
            event: field("EVENT"),
        }
    }

    /// The register after a write of `data`.
    pub fn decode(&self, data: u64) -> Select {
        let flag = |field: &Field| field.extract(data) != 0;
        let byte = |field: &Field| field.extract(data) as u8;
        Select {
            value: data & self.stored,
            cmask: byte(&self.cmask),
            inv: flag(&self.inv),
            en: flag(&self.en),
            tcm: flag(&self.tcm),
            int: flag(&self.int),
            e: flag(&self.e),
            os: flag(&self.os),
            usr: flag(&self.usr),
            umask: byte(&self.umask),
            event: byte(&self.event),
        }
    }
}
