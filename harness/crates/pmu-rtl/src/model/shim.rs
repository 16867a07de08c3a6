//! Generates the C++ between a Verilated top module and the interface that the host calls.
//!
//! It runs in every cycle, so it is straight-line code: one assignment for each port and for each observed word.

use super::binding::Binding;
use super::cpp::{bits, masked, member, ones, parts, start, storage_of, Storage};
use super::input_registers::LOAD;
use super::locate::{Located, Piece};
use super::state::StateAccess;
use golden_model_core::{Layout, Slot};
use verilated::Direction;

/// Parameters of a shim.
pub(crate) struct Shim<'a> {
    /// Verilator's `--prefix`.
    pub prefix: &'a str,
    /// The ports of the elaborated top module.
    pub binding: &'a Binding,
    /// The slot of each state word to be read, and its access.
    pub states: &'a [(Slot, StateAccess)],
    /// How a frame is packed.
    pub frame: &'a Layout,
    /// How an observation is packed.
    pub observation: &'a Layout,
    /// The frame of the reset before the first cycle.
    pub reset: &'a [u64],
    /// Whether the inputs have registers.
    pub registered: bool,
}

/// When the inputs of a cycle are driven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// While `clk` is low: the outputs are observed. Asynchronous inputs are inactive, so that they do not act before the edge.
    Low,
    /// With the rising edge that ends the cycle.
    Edge,
    /// Once for the whole cycle.
    Cycle,
}

