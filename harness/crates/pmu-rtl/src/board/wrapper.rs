//! The wrapper around a PMU on a board: connects bits of the frame to ports, and ports and state words to bits of the
//! observation.

use crate::design::interface::{Interface, RequiredPort};
use crate::design::port_map::assignment;
use crate::design::rtl_design::Design;
use crate::design::state_path::StatePath;
use golden_model_core::{Layout, Slot};
use std::fmt::Write;
use verilated::Direction;

/// Name of the wrapper module.
const WRAPPER: &str = "hil_pmu";
/// Instance name of the PMU in the wrapper.
const INSTANCE: &str = "u_pmu";

/// Consecutive bits of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BitRange {
    low: u64,
    width: u64,
}

impl BitRange {
    fn high(self) -> u64 {
        self.low + self.width - 1
    }
}

/// The bits of a vector of `width` bits that are not in `taken`.
fn gaps(mut taken: Vec<BitRange>, width: u64) -> Vec<BitRange> {
    taken.sort_by_key(|run| run.low);
    let end = BitRange { low: width, width: 0 };
    let mut next = 0;
    let mut gaps = Vec::new();
    for run in taken.into_iter().chain([end]) {
        if run.low > next {
            gaps.push(BitRange { low: next, width: run.low - next });
        }
        next = run.low + run.width;
    }
    gaps
}

/// The Verilog of the wrapper, and the Yosys script that connects the state words: Yosys has no hierarchical names.
pub(super) struct Wrapper {
    pub verilog: String,
    pub script: String,
}

impl Wrapper {
    /// Writes the wrapper of a design whose ports are those of the interface.
    pub fn new(design: &Design, interface: &Interface) -> Self {
        let mut wires = Wires::default();
        interface.ports.iter().for_each(|wanted| wires.port(wanted, interface));
        let places = interface.states.iter().zip(&design.states).enumerate();
        for (number, ((name, _), at)) in places {
            if let (Some(at), Some(run)) = (at, place(&interface.observation, name)) {
                wires.state(number, &at.path, run);
            }
        }
        Self { verilog: wires.module(design, interface), script: wires.script }
    }
}

/// First bit of a slot, counted from bit 0 of the first word.
fn place(layout: &Layout, name: &str) -> Option<BitRange> {
    let run = |slot: &Slot| BitRange { low: slot.word as u64 * 64 + u64::from(slot.shift), width: slot.width.into() };
    layout.find(name).map(run)
}

/// The contents of the wrapper, as they are generated.
#[derive(Default)]
struct Wires {
    /// Bits of the frame that drive something, and bits of the observation that are driven.
    used: Vec<BitRange>,
    observed: Vec<BitRange>,
    declared: String,
    connections: String,
    hierarchy: String,
    assigns: String,
    script: String,
}

impl Wires {
    fn port(&mut self, wanted: &RequiredPort, interface: &Interface) {
        let (name, high) = (&wanted.port.name, wanted.port.width - 1);
        let slots = || wanted.slots.iter();
        let connected = match wanted.port.direction {
            _ if wanted.slots.is_empty() => "clk".to_owned(),
            Direction::Input => {
                let runs: Vec<BitRange> = slots().filter_map(|(slot, _)| place(&interface.frame, slot)).collect();
                let parts: Vec<_> = runs.iter().rev().map(|run| format!("frame[{}:{}]", run.high(), run.low)).collect();
                self.used.extend(runs);
                parts.join(", ")
            }
            Direction::Output => {
                let _ = writeln!(self.declared, "    wire [{high}:0] port_{name};");
                for (run, at) in slots().filter_map(|(slot, at)| Some((place(&interface.observation, slot)?, *at))) {
                    let from = u64::from(at);
                    self.show(run, &format!("port_{name}[{}:{from}]", from + run.width - 1));
                }
                format!("port_{name}")
            }
        };
        let separator = if self.connections.is_empty() { "" } else { ",\n" };
        let _ = write!(self.connections, "{separator}        .{name}({connected})");
    }

    fn state(&mut self, number: usize, path: &StatePath, run: BitRange) {
        let wire = format!("state_{number}");
        let _ = writeln!(self.declared, "    wire [{}:0] {wire};", run.width - 1);
        let _ = writeln!(self.hierarchy, "    assign {wire} = {INSTANCE}.{path};");
        let (signal, select) = path.parts();
        let _ = writeln!(self.script, "connect -nounset -set {wire} {INSTANCE}.{signal}{select}");
        self.show(run, &wire);
    }

    fn show(&mut self, run: BitRange, value: &str) {
        let _ = writeln!(self.assigns, "    assign observation[{}:{}] = {value};", run.high(), run.low);
        self.observed.push(run);
    }

    fn module(&self, design: &Design, interface: &Interface) -> String {
        let (top, parameters) = (&design.top, assignment(&design.parameters));
        let (inputs, outputs) = (interface.frame.words() as u64 * 64, interface.observation.words() as u64 * 64);
        let zeros = gaps(self.observed.clone(), outputs).into_iter();
        let zeros =
            zeros.map(|gap| format!("    assign observation[{}:{}] = {}'d0;\n", gap.high(), gap.low, gap.width));
        let rest = gaps(self.used.clone(), inputs).into_iter().rev();
        let rest: String = rest.map(|gap| format!(", frame[{}:{}]", gap.high(), gap.low)).collect();
        let unused = match rest.is_empty() {
            true => String::new(),
            false => format!("\n    wire unused_frame = &{{1'b0{rest}}};\n"),
        };
        let Self { declared, connections, hierarchy, assigns, .. } = self;
        let (id, zeros) = (&interface.id, zeros.collect::<String>());
        format!(
            "// Generated from the description of {id} and the manifest of its RTL: connects bits of
// the frame to ports, and ports and state words to bits of the observation.
`default_nettype none

`include \"hil_pmu.vh\"

module {WRAPPER} (
    input  wire                                 clk,
    input  wire [64*`HIL_FRAME_WORDS-1:0]       frame,
    output wire [64*`HIL_OBSERVATION_WORDS-1:0] observation
);

{declared}{unused}
    {top} {parameters}{INSTANCE} (
{connections}
    );

`ifdef HIL_HIERARCHY
{hierarchy}`endif

{assigns}{zeros}
endmodule

`default_nettype wire
"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_the_bits_that_are_not_taken() {
        let run = |low, width| BitRange { low, width };
        assert_eq!(gaps(vec![run(64, 10), run(0, 3)], 128), [run(3, 61), run(74, 54)]);
        assert_eq!(gaps(vec![run(0, 64)], 64), []);
        assert_eq!(gaps(Vec::new(), 64), [run(0, 64)]);
    }
}
