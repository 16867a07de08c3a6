//! What a comparator compares an input with: a register, a field, or several of these in a row.

use golden_model_core::description::{Field, Register};
use serde::Deserialize;
use std::sync::OnceLock;

/// `REGISTER`, `REGISTER.FIELD`, or `{HIGH, ..., LOW}` for a value whose parts are in several of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
pub struct Like {
    /// The highest part first.
    parts: Vec<Part>,
    /// Where they are in the registers of the PMU, of which there is one for each profile.
    places: OnceLock<Vec<Place>>,
}

impl PartialEq for Like {
    /// Whether both name the same, whether or not they have been searched.
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Like {}

/// Some bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    register: usize,
    low: u32,
    width: u32,
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
        Self { parts, places: OnceLock::new() }
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
        let place = |(register, field): (usize, Option<&Field>)| {
            let (low, width) = field.map_or((0, registers[register].width), |field| (field.low, field.width));
            Place { register, low, width }
        };
        let found = || self.parts.iter().filter_map(|part| part.find(registers)).map(place).collect();
        self.places.get_or_init(found).iter().fold(0, |high, &Place { register, low, width }| {
            let part = values[register] >> low & (u64::MAX >> (64 - width));
            high.checked_shl(width).unwrap_or_default() | part
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_all as _;
    use golden_model_core::Pmu;

    #[test]
    fn names_are_equal_before_and_after_a_search() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let [searched, other] = ["PerfEvtSel0.EN", "PerfEvtSel0.EN"].map(|name| Like::from(name.to_owned()));
        let values = vec![u64::MAX; pmu.description.registers.len()];
        assert_eq!(searched.value(&pmu.description.registers, &values), 1);
        assert_eq!(searched, other);
    }
}
