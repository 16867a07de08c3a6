//! Cuts a design at its registers.

use super::files::{read, write};
use super::states::{StateName, STATE};
use super::{script, Logic};
use pmu_rtl::{BuildError, Yosys};
use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// Prefix of the black box that replaces a register, followed by its width. Flattening keeps black boxes.
pub const REGISTER: &str = "pmu_cosim_register_";

static DFF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^ *cell \$dff .*\n(?: *parameter .*\n)*? *parameter \\WIDTH ([0-9]+)$")
        .expect("a valid expression")
});

/// Writes the design with its registers cut and returns its logic.
///
/// `cut.il` is the surveyed design with black boxes as registers. `gold.il` is the same, flattened and with the ports of the
/// registers as ports of the top, and with the signals of `states` as outputs. Returns `None` if the logic cannot be parsed.
///
/// # Errors
/// [`BuildError`] if Yosys fails or a file cannot be written.
pub(crate) fn cut(yosys: &Yosys, folder: &Path, top: &str, states: &[StateName]) -> Result<Option<Logic>, BuildError> {
    let text = read(&folder.join("base.il"))?;
    let widths: BTreeSet<u32> = DFF.captures_iter(&text).filter_map(|found| found[1].parse().ok()).collect();
    let register = |width: &u32| {
        let range = format!("[{}:0]", width - 1);
        format!(
            "(* keep_hierarchy *) module {REGISTER}{width} (input CLK, input {range} D, output {range} Q); endmodule\n"
        )
    };
    write(folder, "registers.v", &widths.iter().map(register).collect::<String>())?;
    // A mutant may leave a register without a reader; its ports must remain.
    let change = |width: &u32| format!("chtype -set {REGISTER}{width} t:$dff r:WIDTH={width} %i\n");
    let changes = "setattr -set keep 1 t:$dff\n".to_owned() + &widths.iter().map(change).collect::<String>();
    let mut text = format!("read_rtlil base.il\nread_verilog registers.v\n{changes}write_rtlil cut.il\n");
    let exposed = match states {
        [] => String::new(),
        _ => format!("{}expose w:{STATE}*\n", script::with_states(top, states)),
    };
    text += &opened(top, "gold", ("", &exposed));
    // Any other state element would be treated as logic.
    text += "select -assert-none t:$*ff* t:$*latch* t:$mem* t:$sr\n";
    text += "write_rtlil gold.il\nhierarchy -top gold\ntechmap\nopt -fast\naigmap\nopt_clean\nwrite_aiger -ascii -symbols gold.aag\n";
    write(folder, "cut.ys", &text)?;
    yosys.run(folder, "cut.ys")?;
    Ok(Logic::parse(&read(&folder.join("gold.aag"))?))
}

/// Yosys commands that flatten a design with cut registers, turn the registers into ports of its top and rename it to
/// `name`. The first of `more` are commands before it, the second commands on the flattened top.
pub fn opened(top: &str, name: &str, more: (&str, &str)) -> String {
    let (first, flattened) = more;
    let flatten = script::FLATTEN;
    let none_left = format!("select -assert-none t:{REGISTER}*");
    format!("{first}{flatten}{flattened}expose -evert t:{REGISTER}*\nrename {top} {name}\n{none_left}\n")
}

/// Yosys commands that remove the instances of `modules` from `top`, except the cell `kept`.
///
/// Inputs of removed instances become outputs of the top, and their outputs become inputs.
pub fn without(modules: &BTreeSet<String>, top: &str, kept: &str) -> String {
    let instances: String = modules.iter().map(|module| format!(" {top}/t:{module}")).collect();
    let unions = " %u".repeat(modules.len().saturating_sub(1));
    // In a selection, brackets match one of several letters and a slash ends the module name.
    let kept = kept.replace(['[', ']', '/'], "?");
    format!("expose -evert{instances}{unions} {top}/c:{kept} %d\nhierarchy -top {top}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_removed_except_that_of_the_mutant() {
        let modules = ["a", "b", "c"].map(str::to_owned).into();
        let expected = "expose -evert t/t:a t/t:b t/t:c %u %u t/c:g?3?.u_a %d\nhierarchy -top t\n";
        assert_eq!(without(&modules, "t", "g[3].u_a"), expected);
    }
}
