//! Mutants as Yosys proposes them.

use pmu_netlist::script::CELLS;
use pmu_rtl::staged::original;
use pmu_rtl::AdaptedRtl;
use std::collections::HashSet;

/// A change of one bit of one port of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Number in the campaign, from 1.
    pub number: u32,
    /// Change of the bit: `inv`, `const0`, `const1`, or `cnot0` and `cnot1`, which invert it while another bit is 0 or 1.
    pub mode: String,
    /// Name of the module in the RTL. The change is in every instance of it.
    pub module: String,
    /// The cell.
    pub cell: String,
    /// The cell's port.
    pub port: String,
    /// The bit of the port.
    pub bit: String,
    /// The bit of the same port that enables the change, for `cnot0` and `cnot1`.
    pub control: Option<String>,
    /// File and line in the RTL; empty if Yosys gives none.
    pub line: String,
    /// Options of `mutate` that make this change.
    options: String,
}

/// Options of `mutate` that do not affect the change.
const REMARKS: [&str; 3] = ["-src", "-wire", "-wirebit"];

impl Mutant {
    /// Parses a line of `mutate -list`, for a design in which these signals are connected to CLK ports of registers.
    ///
    /// Returns `None` for three kinds of entries:
    /// - A change of such a signal or of a register's CLK port. It races with the registers on the unchanged signal.
    /// - An output bit that depends on another bit of the same output. This is a loop in the words of the netlist though not
    ///   in its bits, and Verilator does not always simulate it correctly.
    /// - The entry without a change.
    pub fn parse(line: &str, clocks: &HashSet<&str>) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let pairs = || words.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        let value = |option: &str| pairs().find(|(name, _)| *name == option).map(|(_, value)| value.to_owned());
        let is_clock =
            |name: Option<String>| name.is_some_and(|name| plain(&name) == "CLK" || clocks.contains(plain(&name)));
        let mode = value("-mode")?;
        let is_output = value("-port").is_some_and(|port| matches!(plain(&port), "Y" | "Q"));
        let is_loop = mode.starts_with("cnot") && is_output;
        if mode == "none" || is_loop || is_clock(value("-port")) || is_clock(value("-wire")) {
            return None;
        }
        let options = pairs().filter(|(name, _)| !REMARKS.contains(name));
        // The cell's own position is the last; items from a loop or a generate block have line 0.
        let mut places = pairs().filter(|(name, _)| *name == "-src").filter_map(|(_, place)| line_of(place));
        Some(Self {
            number: 0,
            mode,
            module: module_name(&value("-module")?),
            cell: plain(&value("-cell")?).to_owned(),
            port: plain(&value("-port")?).to_owned(),
            bit: value("-portbit")?,
            control: value("-ctrlbit"),
            line: places.next_back().unwrap_or_default(),
            options: options.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" "),
        })
    }

    /// The Yosys command that makes the change unconditionally.
    pub fn command(&self) -> String {
        format!("mutate {}", self.options)
    }

    /// The Yosys command that makes the change while the input `name` of `width` bits has the value `number`.
    pub fn selected_by(&self, name: &str, width: u32, number: usize) -> String {
        format!("mutate -ctrl {name} {width} {number} {}", self.options)
    }

    /// The module by its name in Yosys.
    pub fn scope(&self) -> &str {
        self.options.split(' ').skip_while(|word| *word != "-module").nth(1).unwrap_or_default()
    }

    /// Description of the change, without its position.
    pub fn change(&self) -> String {
        let control = self.control.as_ref().map_or(String::new(), |bit| format!(" by bit {bit}"));
        format!("{} {}.{}[{}]{control}", self.mode, original(&self.cell), self.port, self.bit)
    }
}

/// A name without the backslash that marks an identifier from the RTL.
fn plain(name: &str) -> &str {
    name.strip_prefix('\\').unwrap_or(name)
}

/// Name of the module in the RTL. Yosys names one with parameters `$paramod\name\...` or `$paramod$hash\name`.
fn module_name(name: &str) -> String {
    match name.strip_prefix("$paramod") {
        Some(rest) => rest.split('\\').nth(1).unwrap_or(rest).to_owned(),
        None => AdaptedRtl::module_name(plain(name)).to_owned(),
    }
}

/// Returns `rtl/a.v:12` for `rtl/a.v:12.3-12.9`; none if the line is 0 or not in the RTL.
pub(super) fn line_of(place: &str) -> Option<String> {
    let first = place.split('|').next().filter(|first| !first.starts_with(CELLS))?;
    let (file, lines) = first.rsplit_once(':')?;
    let line = lines.split(['.', '-']).next()?;
    (line != "0").then(|| format!("{}:{line}", original(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r"mutate -mode cnot1 -module $paramod$31\k8_core -cell $and$rtl/amd_k8/core/k8_core.v:71$122 -port A -portbit 23 -ctrlbit 30 -wire c0_rdata -wirebit 23 -src rtl/amd_k8/core/k8_core.v:52.28-52.36 -src rtl/amd_k8/core/k8_core.v:71.48-71.79";

    fn parse(line: &str) -> Option<Mutant> {
        Mutant::parse(line, &HashSet::from(["clk", "clk_i"]))
    }

    #[test]
    fn place_in_a_generated_register_is_not_that_of_a_mutant() {
        let register = format!("-src a.sv:7.3 -src {CELLS}:12.5-12.9");
        let mutant = parse(&LINE.replace("-src rtl/amd_k8/core/k8_core.v:71.48-71.79", &register)).expect("a mutant");
        assert_eq!(mutant.line, "a.sv:7");
    }

    #[test]
    fn module_of_an_instance_below_an_adapter_has_its_own_name() {
        assert_eq!(module_name(r"\counter$pmu_cosim_adapter.pmu_cosim_block.u_counter"), "counter");
        assert_eq!(module_name(r"\counter$odd"), "counter$odd");
    }

    #[test]
    fn line_of_the_list_is_parsed() {
        let mutant = parse(LINE).expect("a mutant");
        assert_eq!((mutant.module.as_str(), mutant.line.as_str()), ("k8_core", "rtl/amd_k8/core/k8_core.v:71"));
        assert_eq!(mutant.change(), "cnot1 $and$rtl/amd_k8/core/k8_core.v:71$122.A[23] by bit 30");
        let made = r"-mode cnot1 -module $paramod$31\k8_core -cell $and$rtl/amd_k8/core/k8_core.v:71$122 -port A -portbit 23 -ctrlbit 30";
        assert_eq!(mutant.command(), format!("mutate {made}"));
        assert_eq!(mutant.selected_by("pick", 16, 7), format!("mutate -ctrl pick 16 7 {made}"));
    }

    #[test]
    fn changes_of_clocks_and_loops_and_lines_without_number_are_skipped() {
        assert_eq!(parse(&LINE.replace("-port A", "-port \\CLK")), None);
        assert_eq!(parse(&LINE.replace("-wire c0_rdata", "-wire clk_i")), None);
        assert_eq!(parse(&LINE.replace("-port A", "-port Y")), None);
        assert_eq!(parse("mutate -mode none"), None);
        let generated = parse(&LINE.replace(":71.48-71.79", ":0.0-0.0")).expect("a mutant");
        assert_eq!(generated.line, "rtl/amd_k8/core/k8_core.v:52");
        assert_eq!(module_name(r"$paramod\k8_event_select\EV_WIDTH=s32'0101"), "k8_event_select");
    }
}
