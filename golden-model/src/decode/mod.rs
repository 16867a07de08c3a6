//! What registers tell a reader who sees several of them: addresses, latencies and outcomes instead of fields.

mod itanium;

use std::collections::BTreeMap;

/// Values of registers by their names; what is not there is 0.
pub struct Values(BTreeMap<String, u64>);

impl Values {
    /// These values.
    pub fn new(values: BTreeMap<String, u64>) -> Self {
        Self(values)
    }

    fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Whether one of these is there.
    fn has(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.0.contains_key(*name))
    }
}

/// What the values of a unit's registers say, a line for each thing; none for a PMU whose registers speak for themselves.
pub fn lines(pmu: &str, values: &Values) -> Vec<String> {
    match pmu {
        _ if pmu.starts_with("itanium_core") => itanium::lines(values),
        _ => Vec::new(),
    }
}
