//! Yosys scripts.

use super::staged::staged;
use pmu_rtl::RtlFiles;

/// Script that reads the design and runs `proc`; it keeps the hierarchy and the names of the RTL.
pub(super) fn read(files: &RtlFiles) -> String {
    let include: String = files.include.iter().map(|folder| format!(" -I{}", staged(folder))).collect();
    let define: String = files.macro_options().map(|option| format!(" {option}")).collect();
    let sources: String = files.sources.iter().map(|source| format!(" {}", staged(source))).collect();
    let top = &files.top;
    format!("read_verilog{include}{define}{sources}\nhierarchy -check -top {top}\nproc\nmemory_collect\nmemory_map\n{DEFINED}{LIGHT}")
}

/// Gives undefined values a value, the same for the simulator and the prover.
///
/// A part select with a variable index is undefined outside the vector; as in a synthesized netlist it becomes a shift,
/// which shifts in zeros. The value of a `case` without a matching item and without a default is 0. The RTL uses neither,
/// but a mutant may.
const DEFINED: &str = "chtype -set $shift t:$shiftx\nsetundef -zero\n";

/// Cleanup that keeps names and undefined values.
const LIGHT: &str = "opt_expr -keepdc\nopt_clean\n";

/// Flattens the design into its top.
///
/// A multiplexer with several selects is defined only while exactly one of them is 1, which a mutant may violate. A tree of
/// multiplexers is always defined, with the same value for the simulator and the prover.
pub(super) const FLATTEN: &str = "flatten\npmuxtree\nopt_clean\n";

/// Renames signals of a flattened top.
pub(super) fn renamed<'a>(top: &str, names: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lines: String = names.map(|(old, new)| format!("rename {old} {new}\n")).collect();
    format!("cd {top}\n{lines}cd ..\n")
}
