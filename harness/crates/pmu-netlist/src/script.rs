//! Yosys scripts.

use super::states::StateName;
use pmu_rtl::staged::read_command;
use pmu_rtl::{AdaptedRtl, Adapter};

/// Script that reads the design and runs `proc`; it keeps the hierarchy and the names of the RTL.
pub fn read(rtl: &AdaptedRtl) -> String {
    let files = &rtl.files;
    let (command, top) = (read_command(files, true), &files.top);
    let adapted = rtl.adapter.as_ref().map_or(String::new(), simplified);
    format!("{command}hierarchy -check -top {top}\nproc\nmemory_collect\nmemory_map\n{adapted}{DEFINED}{LIGHT}")
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
pub const FLATTEN: &str = "flatten\npmuxtree\nopt_clean\n";

/// File with the replacements of cells.
pub const CELLS: &str = "pmu_cosim_cells.v";

/// Replacements of cells that only the slang front end generates, with the lines of the originals: a register with an asynchronous
/// reset becomes one that takes its reset value at the clock edge, and a bitwise multiplexer, for which there is no Verilog, gates.
pub const REPLACED_CELLS: &str = "\
(* techmap_celltype = \"$aldff\" *)
module pmu_cosim_register (CLK, ALOAD, AD, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    parameter ALOAD_POLARITY = 1;
    input CLK, ALOAD;
    input [WIDTH-1:0] AD, D;
    output [WIDTH-1:0] Q;
    wire [WIDTH-1:0] next;
    generate
        if (ALOAD_POLARITY) \\$mux #(.WIDTH(WIDTH)) reset (.A(D), .B(AD), .S(ALOAD), .Y(next));
        else \\$mux #(.WIDTH(WIDTH)) reset (.A(AD), .B(D), .S(ALOAD), .Y(next));
    endgenerate
    \\$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) _TECHMAP_REPLACE_ (.CLK(CLK), .D(next), .Q(Q));
endmodule

(* techmap_celltype = \"$bwmux\" *)
module pmu_cosim_bitwise (A, B, S, Y);
    parameter WIDTH = 1;
    input [WIDTH-1:0] A, B, S;
    output [WIDTH-1:0] Y;
    assign Y = (A & ~S) | (B & S);
endmodule
";

/// File with the registers of which the reset depends on other registers.
pub const DERIVED_RESETS: &str = "derived_resets.txt";

/// Replaces cells that only the slang front end generates. The prover has registers without enable that change at the clock edge.
///
/// An asynchronous input acts only with the clock edge that ends its cycle, so a register that only such inputs reset changes at
/// that edge. [`DERIVED_RESETS`] lists the registers on which other resets depend. If no input is asynchronous, a reset acts during
/// its whole cycle, which is logic after the register.
fn simplified(adapter: &Adapter) -> String {
    let resets = match adapter.asynchronous {
        false => "async2sync\n".to_owned(),
        true => format!(
            "design -save hierarchical\nflatten\nopt_clean\nselect -set resets t:$aldff %ci1:+[ALOAD] w:* %i\n\
             select -write {DERIVED_RESETS} @resets %ci* t:$*ff* t:$*latch* %u %i %co1:+[Q] w:* %i\n\
             design -load hierarchical\n"
        ),
    };
    format!("bmuxmap\ndemuxmap\ndffunmap -ce-only\n{resets}techmap -map {CELLS}\n")
}

/// Commands that write to `file` the latches of the flattened design, and the registers that do not load at the rising edge of
/// `clk`.
pub fn foreign_registers(rtl: &AdaptedRtl, file: &str) -> String {
    let top = &rtl.files.top;
    let (signal, edge) = match rtl.adapter.as_ref().is_some_and(|adapter| adapter.inverted_clock) {
        false => ("w:clk", ">=1"),
        true => ("w:clk %co1:+$not[A] %co1:+$not[Y]", "<=0"),
    };
    format!(
        "select -set own {signal} %co1:+$dff[CLK] t:$dff %i r:CLK_POLARITY{edge} %i\n\
         select -set all t:$*ff* t:$*latch* %u t:$mem* %u t:$sr %u\n\
         select -write {file} @all @own %d %co1:+[Q] {top}/w:* %i\n"
    )
}

/// Renames the signals of a flattened top that contain state words to the names in the netlist.
pub fn with_states(top: &str, states: &[StateName]) -> String {
    let mut names: Vec<(&str, &str)> =
        states.iter().map(|state| (state.signal.as_str(), state.name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    let renamed = names.iter().filter(|(old, new)| old != new);
    let lines: String = renamed.map(|(old, new)| format!("rename {old} {new}\n")).collect();
    format!("cd {top}\n{lines}cd ..\n")
}
