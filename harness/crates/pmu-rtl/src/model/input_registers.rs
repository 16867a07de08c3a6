//! Registers at the inputs of a design, for speed.
//!
//! Verilator cannot detect when an input changes, so it computes the input logic in every evaluation: twice in a cycle,
//! and again for the registers. With registers at the inputs, which load in the evaluation that contains the clock
//! edge, the logic is computed once. The design behaves the same: its registers sample the inputs of before the edge,
//! and the inputs of the next cycle follow.
//!
//! This requires that only the rising clock edge, and edges of other inputs, trigger anything in the design. A latch, a
//! gated clock or the falling edge would see the inputs of the next cycle too early; such a design has no input
//! registers. A latch that an input opens is the one kind that is not visible in the generated C++: Verilator's
//! warnings report it.
//!
//! A design that can end the simulation, by an assertion or a loop, has none either: the cycle in which it ends would not be
//! known, because an evaluation is of two cycles.

use super::cpp::member;
use crate::design::port_map::{assignment, Parameters};
use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;
use verilated::{Direction, Port};

/// Name of the module with the registers.
pub(super) const TOP: &str = "verilated_registered";
/// Instance name of the design in it.
pub(super) const DESIGN: &str = "wrapped";
/// The input at whose rising edge the registers load.
pub(super) const LOAD: &str = "verilated_load";

