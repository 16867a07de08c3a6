//! The scripts of Yosys.

use super::staged::staged;
use pmu_rtl::RtlFiles;

/// The design after `proc`, with the hierarchy and the names that the RTL has.
pub(super) fn read(files: &RtlFiles) -> String {
    let include: String = files.include.iter().map(|folder| format!(" -I{}", staged(folder))).collect();
    let sources: String = files.sources.iter().map(|source| format!(" {}", staged(source))).collect();
    let top = &files.top;
    format!("read_verilog{include}{sources}\nhierarchy -check -top {top}\nproc\nmemory_collect\nmemory_map\n{DEFINED}{LIGHT}")
}

/// What is undefined gets a value, the same for the simulator and the prover. A part of a vector that is chosen by a signal
/// is undefined where it lies outside the vector; as in a synthesized netlist it is a shift, which brings in zeros. And what a
/// `case` without a default would choose if no item fitted is 0. The RTL reads neither, but a mutant may.
const DEFINED: &str = "chtype -set $shift t:$shiftx\nsetundef -zero\n";

/// As little as keeps names and undefined values.
const LIGHT: &str = "opt_expr -keepdc\nopt_clean\n";

/// Flattens the design into its top. A multiplexer with several selects has a meaning only while one of them is 1, which a
/// mutant need not keep to; a tree of multiplexers always has one, the same for the simulator and the prover.
pub(super) const FLATTEN: &str = "flatten\npmuxtree\nopt_clean\n";

/// Renames signals of a flattened top.
pub(super) fn renamed<'a>(top: &str, names: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lines: String = names.map(|(old, new)| format!("rename {old} {new}\n")).collect();
    format!("cd {top}\n{lines}cd ..\n")
}
