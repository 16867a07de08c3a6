//! What a description expects at a port, for comments with TODO.

use super::block::BlockPort;
use super::connect::Connection;
use super::names::words;
use crate::design::missing_ports::bits;
use golden_model_core::suggest::nearest;
use golden_model_core::Description;
use verilated::Port;

/// The meaning of the ports that every PMU has: docs/architecture.md, "The RTL top".
const COMMON: [(&str, &str); 10] = [
    ("clk", "the clock"),
    ("rst", "the reset, active high"),
    ("bus_valid", "an access in this cycle"),
    ("bus_write", "1: the access is a write, 0: a read"),
    ("bus_space", "address space of the access"),
    ("bus_unit", "unit of the access"),
    ("bus_addr", "address of the access"),
    ("bus_wdata", "write data, which act from the next cycle on"),
    ("bus_rdata", "read data in the cycle of the access; 0 without a successful read"),
    ("bus_error", "1 in the cycle of an access that is refused; 0 without an access"),
];

/// The width of a port and what the description says about it.
pub(super) fn expectation(description: &Description, port: &Port) -> String {
    format!("{}, {}: {}", port.name, bits(port.width), meaning(description, &port.name))
}

fn meaning(description: &Description, name: &str) -> String {
    if let Some((_, text)) = COMMON.iter().find(|(known, _)| *known == name) {
        return (*text).to_owned();
    }
    let of_input = |position: usize| {
        let inputs: Vec<_> = description.inputs.iter().filter(|input| input.at.port == position).collect();
        inputs.first().map(|input| (&input.doc, &input.section))
    };
    let input = description.in_ports.iter().position(|port| port.verilog == name).and_then(of_input);
    let output = || description.outputs.iter().find(|signal| signal.verilog == name);
    match input.or_else(|| output().map(|signal| (&signal.doc, &signal.section))) {
        Some((doc, section)) => format!("{doc} (section {section})"),
        None => format!("`pmu-cosim describe {}` has its meaning", description.id),
    }
}

/// The free port of the block whose name is most similar, as the end of a comment.
pub(super) fn suggestion(port: &Port, found: &[BlockPort], connections: &[Connection]) -> String {
    let is_free = |at: usize| !connections.iter().any(|one| one.port == at);
    let free = found.iter().enumerate().filter(|(at, own)| own.direction == port.direction && is_free(*at));
    let free: Vec<_> = free.map(|(_, own)| own).collect();
    let plain = |name: &str| words(name).join("_");
    let near = nearest(&plain(&port.name), free.iter().map(|own| plain(&own.name)));
    let near = near.and_then(|near| free.iter().find(|own| plain(&own.name) == near));
    near.map(|own| format!("; perhaps {}, {}", own.name, bits(own.width))).unwrap_or_default()
}
