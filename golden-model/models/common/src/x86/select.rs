//! The event select register.

use golden_model_core::description::{FieldAccess, Register};

/// A decoded event select register. A field that a PMU does not have is 0.
pub struct Select {
    /// Read value, 64 bits.
    pub value: u64,
    /// Threshold of the condition, 8 bits; 0 disables it.
    pub threshold: u8,
    /// Invert the comparison with the threshold.
    pub inv: bool,
    /// Counter enable.
    pub en: bool,
    /// Events of any thread.
    pub any_thread: bool,
    /// Interrupt on overflow.
    pub int: bool,
    /// The pin indicates overflows instead of increments.
    pub pin_control: bool,
    /// Edge detect.
    pub e: bool,
    /// Count at privilege level 0.
    pub os: bool,
    /// Count at privilege levels 1 to 3.
    pub usr: bool,
    /// Unit mask, 8 bits.
    pub unit_mask: u8,
    /// Event code, 8 bits.
    pub event: u8,
}

/// Names of the fields whose names differ between PMUs; `None` for a field that a PMU does not have.
pub struct FieldNames {
    /// Number of occurrences in a cycle with which the counter is compared.
    pub threshold: &'static str,
    /// Count the events of all threads.
    pub any_thread: Option<&'static str>,
    /// Pulse an output at overflow or increment.
    pub pin_control: Option<&'static str>,
    /// Unit mask.
    pub unit_mask: &'static str,
    /// Event code.
    pub event: &'static str,
}

/// Position of a field.
#[derive(Clone)]
struct Part {
    mask: u64,
    low: u32,
}

impl Part {
    /// The field in a register value; it has at most 8 bits.
    fn byte(&self, value: u64) -> u8 {
        ((value & self.mask) >> self.low) as u8
    }
}

/// Positions of the fields of an event select register.
#[derive(Clone)]
pub struct SelectFormat {
    stored: u64,
    threshold: Part,
    inv: Part,
    en: Part,
    any_thread: Option<Part>,
    int: Part,
    pin_control: Option<Part>,
    e: Part,
    os: Part,
    usr: Part,
    unit_mask: Part,
    event: Part,
}

impl SelectFormat {
    /// The format of a register and of all others with the same fields, from its description.
    ///
    /// # Panics
    /// When one of its fields is missing.
    pub fn new(register: &Register, names: &FieldNames) -> Self {
        let field = |name: &str| match register.field(name) {
            Some(field) => Part { mask: field.mask(), low: field.low },
            None => panic!("{} has no field {name}", register.name),
        };
        let stored = register.fields.iter().filter(|field| field.access == FieldAccess::Rw);
        Self {
            stored: stored.fold(0, |bits, field| bits | field.mask()),
            threshold: field(names.threshold),
            inv: field("INV"),
            en: field("EN"),
            any_thread: names.any_thread.map(field),
            int: field("INT"),
            pin_control: names.pin_control.map(field),
            e: field("E"),
            os: field("OS"),
            usr: field("USR"),
            unit_mask: field(names.unit_mask),
            event: field(names.event),
        }
    }

    /// The register after a write of `data`.
    pub fn decode(&self, data: u64) -> Select {
        let flag = |field: &Part| data & field.mask != 0;
        let optional = |field: &Option<Part>| field.as_ref().is_some_and(flag);
        let byte = |field: &Part| field.byte(data);
        Select {
            value: data & self.stored,
            threshold: byte(&self.threshold),
            inv: flag(&self.inv),
            en: flag(&self.en),
            any_thread: optional(&self.any_thread),
            int: flag(&self.int),
            pin_control: optional(&self.pin_control),
            e: flag(&self.e),
            os: flag(&self.os),
            usr: flag(&self.usr),
            unit_mask: byte(&self.unit_mask),
            event: byte(&self.event),
        }
    }

    /// The event code of a register value, 8 bits.
    #[inline]
    pub fn event(&self, value: u64) -> u8 {
        self.event.byte(value)
    }
}
