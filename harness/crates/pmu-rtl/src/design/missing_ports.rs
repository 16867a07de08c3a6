//! Ports of the description that are absent according to the port map.

use super::interface::{required_ports, RequiredPort};
use super::port_map::PortMapping;
use golden_model_core::Description;
use pmu_dut::TiedInputs;
use std::collections::BTreeMap;
use verilated::{Direction, Port};

/// Ports that the harness cannot do without.
const NEEDED: [&str; 7] = ["clk", "rst", "bus_valid", "bus_write", "bus_addr", "bus_wdata", "bus_rdata"];

/// Whether the harness needs this port to verify anything.
pub(crate) fn is_needed(port: &Port) -> bool {
    NEEDED.contains(&port.name.as_str())
}

/// The absent ports of an RTL.
#[derive(Clone, Debug, Default)]
pub(crate) struct MissingPorts {
    /// Tied inputs, with the values that DUT and model see.
    pub tied: TiedInputs,
    /// Slots of the observation that have no output.
    pub unseen: Vec<String>,
}

impl MissingPorts {
    /// The absent ports among those of a map. Ports that must not be absent are added to `faults`.
    pub fn of(description: &Description, ports: &BTreeMap<String, PortMapping>, faults: &mut Vec<String>) -> Self {
        let layout = description.frame_layout();
        let mut absences = Self::default();
        for RequiredPort { port, slots } in required_ports(description) {
            let absent = match ports.get(&port.name) {
                Some(PortMapping::AbsentInput(value)) => Some(*value),
                Some(PortMapping::AbsentOutput) => None,
                _ => continue,
            };
            match (refusal(&port, absent), absent) {
                (Some(what), _) => faults.push(format!("[ports] {}: {what}", port.name)),
                (None, None) => absences.unseen.extend(slots.into_iter().map(|(slot, _)| slot)),
                (None, Some(value)) => {
                    slots
                        .iter()
                        .filter_map(|(slot, _)| layout.find(slot))
                        .for_each(|slot| absences.tied.add(slot, value));
                }
            }
        }
        absences
    }
}

/// The reason why a port cannot be absent in this form.
fn refusal(port: &Port, absent: Option<u64>) -> Option<String> {
    match (port.direction, absent) {
        _ if is_needed(port) => Some("a top module without it cannot be verified; add it in a wrapper".to_owned()),
        (Direction::Input, None) => Some("it is an input; write { absent = N } with its constant value".to_owned()),
        (Direction::Output, Some(_)) => Some("it is an output; write { absent = true }".to_owned()),
        (Direction::Input, Some(value)) if port.width < 64 && value >> port.width != 0 => {
            Some(format!("{value:#x} does not fit into its width of {}", bits(port.width)))
        }
        _ => None,
    }
}

/// Formats a width: `1 bit`, `5 bits`.
pub(crate) fn bits(width: u32) -> String {
    match width {
        1 => "1 bit".to_owned(),
        _ => format!("{width} bits"),
    }
}
