//! The RTL walks from clock to clock, and the mutant is asked beside it in each of its states.
//!
//! Both are logic without registers; those of the RTL are put back, and the mutant reads them too. It may differ nowhere on
//! the way from reset: a property of one machine, which induction over several clocks can prove where one clock is too few.

use super::aiger::Logic;
use super::invariant::{register_bit, Equal, RESET};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The module.
const WALK: &str = "walk";
/// Clocks in which nothing may have differed before the one that is asked about, at the most.
const CLOCKS: u32 = 3;

/// Verilog of the walk: the registers of `logic` around the module `miter`.
pub(super) fn verilog(logic: &Logic) -> String {
    let mut widths: BTreeMap<&str, usize> = BTreeMap::new();
    for (register, _) in logic.inputs.iter().filter_map(|name| register_bit(name)) {
        *widths.entry(register).or_default() += 1;
    }
    let mut text = format!("module {WALK} (input clk, input {RESET}, output trigger);\n");
    let mut ports = format!(".trigger (trigger), .in_{RESET} ({RESET})");
    for (number, (register, width)) in widths.iter().enumerate() {
        let range = format!("[{}:0]", width - 1);
        let _ = writeln!(text, "wire {range} d{number}; reg {range} q{number};");
        let _ = writeln!(text, "always @(posedge clk) q{number} <= d{number};");
        let _ = write!(ports, ",\n.\\in_{register}.Q (q{number}), .\\gold_{register}.D (d{number})");
    }
    text + &format!("miter m ({ports});\nendmodule\n")
}

/// What puts the walk in file `verilog` around a miter.
pub(super) fn commands(verilog: &str) -> String {
    // What the mutant does is compared and goes nowhere.
    let alone = "delete -output miter/w:gate_*\nopt_clean\n";
    format!("{alone}read_verilog {verilog}\nhierarchy -top {WALK}\nproc\nflatten\n")
}

/// The question whether mutant and RTL agree in every clock behind a reset, where `always` holds in each.
pub(super) fn question(always: &str, behind_reset: &[Equal]) -> String {
    let reset: String = behind_reset.iter().map(|[bit, value]| format!(" -set-at 1 m.in_{bit} {value}")).collect();
    format!(" -tempinduct -maxsteps {CLOCKS}{always}{reset} -prove trigger 0 {WALK}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_register_is_put_back_at_its_width() {
        let text = "aag 3 3 0 2 0\n2\n4\n6\n2\n4\n\
                    i0 a.pmu_cosim_register_0_.Q[0]\ni1 a.pmu_cosim_register_0_.Q[1]\ni2 x\no0 y\no1 z\nc\n";
        let verilog = verilog(&Logic::parse(text).expect("logic"));
        assert!(verilog.contains("reg [1:0] q0;"), "{verilog}");
        let ports = r".\in_a.pmu_cosim_register_0_.Q (q0), .\gold_a.pmu_cosim_register_0_.D (d0)";
        assert!(verilog.contains(ports) && !verilog.contains("q1"), "{verilog}");
        let reset = ["a.Q[0]".to_owned(), "1'0".to_owned()];
        assert_eq!(
            question(" -set m.in_b 1'1", &[reset]),
            " -tempinduct -maxsteps 3 -set m.in_b 1'1 -set-at 1 m.in_a.Q[0] 1'0 -prove trigger 0 walk"
        );
    }
}
