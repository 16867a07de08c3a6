//! The text of the adapter.

use crate::design::interface::{RequiredPort, CLOCK};
use crate::design::port_map::assignment;
use crate::design::rtl_design::Design;
use crate::model::binding::Binding;
use crate::model::locate::{Located, Piece, Top};
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
    let of_piece = |piece: &Piece| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::port_map::PortMap;
    use crate::model::binding::bind;
    use crate::{RtlSource, ToolChoice, Workspace};
    use golden_model_core::Pmu;

    #[test]
    fn ports_are_connected_as_the_map_says() {
        let (input, output) = (Direction::Input, Direction::Output);
        let port = |name: &str, width, direction| Port { name: name.to_owned(), width, direction };
        let wanted = [
            port("clk", 1, input),
            port("rst", 1, input),
            port("a", 4, input),
            port("b", 2, input),
            port("y", 3, output),
            port("z", 2, output),
        ];
        let wanted: Vec<RequiredPort> = wanted.map(|port| RequiredPort { port, slots: Vec::new() }).into();
        let found = vec![
            port("clk_i", 1, input),
            port("rst_ni", 1, input),
            port("low_i", 1, input),
            port("high_i", 3, input),
            port("wide_i", 5, input),
            port("irq_o", 8, output),
        ];
        let map: PortMap = toml::from_str(
            "[ports]\nclk = \"clk_i\"\nrst = { port = \"rst_ni\", invert = true, async = true }\na = { ports = [\"low_i\", \"high_i\"] }\n\
             b = { port = \"wide_i\", low = 1 }\ny = { port = \"irq_o\", low = 4, invert = true }\nz = { absent = true }\n\
             [tie]\nwide_i = 17\n[parameters]\nN = 3\n",
        )
        .expect("a map");
        let binding = bind(found, &wanted, Some(&map), None).expect("a binding");

        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("own.sv"), "module own; endmodule\n").expect("a source");
        let workspace = Workspace::new(folder.path(), folder.path(), ToolChoice::default()).expect("a workspace");
        let rtl = RtlSource::Folder { folder: folder.path().to_owned(), top: "own".to_owned(), map: None };
        let description = Pmu::find("k8").expect("a PMU").description;
        let mut design = Design::load(&workspace, &rtl, &description).expect("a design");
        design.parameters = map.parameters.clone();
        design.map = Some(map);

        let expected = "module pmu_cosim_adapter (
    input wire clk,
    input wire rst,
    input wire [3:0] a,
    input wire [1:0] b,
    output wire [2:0] y,
    output wire [1:0] z
);
    wire [0:0] pmu_cosim_port_0;
    wire [0:0] pmu_cosim_port_1;
    wire [0:0] pmu_cosim_port_2;
    wire [2:0] pmu_cosim_port_3;
    wire [4:0] pmu_cosim_port_4;
    wire [7:0] pmu_cosim_port_5;
    assign pmu_cosim_port_0[0:0] = clk;
    assign pmu_cosim_port_1[0:0] = ~rst;
    assign pmu_cosim_port_2[0:0] = a[0:0];
    assign pmu_cosim_port_3[2:0] = a[3:1];
    assign pmu_cosim_port_4[2:1] = b[1:0];
    assign y[2:0] = ~pmu_cosim_port_5[6:4];
    assign z = 0;
    assign pmu_cosim_port_4[0] = 1'b1;
    assign pmu_cosim_port_4[3] = 1'b0;
    assign pmu_cosim_port_4[4] = 1'b1;
    own #(.N(3)) pmu_cosim_block (
        .clk_i(pmu_cosim_port_0),
        .rst_ni(pmu_cosim_port_1),
        .low_i(pmu_cosim_port_2),
        .high_i(pmu_cosim_port_3),
        .wide_i(pmu_cosim_port_4),
        .irq_o(pmu_cosim_port_5)
    );
endmodule
";
        assert_eq!(text(&design, &wanted, &binding), expected);
    }
}
