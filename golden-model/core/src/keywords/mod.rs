//! Keywords of Rust, Verilog and SystemVerilog, which cannot be names of PMUs, modules or ports.

/// Whether a word is a keyword of Rust, or is reserved to be one.
pub fn is_rust(word: &str) -> bool {
    include_str!("rust.txt").split_whitespace().any(|keyword| keyword == word)
}

/// Whether a word is a keyword of Verilog (IEEE 1364-2005) or SystemVerilog (IEEE 1800-2017).
pub fn is_verilog(word: &str) -> bool {
    include_str!("verilog.txt").split_whitespace().any(|keyword| keyword == word)
}
