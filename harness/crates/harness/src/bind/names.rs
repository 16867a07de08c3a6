//! Names in the generated SystemVerilog.

use crate::rtl::{ConnectedBits, Connection, Connections};
use golden_model_core::{Pmu, Slot};

/// Name of the checker module.
pub(super) fn module(pmu: &Pmu) -> String {
    format!("pmu_checker_{}", pmu.description.id)
}

/// The port of the checker for a state word.
pub(super) fn state_port(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("state_{word}")
}

/// A packed range with a space after it; nothing for one bit.
pub(super) fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}

/// The range of a value, or of bits of it, in a packed frame or observation.
pub(super) fn packed(slot: &Slot, at: u32, width: u32) -> String {
    format!("[{} +: {width}]", slot.word as u32 * 64 + slot.shift + at)
}

/// Bits of a port, or all of it.
pub(super) fn port_bits(connections: &Connections, bits: &ConnectedBits) -> String {
    let ConnectedBits { port, low, width, .. } = bits;
    let is_all = connections.ports.iter().any(|(name, all, _)| name == port && (*low, *width) == (0, *all));
    match is_all {
        true => port.clone(),
        false => format!("{port}[{low} +: {width}]"),
    }
}

/// The sign of an inversion.
pub(super) fn inversion(connection: &Connection) -> &'static str {
    if connection.invert {
        "~"
    } else {
        ""
    }
}

/// A string literal.
pub(super) fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