/// The comment about each trigger in the generated C++, in all versions of Verilator.
static TRIGGER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"region trigger index [0-9]+ is active: (@[^\\"]*|[^\\"]*)"#).expect("valid"));
static FUNCTION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(?:\w+ )*(?:void|bool) (\w+)\(.*\{").expect("a valid expression"));
/// Functions of every model that read the clock signal to detect its edges, or once at the start.
const OF_EDGES: [&str; 5] = ["ctor_var_reset", "eval_debug_assertions", "eval_initial", "eval_static", "eval_triggers"];

/// Whether a design may have input registers. `code` is its C++ without them; false if its form is not recognised.
pub(super) fn is_possible(ports: &[Port], clock: (usize, bool), code: &str) -> bool {
    let (clock, inverted) = (&ports[clock.0].name, clock.1);
    let free = |name: &str| ports.iter().all(|port| port.name != name);
    let own_edge = format!("{} {clock}", if inverted { "negedge" } else { "posedge" });
    let is_input =
        |name: &str| name != clock && ports.iter().any(|port| port.name == name && port.direction == Direction::Input);
    let is_harmless = |edge: &str| {
        let input = edge.strip_prefix("posedge ").or(edge.strip_prefix("negedge "));
        edge == own_edge || input.is_some_and(is_input)
    };
    let edges = edges(code);
    let can_end = ["VL_STOP_MT(", "VL_FINISH_MT("].iter().any(|call| code.contains(call));
    free(LOAD)
        && !can_end
        && edges.contains(&own_edge)
        && edges.iter().all(|edge| is_harmless(edge))
        && only_edges(code, clock)
}

/// The edges that trigger something, such as `posedge clk`; other triggers are returned unchanged.
fn edges(code: &str) -> BTreeSet<String> {
    let triggers = TRIGGER.captures_iter(code).filter_map(|captures| captures.get(1)).map(|trigger| trigger.as_str());
    let of_design = triggers.filter(|trigger| !trigger.starts_with("Internal"));
    let terms = |trigger: &str| -> Vec<String> {
        let inner = trigger.strip_prefix("@(").and_then(|inner| inner.trim_end().strip_suffix(')'));
        inner.unwrap_or(trigger).split(" or ").map(|term| term.trim().to_owned()).collect()
    };
    of_design.flat_map(terms).collect()
}

/// Whether the clock signal is read to detect its edges and for nothing else.
fn only_edges(code: &str, clock: &str) -> bool {
    let read = Regex::new(&format!(r"\bvlSelf(?:->|Ref\.){}\b", regex::escape(&member(clock))));
    let Ok(read) = read else { return false };
    let mut function = "";
    let mut readers = BTreeSet::new();
    for line in code.lines() {
        if let Some(name) = FUNCTION.captures(line).and_then(|captures| captures.get(1)) {
            function = name.as_str();
        }
        if read.is_match(line) {
            readers.insert(function);
        }
    }
    let is_known = |reader: &&str| OF_EDGES.iter().any(|known| reader.contains(known));
    readers.iter().any(|reader| reader.contains("eval_triggers")) && readers.iter().all(is_known)
}

/// The module with the registers and the design, whose ports may be in any order.
pub(super) fn wrapper(top: &str, ports: &[Port], clock: &str, parameters: &Parameters) -> String {
    let mut declared = format!("    input wire {LOAD}");
    let (mut registers, mut connections) = (String::new(), Vec::new());
    let mut ports: Vec<&Port> = ports.iter().collect();
    ports.sort_by_key(|port| &port.name);
    for (position, Port { name, width, direction }) in ports.into_iter().enumerate() {
        let high = width - 1;
        let kind = if *direction == Direction::Input { "input" } else { "output" };
        let _ = write!(declared, ",\n    {kind} wire [{high}:0] {name}");
        let register = format!("verilated_input_{position}");
        if *direction == Direction::Input && name != clock {
            let _ = writeln!(registers, "    reg [{high}:0] {register} = 0;");
            let _ = writeln!(registers, "    always @(posedge {LOAD}) {register} <= {name};");
            connections.push(format!("        .{name}({register})"));
        } else {
            connections.push(format!("        .{name}({name})"));
        }
    }
    let parameters = assignment(parameters);
    let connections = connections.join(",\n");
    format!("module {TOP} (\n{declared}\n);\n{registers}    {top} {parameters}{DESIGN} (\n{connections}\n    );\nendmodule\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn ports() -> Vec<Port> {
        let port = |name: &str, width, direction| Port { name: name.to_owned(), width, direction };
        let (input, output) = (Direction::Input, Direction::Output);
        vec![port("clk", 1, input), port("rst_n", 1, input), port("a", 70, input), port("y", 1, output)]
    }

    /// Output of Verilator 5.006 and 5.048, abridged.
    fn code(triggers: &[&str], reader: &str, object: &str) -> String {
        let shown =
            |trigger: &&str| format!("VL_DBG_MSGF(\"  'act' region trigger index 0 is active: {trigger}\\n\");\n");
        let triggers: String = triggers.iter().map(shown).collect();
        let reads = |function: &str| {
            format!("VL_INLINE_OPT void Vd___024root___{function}(Vd* vlSelf) {{\n x = {object}clk;\n}}\n")
        };
        triggers + &reads("eval_triggers__act") + &reads(reader)
    }

    #[rstest]
    #[case::one_edge(&["@(posedge clk)"], "eval_initial", true)]
    #[case::first_iteration(&["Internal 'ico' trigger - first iteration", "@(posedge clk)"], "eval_initial", true)]
    #[case::asynchronous_reset(&["@(posedge clk or negedge rst_n)", "@(posedge clk)"], "eval_initial", true)]
    #[case::other_edge(&["@(posedge clk)", "@(negedge clk)"], "eval_initial", false)]
    #[case::gated_clock(&["@(posedge clk)", "@(posedge d.gated)"], "eval_initial", false)]
    #[case::gated_in_place(&["@(posedge clk)", "@(posedge (clk & d.l))"], "eval_initial", false)]
    #[case::edge_of_an_output(&["@(posedge clk)", "@(posedge y)"], "eval_initial", false)]
    #[case::hybrid(&["@(posedge clk)", "@([hybrid] d.x)"], "eval_initial", false)]
    #[case::no_clock(&["@(posedge rst_n)"], "eval_initial", false)]
    #[case::unknown_text(&[], "eval_initial", false)]
    #[case::clock_as_data(&["@(posedge clk)"], "nba_sequent__TOP__0", false)]
    #[case::latch(&["@(posedge clk)"], "ico_sequent__TOP__0", false)]
    fn a_design_sensitive_to_more_than_the_edge_has_no_input_registers(
        #[case] triggers: &[&str],
        #[case] reader: &str,
        #[case] possible: bool,
    ) {
        for object in ["vlSelf->", "vlSelfRef."] {
            assert_eq!(is_possible(&ports(), (0, false), &code(triggers, reader, object)), possible);
        }
        // Generated code with other member names is not recognised.
        assert!(!is_possible(&ports(), (0, false), &code(triggers, reader, "self.")));
    }

    #[test]
    fn an_inverted_clock_has_the_falling_edge() {
        let falling = code(&["@(negedge clk)"], "eval_initial", "vlSelf->");
        assert!(is_possible(&ports(), (0, true), &falling) && !is_possible(&ports(), (0, false), &falling));
    }

    #[test]
    fn every_input_but_the_clock_has_a_register() {
        let text = wrapper("d", &ports(), "clk", &Parameters::new());
        assert!(text.contains("reg [69:0] verilated_input_0 = 0;") && text.contains(".a(verilated_input_0)"), "{text}");
        let mut turned = ports();
        turned.reverse();
        assert_eq!(text, wrapper("d", &turned, "clk", &Parameters::new()));
        assert!(text.contains(".clk(clk)") && text.contains(".y(y)") && text.contains("    d wrapped ("), "{text}");
    }
}