impl Shim<'_> {
    /// The C++ text, to be compiled after the model's own files.
    pub fn text(&self) -> String {
        let Self { prefix, .. } = self;
        let mut text = String::new();
        let mut line = |content: String| {
            text.push_str(&content);
            text.push('\n');
        };
        line(format!("#include \"{prefix}.h\"\n#include \"{prefix}___024root.h\"\n#include \"verilated_shim.h\"\n"));
        line("namespace {\n\nstruct Dut {".into());
        line(format!("    using Top = {prefix};"));
        line(format!("    static constexpr std::size_t FRAME_WORDS = {};", self.frame.words()));
        line(format!("    static constexpr std::size_t OBSERVATION_WORDS = {};", self.observation.words()));
        line(format!("    static constexpr std::size_t PORTS = {};", self.binding.ports.len()));
        line(format!("    static constexpr std::uint64_t RESET_FRAME[FRAME_WORDS] = {{{}}};", self.reset_frame()));
        let (clock, invert) = self.binding.clock;
        let (clk, level) = (member(&self.binding.ports[clock].name), if invert { "level ^ 1" } else { "level" });
        line(format!("    static constexpr bool REGISTERED = {};", self.registered));
        line(format!("\n    static CData& clk(Top& top) {{ return top.{clk}; }}"));
        line(format!("    static void clk(Top& top, CData level) {{ top.{clk} = {level}; }}"));
        if self.registered {
            line(format!("    static void load(Top& top, CData level) {{ top.{LOAD} = level; }}"));
        }
        line("\n    static void drive(Top& top, const std::uint64_t* frame) {".into());
        for statement in self.drive(Phase::Low) {
            line(format!("        {statement}"));
        }
        line("    }\n\n    static void drive_edge(Top& top, const std::uint64_t* frame) {".into());
        line("        static_cast<void>(top), static_cast<void>(frame);".into());
        for statement in self.drive(Phase::Edge) {
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
        for (index, port) in self.binding.ports.iter().enumerate() {
            let input = u32::from(port.direction == Direction::Input);
            let (name, width, member) = (&port.name, port.width, member(&port.name));
            line(format!("        case {index}: return {{{{\"{name}\", {width}, {input}}}, &top.{member}}};"));
        }
        line("        default: return {};\n        }\n    }\n};\n\n}  // namespace\n".into());
        line("VERILATED_SHIM_LIBRARY(Dut)".into());
        text
    }

    /// The words of the reset frame.
    pub(super) fn reset_frame(&self) -> String {
        self.reset.iter().map(|word| format!("{word}ULL")).collect::<Vec<_>>().join(", ")
    }

    /// One statement for each input and, for wide inputs, each 32-bit word. At the edge only the asynchronous inputs change.
    pub(super) fn drive(&self, phase: Phase) -> Vec<String> {
        let mut statements = Vec::new();
        for (position, port) in self.binding.ports.iter().enumerate() {
            if phase == Phase::Edge && !self.binding.asynchronous().any(|input| input == position) {
                continue;
            }
            let member = member(&port.name);
            let (storage, count) = match port.width > 64 {
                true => (Storage { name: "EData", bits: 32 }, port.width.div_ceil(32)),
                false => (storage_of(port.width), 1),
            };
            for word in 0..count {
                let terms = self.driving_terms(position, word * storage.bits, storage.bits, phase);
                let index = if port.width > 64 { format!("[{word}]") } else { String::new() };
                if !terms.is_empty() {
                    let value = terms.join(" | ");
                    statements.push(format!("top.{member}{index} = static_cast<{}>({value});", storage.name));
                }
            }
        }
        statements
    }

    /// The expression for `count` bits of an input from bit `first`.
    fn driving_terms(&self, position: usize, first: u32, count: u32, phase: Phase) -> Vec<String> {
        let mut terms = Vec::new();
        for (from, piece, at) in self.pieces(Direction::Input, self.frame) {
            let (low, high) = (piece.low.max(first), (piece.low + piece.width).min(first + count));
            if piece.port != position || low >= high {
                continue;
            }
            let inverted = if at.invert { "~" } else { "" };
            let inactive = at.asynchronous && phase == Phase::Low;
            for part in parts(from + u64::from(low - piece.low), high - low) {
                let word = if inactive { "0ULL".to_owned() } else { format!("frame[{}]", part.word) };
                let value = format!("({inverted}{word} >> {})", part.shift);
                let value = masked(&value, part.width, count);
                terms.push(match low - first + part.at {
                    0 => value,
                    shift => format!("({value} << {shift})"),
                });
            }
        }
        let tied = self.binding.tied.iter().filter(|(port, _)| *port == position && first < 64);
        let tied = tied.fold(0, |all, (_, value)| all | value >> first) & ones(count);
        if tied != 0 {
            terms.push(format!("0x{tied:X}ULL"));
        }
        terms
    }

    /// The pieces of the bound ports of a direction, split by slot, each with its first bit in the slot and the port that it
    /// is of.
    fn pieces(&self, direction: Direction, layout: &Layout) -> Vec<(u64, Piece, &Located)> {
        let mut pieces = Vec::new();
        for bound in self.binding.bound.iter().filter(|bound| bound.direction == direction) {
            for (slot, at) in bound.slots.iter().filter_map(|(name, at)| Some((layout.find(name)?, *at))) {
                for piece in &bound.at.pieces {
                    let (low, high) = (piece.at.max(at), (piece.at + piece.width).min(at + slot.width));
                    if low < high {
                        let first = start(slot) + u64::from(low - at);
                        let own = Piece { low: piece.low + low - piece.at, at: low, width: high - low, ..*piece };
                        pieces.push((first, own, &bound.at));
                    }
                }
            }
        }
        pieces
    }

    /// For each word of the observation the terms of its expression.
    fn observe(&self) -> Vec<Vec<String>> {
        let mut words = vec![Vec::new(); self.observation.words()];
        for (to, piece, at) in self.pieces(Direction::Output, self.observation) {
            let port = &self.binding.ports[piece.port];
            let (member, storage_width) = (member(&port.name), port.width);
            let part = StateAccess { member, storage_width, low: piece.low, width: piece.width };
            add_terms(&mut words, to, "top", &part, at.invert);
        }
        for (slot, access) in self.states {
            add_terms(&mut words, start(slot), "root", access, false);
        }
        words
    }
}

/// Adds a value from bit `start`, split at word boundaries.
fn add_terms(words: &mut [Vec<String>], start: u64, object: &str, access: &StateAccess, invert: bool) {
    for part in parts(start, access.width) {
        let low = access.low + part.at;
        let mut value = bits(&format!("{object}.{}", access.member), access.storage_width, low, part.width);
        if invert {
            value = format!("({value} ^ 0x{:X}ULL)", ones(part.width));
        }
        words[part.word].push(format!("({value} << {})", part.shift));
    }
}
