//! What a comparator compares an input with: a register, a field, or several of these in a row.

use golden_model_core::description::{Field, Register};
use serde::Deserialize;

/// `REGISTER`, `REGISTER.FIELD`, or `{HIGH, ..., LOW}` for a value whose parts are in several of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Like {
    /// The highest part first.
    parts: Vec<Part>,
}

/// A register, or one of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    register: String,
    field: Option<String>,
}

impl From<String> for Like {
    fn from(text: String) -> Self {
        let inside = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(&text);
        let part = |name: &str| match name.trim().split_once('.') {
            Some((register, field)) => Part { register: register.to_owned(), field: Some(field.to_owned()) },
            None => Part { register: name.trim().to_owned(), field: None },
        };
        let parts = inside.split(',').map(part).collect();
        Self { parts }
    }
}

impl Part {
    /// Position of the register, and the field.
    fn find<'r>(&self, registers: &'r [Register]) -> Option<(usize, Option<&'r Field>)> {
        let position = registers.iter().position(|register| register.name == self.register)?;
        match &self.field {
            Some(name) => registers[position].field(name).map(|field| (position, Some(field))),
            None => Some((position, None)),
        }
    }
}

impl Like {
    /// Checks the names.
    pub(super) fn check(&self, registers: &[Register]) -> Result<(), String> {
        match self.parts.iter().find(|part| part.find(registers).is_none()) {
            Some(Part { register, field: None }) => Err(format!("like: there is no register {register}")),
            Some(Part { register, field: Some(field) }) => {
                Err(format!("like: there is no register {register} with a field {field}"))
            }
            None => Ok(()),
        }
    }

    /// The value, from the values of all registers.
    pub(super) fn value(&self, registers: &[Register], values: &[u64]) -> u64 {
        self.parts.iter().filter_map(|part| part.find(registers)).fold(0, |high, (register, field)| {
            let (low, width) = field.map_or((0, registers[register].width), |field| (field.low, field.width));
            let part = values[register] >> low & (u64::MAX >> (64 - width));
            high.checked_shl(width).unwrap_or_default() | part
        })
    }
}
