//! Decodes groups of registers into text: addresses, latencies and outcomes instead of fields.

mod itanium;

use std::collections::BTreeMap;

/// Values of registers by name; registers without a value read as 0.
pub struct Values(BTreeMap<String, u64>);

impl Values {
    /// Wraps a map from register name to value.
    pub fn new(values: BTreeMap<String, u64>) -> Self {
        Self(values)
    }

    fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Whether at least one of these registers has a value.
    fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.0.contains_key(*name))
    }
}

/// Describes the registers of a unit, one line for each item; empty for a PMU without a decoder.
pub fn lines(pmu: &str, values: &Values) -> Vec<String> {
    match pmu {
        _ if pmu.starts_with("itanium_core") => itanium::lines(values),
        _ => Vec::new(),
    }
}
