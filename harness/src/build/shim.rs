//! Generates the C++ between a Verilated top module and the interface that the host calls.
//!
//! It runs in every clock, so it is straight-line code: one assignment for each port, one for each word observed.

use super::elaborated::Wanted;
use super::state::StateAccess;
use golden_model::{Layout, Slot};
use std::fmt::Write;
use verilated::{Direction, Port};

/// What a shim is made of.
pub(super) struct Shim<'a> {
    /// Verilator's `--prefix`.
    pub prefix: &'a str,
    /// All ports of the elaborated top module.
    pub ports: &'a [Port],
    /// The ports that the description asks for; all of them are in `ports`.
    pub wanted: &'a [Wanted],
    /// The slot of each state word to be read, and its place.
    pub states: &'a [(Slot, StateAccess)],
    /// How a frame is packed.
    pub frame: &'a Layout,
    /// How an observation is packed.
    pub observation: &'a Layout,
}

impl Shim<'_> {
    /// The C++ text, to be compiled behind the model's own files.
    pub fn text(&self) -> String {
        let Self { prefix, .. } = self;
        let mut text = String::new();
        let mut line = |content: String| {
            text.push_str(&content);
            text.push('\n');
        };
        line(format!("#include \"{prefix}.h\"\n#include \"{prefix}___024root.h\"\n#include \"verilated_shim.h\"\n"));
        line("namespace {\n\nstruct Device {".into());
        line(format!("    using Top = {prefix};"));
        line(format!("    static constexpr std::size_t FRAME_WORDS = {};", self.frame.words()));
        line(format!("    static constexpr std::size_t OBSERVATION_WORDS = {};", self.observation.words()));
        line(format!("    static constexpr std::size_t PORTS = {};", self.ports.len()));
        line(format!("    static constexpr std::uint64_t RESET_FRAME[FRAME_WORDS] = {{{}}};", self.reset_frame()));
        line("\n    static void clock(Top& top, CData level) { top.clk = level; }".into());
        line("\n    static void drive(Top& top, const std::uint64_t* frame) {".into());
        for statement in self.drive() {
            line(format!("        {statement}"));
        }
        line("    }\n\n    static void observe(const Top& top, std::uint64_t* observation) {".into());
        line(format!("        const {prefix}___024root& root = *top.rootp;\n        static_cast<void>(root);"));
        for (word, terms) in self.observe().into_iter().enumerate() {
            line(format!(
                "        observation[{word}] = {};",
                if terms.is_empty() { "0".into() } else { terms.join(" | ") }
            ));
        }
        line("    }\n\n    static verilated_shim::PortAccess port(Top& top, std::size_t index) {\n        switch (index) {".into());
        for (index, port) in self.ports.iter().enumerate() {
            let input = u32::from(port.direction == Direction::Input);
            let (name, width, member) = (&port.name, port.width, member(&port.name));
            line(format!("        case {index}: return {{{{\"{name}\", {width}, {input}}}, &top.{member}}};"));
        }
        line("        default: return {};\n        }\n    }\n};\n\n}  // namespace\n".into());
        line("VERILATED_SHIM_LIBRARY(Device)".into());
        text
    }

    /// The words of a frame with the reset at 1.
    fn reset_frame(&self) -> String {
        let mut words = vec![0; self.frame.words()];
        if let Some(reset) = self.frame.find("rst") {
            reset.set(&mut words, 1);
        }
        words.iter().map(|word| format!("{word}ULL")).collect::<Vec<_>>().join(", ")
    }

    /// The ports of a direction with the slots of their parts, each with its lowest bit in the port.
    fn ports_of(&self, direction: Direction, layout: &Layout) -> Vec<(&Port, Slot, u32)> {
        let of_direction = self.wanted.iter().filter(move |wanted| wanted.port.direction == direction);
        let parts = of_direction.flat_map(|wanted| wanted.slots.iter().map(move |(slot, low)| (wanted, slot, *low)));
        parts.filter_map(|(wanted, slot, low)| Some((&wanted.port, layout.find(slot)?.clone(), low))).collect()
    }

    /// One statement for each port and, in wide ports, each 32-bit word.
    fn drive(&self) -> Vec<String> {
        let mut statements = Vec::new();
        for (port, slot, _) in self.ports_of(Direction::Input, self.frame) {
            let member = member(&port.name);
            if port.width > 64 {
                for part in 0..port.width.div_ceil(32) {
                    let left = (port.width - part * 32).min(32);
                    let (word, shift) = (slot.word + part as usize / 2, part % 2 * 32);
                    let value = masked(&format!("(frame[{word}] >> {shift})"), left, 32);
                    statements.push(format!("top.{member}[{part}] = static_cast<EData>({value});"));
                }
            } else {
                let storage = storage_of(port.width);
                let value = masked(&format!("(frame[{}] >> {})", slot.word, slot.shift), port.width, storage.bits);
                statements.push(format!("top.{member} = static_cast<{}>({value});", storage.name));
            }
        }
        statements
    }

    /// For each word of the observation the terms that make it up.
    fn observe(&self) -> Vec<Vec<String>> {
        let mut words = vec![Vec::new(); self.observation.words()];
        for (port, slot, low) in self.ports_of(Direction::Output, self.observation) {
            let part = StateAccess { member: member(&port.name), storage_width: port.width, low, width: slot.width };
            add_terms(&mut words, &slot, "top", &part);
        }
        for (slot, access) in self.states {
            add_terms(&mut words, slot, "root", access);
        }
        words
    }
}

/// Splits a value into pieces that lie in one word of the slot.
fn add_terms(words: &mut [Vec<String>], slot: &Slot, object: &str, access: &StateAccess) {
    for part in 0..access.width.div_ceil(64) {
        let width = (access.width - part * 64).min(64);
        let value = bits(&format!("{object}.{}", access.member), access.storage_width, access.low + part * 64, width);
        words[slot.word + part as usize].push(format!("({value} << {})", slot.shift));
    }
}

/// An expression for `width` bits from bit `low` on of a Verilated variable, as a 64-bit value.
fn bits(variable: &str, storage_width: u32, low: u32, width: u32) -> String {
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

/// `value` cut to `width` bits, which needs no work when that is all that its storage holds.
fn masked(value: &str, width: u32, storage: u32) -> String {
    match width == storage {
        true => value.to_owned(),
        false => format!("({value} & 0x{:X}ULL)", (1u64 << width) - 1),
    }
}

struct Storage {
    name: &'static str,
    bits: u32,
}

fn storage_of(width: u32) -> Storage {
    match width {
        0..=8 => Storage { name: "CData", bits: 8 },
        9..=16 => Storage { name: "SData", bits: 16 },
        17..=32 => Storage { name: "IData", bits: 32 },
        _ => Storage { name: "QData", bits: 64 },
    }
}

/// The C++ member of a port.
fn member(port: &str) -> String {
    port.replace("__", "___05F")
}
