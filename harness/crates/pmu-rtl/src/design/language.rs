//! The language of an RTL.

/// The language of an RTL, which determines how tools read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Verilog-2005: RTL with a manifest.
    Verilog,
    /// Verilog or SystemVerilog, as Verilator reads it: RTL without a manifest.
    SystemVerilog,
}
