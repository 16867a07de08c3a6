//! State words in the flattened netlist.

use pmu_rtl::RtlFiles;
use std::collections::HashSet;

/// Prefix of a signal of the netlist that contains a state word, followed by a number.
pub const STATE: &str = "pmu_cosim_state_";

/// A state word in the netlist.
pub struct StateName {
    /// Name in the description.
    pub word: String,
    /// The signal in the flattened design.
    pub signal: String,
    /// Name in the netlist, without dots and brackets.
    pub name: String,
    /// Bits of the signal that are the word, such as `[3:2]`.
    pub select: String,
}

/// Finds the state words in the flattened design with these signals, of which some are ports.
///
/// # Errors
/// The message if Yosys has not kept a signal.
pub fn states(files: &RtlFiles, signals: &HashSet<&str>, ports: &HashSet<&str>) -> Result<Vec<StateName>, String> {
    let mut named: Vec<StateName> = Vec::new();
    for state in &files.states {
        // An element of an array is a separate signal.
        let element = state.select.find(']').map(|end| state.select.split_at(end + 1));
        let element = element.map(|(index, rest)| (format!("{}{index}", state.signal), rest.to_owned()));
        let whole = (state.signal.clone(), state.select.clone());
        let found = [Some(whole), element].into_iter().flatten().find(|(signal, _)| signals.contains(signal.as_str()));
        let (signal, select) = found.ok_or_else(|| {
            let (word, signal) = (&state.name, &state.signal);
            format!("state {word}: Yosys has not kept the signal {signal}")
        })?;
        let known = named.iter().find(|other| other.signal == signal).map(|other| other.name.clone());
        // A port of the top keeps its name.
        let is_port = ports.contains(signal.as_str());
        let fresh = || if is_port { signal.clone() } else { format!("{STATE}{}", named.len()) };
        let name = known.unwrap_or_else(fresh);
        named.push(StateName { word: state.name.clone(), signal, name, select });
    }
    Ok(named)
}
