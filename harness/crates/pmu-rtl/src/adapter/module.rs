//! The text of the adapter.

use crate::design::interface::{RequiredPort, CLOCK};
use crate::design::port_map::assignment;
use crate::design::rtl_design::Design;
use crate::model::binding::Binding;
use crate::model::locate::{Located, Top};
use std::fmt::Write;
use verilated::{Direction, Port};

/// Name of the adapter.
pub(super) const ADAPTER: &str = "pmu_cosim_adapter";
/// Instance name of the user's top module in it.
pub(super) const BLOCK: &str = "pmu_cosim_block";

/// The adapter of a design with these ports.
///
/// Each port of the top has a wire of its width. Inputs of the description drive bits of these wires, and outputs of the
/// description are driven by bits of them; an output that the top lacks is 0.
pub(super) fn text(design: &Design, wanted: &[RequiredPort], binding: &Binding) -> String {
    let found = &binding.ports;
    let top = Top { found, wanted, map: design.map.as_ref() };
    let declared: Vec<String> = wanted.iter().map(|wanted| format!("    {}", declaration(&wanted.port))).collect();
    let mut text = format!("module {ADAPTER} (\n{}\n);\n", declared.join(",\n"));
    for (position, port) in found.iter().enumerate() {
        let _ = writeln!(text, "    wire [{}:0] {};", port.width - 1, wire(position));
    }
    let mut driven: Vec<Vec<bool>> = found.iter().map(|port| vec![false; port.width as usize]).collect();
    for RequiredPort { port, .. } in wanted {
        // The binding has located every port, so an error is impossible here.
        match top.locate(port).ok().flatten() {
            Some(at) => {
                at.pieces.iter().for_each(|piece| {
                    driven[piece.port][piece.low as usize..(piece.low + piece.width) as usize].fill(true);
                });
                text += &connections(port, &at);
            }
            None if port.direction == Direction::Output => {
                let _ = writeln!(text, "    assign {} = 0;", port.name);
            }
            None => {}
        }
    }
    for (position, port) in found.iter().enumerate().filter(|(_, port)| port.direction == Direction::Input) {
        let value = binding.tied.iter().find(|(tied, _)| *tied == position).map_or(0, |(_, value)| *value);
        for bit in (0..port.width).filter(|&bit| !driven[position][bit as usize]) {
            let constant = if bit < u64::BITS { value >> bit & 1 } else { 0 };
            let _ = writeln!(text, "    assign {}[{bit}] = 1'b{constant};", wire(position));
        }
    }
    let pins = found.iter().enumerate().map(|(position, port)| format!("        .{}({})", port.name, wire(position)));
    let (own, parameters) = (&design.top, assignment(&design.parameters));
    let _ = writeln!(text, "    {own} {parameters}{BLOCK} (\n{}\n    );", pins.collect::<Vec<_>>().join(",\n"));
    text + "endmodule\n"
}

/// The wire at a port of the top.
fn wire(position: usize) -> String {
    format!("pmu_cosim_port_{position}")
}

fn declaration(port: &Port) -> String {
    let kind = if port.direction == Direction::Input { "input" } else { "output" };
    match (port.width, port.name.as_str()) {
        (1, name @ (CLOCK | "rst")) => format!("{kind} wire {name}"),
        (width, name) => format!("{kind} wire [{}:0] {name}", width - 1),
    }
}

/// The assignments between a port of the description and the bits of the top where it is.
fn connections(port: &Port, at: &Located) -> String {
    let invert = if at.invert { "~" } else { "" };
    let of_piece = |piece: &crate::model::locate::Piece| {
        let own = format!("{}[{}:{}]", wire(piece.port), piece.low + piece.width - 1, piece.low);
        let name = match port.name.as_str() {
            name @ (CLOCK | "rst") => name.to_owned(),
            name => format!("{name}[{}:{}]", piece.at + piece.width - 1, piece.at),
        };
        match port.direction {
            Direction::Input => format!("    assign {own} = {invert}{name};\n"),
            Direction::Output => format!("    assign {name} = {invert}{own};\n"),
        }
    };
    at.pieces.iter().map(of_piece).collect()
}
