//! The text of a wrapper.

use super::block::{Block, BlockPort};
use super::connect::Connection;
use super::names::{effect_of_zero, words};
use super::todo::{expectation, suggestion};
use crate::design::sub_block::sections;
use golden_model_core::Description;
use std::fmt::Write;
use verilated::{Direction, Port};

/// Name of the instance of the block.
pub(super) const INSTANCE: &str = "u_block";

/// Verilator's warning about open outputs, which are intended here.
const OPEN: [&str; 2] = ["// verilator lint_off PINCONNECTEMPTY", "// verilator lint_on PINCONNECTEMPTY"];

/// The module of that name.
pub(super) fn text(
    module: &str,
    description: &Description,
    wanted: &[Port],
    block: &Block,
    connections: &[Connection],
) -> String {
    let mut text = format!(
        "// {} with the ports of {}. Complete each TODO. A port that the block cannot have is removed here and declared absent in\n\
         // the port map.\nmodule {module}",
        block.name, description.id
    );
    for import in &block.header.imports {
        let _ = write!(text, "\n    {import}");
    }
    if !block.header.parameters.is_empty() {
        let _ = write!(text, "\n#(\n    {}\n)", block.header.parameters.join(",\n    "));
    }
    let _ = write!(text, " (\n{}\n);\n", declarations(description));
    text += &todos(description, wanted, block, connections);
    let _ = write!(text, "\n    {}{} {INSTANCE} (\n", block.name, parameters(block));
    let pins = pins(wanted, block, connections);
    text + &pins + "    );\n\nendmodule\n"
}

