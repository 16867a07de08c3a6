//! C++ expressions for bits of ports, frames and observations.

use golden_model_core::Slot;
use std::fmt::Write;

/// The first bit of a slot, counted from bit 0 of the first word.
pub(crate) fn start(slot: &Slot) -> u64 {
    slot.word as u64 * 64 + u64::from(slot.shift)
}

/// Bits within one 64-bit word.
pub(crate) struct Part {
    /// The word.
    pub word: usize,
    /// Position of the first bit in the word.
    pub shift: u32,
    /// Position of the first bit in the value.
    pub at: u32,
    /// Number of bits.
    pub width: u32,
}

/// Splits `width` bits from bit `start` of all words at word boundaries.
pub(crate) fn parts(start: u64, width: u32) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < width {
        let bit = start + u64::from(at);
        let shift = (bit % 64) as u32;
        let own = (width - at).min(64 - shift);
        parts.push(Part { word: (bit / 64) as usize, shift, at, width: own });
        at += own;
    }
    parts
}

/// An expression for `width` bits from bit `low` of a Verilated variable, as a 64-bit value.
pub(crate) fn bits(variable: &str, storage_width: u32, low: u32, width: u32) -> String {
    if storage_width <= 64 {
        let shifted = format!("(static_cast<std::uint64_t>({variable}) >> {low})");
        // A variable's bits above its width are 0.
        return if low + width == storage_width { shifted } else { masked(&shifted, width, 64) };
    }
    let mut terms = String::new();
    for part in low / 32..=(low + width - 1) / 32 {
        let value = format!("static_cast<std::uint64_t>({variable}[{part}])");
        let at = i64::from(part) * 32 - i64::from(low);
        let separator = if terms.is_empty() { "" } else { " | " };
        let _ = match at < 0 {
            true => write!(terms, "{separator}({value} >> {})", -at),
            false => write!(terms, "{separator}({value} << {at})"),
        };
    }
    masked(&format!("({terms})"), width, 64)
}

/// `value` masked to `width` bits, without a mask if its storage has no more bits.
pub(crate) fn masked(value: &str, width: u32, storage: u32) -> String {
    match width == storage {
        true => value.to_owned(),
        false => format!("({value} & 0x{:X}ULL)", ones(width)),
    }
}

pub(crate) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Verilator's storage of a value of up to 64 bits.
pub(crate) struct Storage {
    /// The C++ type.
    pub name: &'static str,
    /// Its width.
    pub bits: u32,
}

pub(crate) fn storage_of(width: u32) -> Storage {
    match width {
        0..=8 => Storage { name: "CData", bits: 8 },
        9..=16 => Storage { name: "SData", bits: 16 },
        17..=32 => Storage { name: "IData", bits: 32 },
        _ => Storage { name: "QData", bits: 64 },
    }
}

/// The C++ member of a port.
pub(crate) fn member(port: &str) -> String {
    port.replace("__", "___05F")
}
