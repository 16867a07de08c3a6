//! Module around the miter of mutant and RTL.
//!
//! It wires all assumptions, so that they simplify the logic before the solver starts. Mutant and RTL are combinational
//! logic. For a proof about one cycle, the outputs of registers are inputs: any state. For a walk, all or some registers of
//! the RTL are restored and step from cycle to cycle. The mutant reads the same registers and must not differ in any state
//! on the way from reset. This is a property of one machine, and induction over several cycles can prove it where one cycle
//! is not enough.

use pmu_netlist::{register_bit, EqualPair, Logic};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// Name of the module.
pub(super) const SETTING: &str = "setting";
/// Maximum number of preceding cycles without a difference that the induction assumes.
const CYCLES: u32 = 3;

/// Yosys selection of the inputs that the result depends on.
pub(super) const CONE: &str = "setting/o:trigger %ci* setting/i:s* %i";

/// Numbers of the registers in a list of selected inputs.
pub(super) fn registers(listed: &str) -> BTreeSet<usize> {
    listed.lines().filter_map(|line| line.rsplit_once("/s")?.1.parse().ok()).collect()
}

/// Property to prove.
#[derive(Clone, Copy)]
pub(super) enum MiterKind<'a> {
    /// Both have the same next state, in a cycle in which these inputs are 1.
    Reset(&'a [String]),
    /// Both have the same outputs and the same next state, in one cycle.
    OneCycle,
    /// Both have the same outputs and the same next state in every cycle after a reset.
    Walk {
        /// Values after reset.
        after_reset: &'a [EqualPair],
        /// Numbers of the restored registers; all if none are given.
        put_back: Option<&'a BTreeSet<usize>>,
    },
}

impl MiterKind<'_> {
    /// Arguments of Yosys's `sat` command that prove the property.
    pub fn question(self) -> String {
        let induction = match self {
            Self::Walk { .. } => format!(" -tempinduct -maxsteps {CYCLES}"),
            _ => String::new(),
        };
        format!("{induction} -prove trigger 0 {SETTING}")
    }
}

/// Verilog of the module around `miter`, both sides of which consist of `logic`, with bits of inputs `equal` to others.
pub(super) fn verilog(logic: &Logic, equal: &[EqualPair], about: MiterKind) -> String {
    let signals = Signals::of(logic);
    let mut equal: HashMap<&str, &str> = equal.iter().map(|[bit, other]| (bit.as_str(), other.as_str())).collect();
    let (mut ports, mut inside, mut sides) = (vec!["output trigger".to_owned()], String::new(), [vec![], vec![]]);
    let mut pins = match about {
        MiterKind::Reset(resets) => {
            equal.extend(resets.iter().map(|reset| (reset.as_str(), "1'1")));
            Vec::new()
        }
        _ => vec![".trigger (trigger)".to_owned()],
    };
    for (number, (signal, width)) in signals.widths.iter().enumerate() {
        let range = format!("[{}:0]", width - 1);
        let mut side = |side: &str, name: char, register: &str| {
            let _ = writeln!(inside, "wire {range} {name}{number};");
            pins.push(format!(".\\{side}_{register}.D ({name}{number})"));
            format!("{name}{number}")
        };
        match (register_bit(signal), about) {
            (Some((register, _)), MiterKind::Walk { after_reset, put_back })
                if put_back.is_none_or(|numbers| numbers.contains(&number)) =>
            {
                side("gold", 'd', register);
                let start = start(&signals, signal, *width, after_reset);
                let _ = writeln!(inside, "reg {range} s{number} = {start};");
                let _ = writeln!(inside, "always @(posedge clk) s{number} <= d{number};");
            }
            (register, _) => {
                ports.push(format!("input {range} s{number}"));
                if let (Some((register, _)), MiterKind::Reset(_)) = (register, about) {
                    sides[0].push(side("gold", 'd', register));
                    sides[1].push(side("gate", 'e', register));
                }
            }
        }
        let bits: Vec<String> = (0..*width).rev().map(|bit| signals.wired(signal, bit, &equal)).collect();
        pins.push(format!(".\\in_{signal} ({{{}}})", bits.join(", ")));
    }
    match about {
        MiterKind::Reset(_) => {
            let [gold, gate] = sides.map(|side| side.join(", "));
            let _ = writeln!(inside, "assign trigger = |({{{gold}}} ^ {{{gate}}});");
        }
        MiterKind::OneCycle => {}
        MiterKind::Walk { .. } => ports.push("input clk".to_owned()),
    }
    format!("module {SETTING} ({});\n{inside}miter m (\n{}\n);\nendmodule\n", ports.join(", "), pins.join(",\n"))
}

