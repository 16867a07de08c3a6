//! The value of a register as text.

use super::registers::{Field, Register};
use std::fmt::Write;

impl Register {
    /// Formats ` = value`, or ` FIELD=value ...` for a register with more than one field: those that are not 0.
    pub fn value_text(&self, value: u64) -> String {
        self.value_text_without(value, |_| 0)
    }

    /// As [`Register::value_text`]. Fields with the value that `omitted` returns are not named.
    pub fn value_text_without(&self, value: u64, omitted: impl Fn(&Field) -> u64) -> String {
        let mut text = String::new();
        if self.fields.iter().filter(|field| !field.is_reserved()).count() > 1 {
            for field in self.fields.iter().rev().filter(|field| field.extract(value) != omitted(field)) {
                let _ = write!(text, " {}={:#x}", field.name, field.extract(value));
            }
        }
        match text.is_empty() {
            true => format!(" = {value:#x}"),
            false => text,
        }
    }
}