/// The ports of the wrapper.
fn declarations(description: &Description) -> String {
    let mut sections: Vec<_> = sections(description).into_iter().filter(|(_, ports)| !ports.is_empty()).collect();
    let range = |port: &Port| if port.width == 1 { String::new() } else { format!("[{}:0]", port.width - 1) };
    let pad = sections.iter().flat_map(|(_, ports)| ports).map(|port| range(port).len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    let last = sections.pop();
    let count = sections.len();
    for (at, (title, ports)) in sections.into_iter().chain(last).enumerate() {
        let declared = ports.iter().enumerate().map(|(position, port)| {
            let kind = if port.direction == Direction::Input { "input " } else { "output" };
            let comma = if at == count && position + 1 == ports.len() { "" } else { "," };
            format!("    {kind} logic {:pad$} {}{comma}", range(port), port.name)
        });
        lines.push(format!("    // {title}\n{}", declared.collect::<Vec<_>>().join("\n")));
    }
    lines.join("\n\n")
}

/// Comments for inputs that drive nothing, and constants for outputs that nothing drives.
fn todos(description: &Description, wanted: &[Port], block: &Block, connections: &[Connection]) -> String {
    let mut inputs = String::new();
    let mut outputs = String::new();
    for (at, port) in wanted.iter().enumerate() {
        let name = &port.name;
        let Some(connection) = connections.iter().find(|one| one.wanted == at) else {
            let what =
                format!("TODO {}{}", expectation(description, port), suggestion(port, &block.ports, connections));
            let _ = match port.direction {
                Direction::Input => writeln!(inputs, "    // {what}"),
                Direction::Output => writeln!(outputs, "    assign {name} = '0;  // {what}"),
            };
            continue;
        };
        let own = block.ports[connection.port].width;
        let rest = format!("{name}[{}:{own}]", port.width - 1);
        if own >= port.width {
            continue;
        }
        let _ = match (port.direction, name.as_str()) {
            (Direction::Input, "bus_addr") => {
                writeln!(inputs, "    // TODO {rest} drives nothing: refuse an access in which it is not 0")
            }
            (Direction::Input, _) => {
                writeln!(inputs, "    // {rest} drives nothing: the port of the block is narrower.")
            }
            (Direction::Output, _) => {
                writeln!(outputs, "    assign {rest} = '0;  // the port of the block is narrower")
            }
        };
    }
    let titled = |title: &str, lines: String| match lines.is_empty() {
        true => String::new(),
        false => format!("\n    // {title}\n{lines}"),
    };
    titled("Inputs that drive nothing yet.", inputs) + &titled("Outputs that nothing drives yet.", outputs)
}

/// The parameters of the instance: those of the wrapper, and those that the header does not declare, with the given values.
fn parameters(block: &Block) -> String {
    let settable = &block.header.settable;
    let mut pins: Vec<_> = settable.iter().map(|name| (name.as_str(), name.as_str())).collect();
    let given = block.given.parameters.iter().filter(|(name, _)| !settable.contains(name));
    pins.extend(given.map(|(name, value)| (name.as_str(), value.as_str())));
    let pad = pins.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let pins: Vec<_> = pins.iter().map(|(name, value)| format!("        .{name:pad$} ({value})")).collect();
    match pins.is_empty() {
        true => String::new(),
        false => format!(" #(\n{}\n    )", pins.join(",\n")),
    }
}

/// The connections of the instance: those with the description's ports, then inputs that are 0, then open outputs.
fn pins(wanted: &[Port], block: &Block, connections: &[Connection]) -> String {
    let own = |one: &Connection| &block.ports[one.port];
    let pad = block.ports.iter().map(|port| port.name.len()).max().unwrap_or(0);
    let pin = |port: &BlockPort, value: String| format!("        .{:pad$} ({value})", port.name);
    let connected = connections.iter().map(|one| (pin(own(one), value(one, &wanted[one.wanted], own(one))), None));
    let free: Vec<_> =
        block.ports.iter().enumerate().filter(|(at, _)| !connections.iter().any(|one| one.port == *at)).collect();
    let of = |direction: Direction| free.iter().map(|(_, port)| *port).filter(move |port| port.direction == direction);
    let why = |port: &BlockPort| {
        effect_of_zero(&port.name).map(str::to_owned).or_else(|| part_of_access(port, wanted, block, connections))
    };
    let inputs = of(Direction::Input).map(|port| (pin(port, zero(port)), why(port)));
    let outputs = of(Direction::Output).map(|port| (pin(port, String::new()), None));
    let groups: [(&str, Vec<_>); 3] = [
        ("", connected.collect()),
        ("Inputs that the description does not have.", inputs.collect()),
        ("Outputs that the description does not have.", outputs.collect()),
    ];
    let mut left = block.ports.len();
    let mut parts = Vec::new();
    for (title, pins) in groups.into_iter().filter(|(_, pins)| !pins.is_empty()) {
        let mut text = if title.is_empty() { String::new() } else { format!("        // {title}\n") };
        for (pin, why) in pins {
            left -= 1;
            let comma = if left == 0 { "" } else { "," };
            let comment = why.map_or(String::new(), |why| format!("  // TODO {why}"));
            let _ = writeln!(text, "{pin}{comma}{comment}");
        }
        parts.push(text);
    }
    if of(Direction::Output).next().is_some() {
        let [off, on] = OPEN;
        parts.last_mut().into_iter().for_each(|text| *text = format!("        {off}\n{text}        {on}\n"));
    }
    parts.join("\n")
}

/// What a comment says of an input that is 0 and has the first word of its name in common with one that the register port drives: an
/// operation or a byte enable of accesses, which the description may have in other ports.
fn part_of_access(port: &BlockPort, wanted: &[Port], block: &Block, connections: &[Connection]) -> Option<String> {
    let prefix = words(&port.name);
    let is_sibling = |name: &str| {
        prefix.len() > 1
            && words(name).split_first().is_some_and(|(first, rest)| *first == prefix[0] && !rest.is_empty())
    };
    let driven = connections.iter().filter(|one| wanted[one.wanted].name.starts_with("bus_"));
    let driven = driven.map(|one| &block.ports[one.port]).filter(|own| own.direction == Direction::Input);
    let sibling = driven.map(|own| &own.name).find(|name| is_sibling(name))?;
    Some(format!("perhaps a part of the access, as {sibling} is"))
}

/// The expression at a connected port of the block.
fn value(connection: &Connection, port: &Port, own: &BlockPort) -> String {
    let name = &port.name;
    let invert = if connection.invert { "~" } else { "" };
    let bits = match own.width {
        narrower if narrower < port.width => format!("{name}[{}:0]", narrower - 1),
        wider if wider > port.width => format!("{{{}'d0, {name}}}", wider - port.width),
        _ => name.clone(),
    };
    match &own.enumeration {
        Some(kind) if port.direction == Direction::Input => format!("{kind}'({invert}{bits})"),
        _ => format!("{invert}{bits}"),
    }
}

/// 0 in the type of a port.
fn zero(port: &BlockPort) -> String {
    let zero = port.enumeration.as_ref().map_or_else(|| "'0".to_owned(), |kind| format!("{kind}'('0)"));
    match port.is_array {
        true => format!("'{{default: {zero}}}"),
        false => zero,
    }
}