/// The inputs of the logic, grouped into words.
struct Signals<'a> {
    /// Widths by name.
    widths: BTreeMap<&'a str, usize>,
    /// Numbers of the signals, in order of name.
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Signals<'a> {
    fn of(logic: &'a Logic) -> Self {
        let mut widths: BTreeMap<&str, usize> = BTreeMap::new();
        logic.inputs.iter().for_each(|name| *widths.entry(parts(name).0).or_default() += 1);
        let numbers = widths.keys().copied().zip(0..).collect();
        Self { widths, numbers }
    }

    /// Expression that drives a bit of a signal.
    fn wired(&self, signal: &str, bit: usize, equal: &HashMap<&str, &str>) -> String {
        let name = self.bit(signal, bit);
        let other = equal.get(name.as_str()).copied().unwrap_or(&name);
        match other.strip_prefix("1'") {
            Some(value) => format!("1'b{value}"),
            None => {
                let (signal, bit) = parts(other);
                format!("s{}[{bit}]", self.numbers[signal])
            }
        }
    }

    /// Name of a bit of a signal.
    fn bit(&self, signal: &str, bit: usize) -> String {
        match self.widths[signal] {
            1 => signal.to_owned(),
            _ => format!("{signal}[{bit}]"),
        }
    }
}

/// Splits the name of a bit into the signal and the number of the bit.
fn parts(name: &str) -> (&str, usize) {
    let with_number = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let numbered = with_number.and_then(|(signal, bit)| Some((signal, bit.parse().ok()?)));
    numbered.unwrap_or((name, 0))
}

/// Value of a register after reset, with `x` for bits without a reset value.
fn start(signals: &Signals, signal: &str, width: usize, after_reset: &[EqualPair]) -> String {
    let known: HashMap<&str, &str> =
        after_reset.iter().map(|[bit, value]| (bit.as_str(), value.trim_start_matches("1'"))).collect();
    let value = |bit| known.get(signals.bit(signal, bit).as_str()).copied().unwrap_or("x");
    format!("{width}'b{}", (0..width).rev().map(value).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register of two bits and an input.
    fn logic() -> Logic {
        let text = "aag 4 4 0 2 0\n2\n4\n6\n8\n2\n4\n\
                    i0 a.pmu_cosim_register_0_.Q[0]\ni1 a.pmu_cosim_register_0_.Q[1]\ni2 x\ni3 rst\no0 y\no1 z\nc\n";
        Logic::parse(text).expect("logic")
    }

    fn equal(bit: &str, other: &str) -> EqualPair {
        [bit.to_owned(), other.to_owned()]
    }

    #[test]
    fn assumptions_are_wired() {
        let assumed = [equal("a.pmu_cosim_register_0_.Q[1]", "a.pmu_cosim_register_0_.Q[0]"), equal("x", "1'0")];
        let verilog = verilog(&logic(), &assumed, MiterKind::OneCycle);
        assert!(verilog.contains(r".\in_a.pmu_cosim_register_0_.Q ({s0[0], s0[0]})"), "{verilog}");
        assert!(verilog.contains(r".\in_x ({1'b0})") && verilog.contains(r".\in_rst ({s1[0]})"), "{verilog}");
        assert!(verilog.contains("input [1:0] s0,") && !verilog.contains("reg "), "{verilog}");
    }

    #[test]
    fn in_reset_only_the_next_states_are_compared() {
        let verilog = verilog(&logic(), &[], MiterKind::Reset(&["rst".to_owned()]));
        assert!(verilog.contains("assign trigger = |({d0} ^ {e0});") && !verilog.contains(".trigger"), "{verilog}");
        for pin in [r".\gold_a.pmu_cosim_register_0_.D (d0)", r".\gate_a.pmu_cosim_register_0_.D (e0)"] {
            assert!(verilog.contains(pin), "{verilog}");
        }
        assert!(verilog.contains(r".\in_rst ({1'b1})"), "{verilog}");
    }

    #[test]
    fn walk_restores_every_register_with_its_reset_value() {
        let about = [equal("a.pmu_cosim_register_0_.Q[1]", "1'1")];
        let about = MiterKind::Walk { after_reset: &about, put_back: None };
        let verilog = verilog(&logic(), &[], about);
        assert!(verilog.contains("reg [1:0] s0 = 2'b1x;") && verilog.contains("s0 <= d0;"), "{verilog}");
        assert!(verilog.contains(r".\gold_a.pmu_cosim_register_0_.D (d0)") && !verilog.contains("gate_"), "{verilog}");
        assert_eq!(about.question(), " -tempinduct -maxsteps 3 -prove trigger 0 setting");
    }

    #[test]
    fn register_that_is_not_restored_is_free() {
        assert_eq!(registers("setting/s1\nsetting/s12\n"), BTreeSet::from([1, 12]));
        let others = registers("setting/s1\n");
        let verilog = verilog(&logic(), &[], MiterKind::Walk { after_reset: &[], put_back: Some(&others) });
        assert!(verilog.contains("input [1:0] s0") && !verilog.contains("reg "), "{verilog}");
    }
}
