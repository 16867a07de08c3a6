//! The module between the register port of a description and a block whose register port is a slave of a standard bus.
//!
//! A transfer takes several cycles. All inputs of the block other than the bus are delayed by as many, so that an access coincides with the same
//! events as in the description: the block does everything a constant number of cycles later.

use super::bus_address::bus_address;
use crate::design::bus::Bus;
use crate::design::missing_ports::bits;
use crate::design::port_map::{assignment, Parameters, PortMap, PortMapping};
use golden_model_core::description::{BUS_REQUEST, BUS_RESPONSE};
use std::fmt::Write;
use verilated::{Direction, Port};

/// Name of the module.
pub(super) const TOP: &str = "verilated_bus";
/// Instance name of the block in it.
pub(super) const BLOCK: &str = "verilated_block";
/// The modules that it needs.
pub(crate) const BRIDGES: &str = concat!(
    include_str!("../../../../../rtl/bus/pmu_bus_delay.v"),
    include_str!("../../../../../rtl/bus/pmu_bus_request.v"),
    include_str!("../../../../../rtl/bus/pmu_bus_answer.v"),
    include_str!("../../../../../rtl/bus/pmu_bus_apb.v"),
    include_str!("../../../../../rtl/bus/pmu_bus_axi4_lite.v"),
    include_str!("../../../../../rtl/bus/pmu_bus_ahb_lite.v"),
);

/// The text of the module and of those that it needs, for a block with these ports.
///
/// # Errors
/// The signals of the bus that the block lacks, and parts of the address that there are not.
pub(super) fn wrapper(
    top: &str,
    ports: &[Port],
    bus: &Bus,
    map: &PortMap,
    parameters: &Parameters,
) -> Result<String, Vec<String>> {
    let mut faults = bus.faults();
    let find = |name: &str| ports.iter().find(|port| port.name == name);
    for name in bus.signals.keys().filter(|name| !bus.signals().iter().any(|signal| signal.name == *name)) {
        faults.push(format!("[bus] signals: the protocol has no signal {name}"));
    }
    for signal in bus.signals() {
        let direction = if signal.is_input { Direction::Input } else { Direction::Output };
        match find(bus.port(signal)) {
            Some(port) if port.direction != direction => {
                faults.push(format!("[bus] {}: port {} has the wrong direction", signal.name, port.name));
            }
            None if signal.absent.is_none() || bus.signals.contains_key(signal.name) => {
                let (own, name) = (bus.port(signal), signal.name);
                faults.push(format!("[bus] the top has no port {own}; name its {name} in `signals`"));
            }
            _ => {}
        }
    }
    for (name, _) in BUS_REQUEST.iter().chain(&BUS_RESPONSE) {
        if find(name).is_some() {
            faults.push(format!("[bus] the top has a port {name}, which is the register port of the description"));
        }
    }
    let (clock, clock_inverted) = named(map, "clk");
    let (reset, reset_inverted) = named(map, "rst");
    for name in [&clock, &reset] {
        if find(name).is_none_or(|port| port.width != 1) {
            faults.push(format!("[bus] clk and rst need a port of one bit each; there is no such port {name}"));
        }
    }
    let width = |name: &str| {
        let signal = bus.signals().iter().find(|signal| signal.name == name);
        signal.and_then(|signal| find(bus.port(signal))).map_or(1, |port| port.width)
    };
    let (address_signal, data_signal) = bus.wide_signals();
    let (address_width, data_width) = (width(address_signal), width(data_signal));
    if data_width > 64 {
        faults.push(format!("[bus] {data_signal} has {}, more than 64", bits(data_width)));
    }
    let address = match bus_address(bus, address_width) {
        Ok(address) => address,
        Err(what) => {
            faults.push(format!("[bus] address: {what}"));
            return Err(faults);
        }
    };
    if !faults.is_empty() {
        return Err(faults);
    }

    let is_of_bus = |port: &Port| bus.signals().iter().any(|signal| bus.port(signal) == port.name);
    let own: Vec<&Port> = ports.iter().filter(|port| !is_of_bus(port)).collect();
    let mut text = BRIDGES.to_owned();
    let _ = writeln!(text, "module {TOP} (");
    let declared = BUS_REQUEST.iter().map(|(name, width)| declaration("input", name, *width));
    let declared = declared.chain(BUS_RESPONSE.iter().map(|(name, width)| declaration("output", name, *width)));
    let declared = declared.chain(own.iter().map(|port| {
        declaration(if port.direction == Direction::Input { "input" } else { "output" }, &port.name, port.width)
    }));
    let _ = writeln!(text, "{}\n);", declared.collect::<Vec<_>>().join(",\n"));
    let effect = bus.effect();
    let inverted = |inverted: bool| if inverted { "~" } else { "" };
    let _ = writeln!(text, "    wire verilated_clk = {}{};", inverted(clock_inverted), clock);

    let mut connections = Vec::new();
    for (position, port) in own.iter().enumerate() {
        let (name, high) = (&port.name, port.width - 1);
        if port.direction == Direction::Output || *name == clock {
            connections.push(format!(".{name}({name})"));
            continue;
        }
        let _ = writeln!(text, "    wire [{high}:0] verilated_input_{position};");
        let _ = writeln!(
            text,
            "    pmu_bus_delay #(.WIDTH({}), .CYCLES({effect})) verilated_delay_{position} (.clk(verilated_clk), .in({name}), .out(verilated_input_{position}));",
            port.width
        );
        if *name == reset {
            let active = inverted(reset_inverted);
            let _ = writeln!(text, "    wire verilated_rst = {active}verilated_input_{position};");
        }
        // An asynchronous input acts at the edge that ends its cycle.
        connections.push(match asynchronous(map, name) {
            None => format!(".{name}(verilated_input_{position})"),
            Some(false) => format!(".{name}(verilated_input_{position} & {{{}{{verilated_clk}}}})", port.width),
            Some(true) => format!(".{name}(verilated_input_{position} | {{{}{{~verilated_clk}}}})", port.width),
        });
    }

    let (read_delay, write_delay) = bus.start_delays();
    let latency = effect + bus.answer();
    let _ = writeln!(
        text,
        "    wire verilated_reachable = {reachable};
    wire verilated_start, verilated_write, verilated_done, verilated_error, verilated_stray, verilated_missing, verilated_unexpected;
    wire [{high}:0] verilated_address;
    wire [63:0] verilated_data, verilated_answer;
    pmu_bus_request #(.ADDR_W({address_width}), .READ_DELAY({read_delay}), .WRITE_DELAY({write_delay})) verilated_request_i (
        .clk(verilated_clk), .valid(bus_valid & verilated_reachable), .write(bus_write), .addr({mapped}), .wdata(bus_wdata),
        .start(verilated_start), .is_write(verilated_write), .address(verilated_address), .data(verilated_data));
    pmu_bus_answer #(.LATENCY({latency})) verilated_answer_i (
        .clk(verilated_clk), .rst(verilated_rst), .valid(bus_valid), .write(bus_write), .reachable(verilated_reachable),
        .done(verilated_done), .rdata(verilated_answer), .error(verilated_error), .stray(verilated_stray),
        .bus_rdata(bus_rdata), .bus_error(bus_error), .missing(verilated_missing), .unexpected(verilated_unexpected));
    always @(posedge verilated_clk) if (verilated_missing)
        $error(\"the bus has not answered {latency} cycles after an access; [bus] of the port map says how long it takes\");
    always @(posedge verilated_clk) if (verilated_unexpected)
        $error(\"the bus answers without an access, or a second time\");",
        reachable = address.reachable,
        mapped = address.mapped,
        high = address_width - 1,
    );
    let mut bridge: Vec<(&str, String)> = Vec::new();
    for signal in bus.signals() {
        let is_new = !bridge.iter().any(|(port, _)| *port == signal.bridge);
        match (find(bus.port(signal)), signal.absent) {
            (Some(port), _) => {
                let wire = format!("verilated_{}", signal.bridge);
                if is_new {
                    let _ = writeln!(text, "    wire [{}:0] {wire};", port.width - 1);
                    bridge.push((signal.bridge, wire.clone()));
                }
                connections.push(format!(".{}({wire})", port.name));
            }
            (None, Some(value)) if !signal.is_input && is_new => bridge.push((signal.bridge, value.to_owned())),
            (None, _) => {}
        }
    }
    let bridge: Vec<_> = bridge.iter().map(|(port, wire)| format!(".{port}({wire})")).collect();
    let _ = writeln!(
        text,
        "    {} #(.ADDR_W({address_width}), .DATA_W({data_width})) verilated_bridge_i (
        .clk(verilated_clk), .rst(verilated_rst), .start(verilated_start), .is_write(verilated_write),
        .address(verilated_address), .data(verilated_data),
        .done(verilated_done), .answer(verilated_answer), .error(verilated_error), .stray(verilated_stray),
        {});",
        bus.bridge(),
        bridge.join(", ")
    );
    let _ = writeln!(
        text,
        "    {top} {}{BLOCK} (\n        {});\nendmodule",
        assignment(parameters),
        connections.join(",\n        ")
    );
    Ok(text)
}

fn declaration(kind: &str, name: &str, width: u32) -> String {
    format!("    {kind} wire [{}:0] {name}", width - 1)
}

/// The port of the block for `clk` or `rst`, and whether it is inverted.
fn named(map: &PortMap, name: &str) -> (String, bool) {
    match map.ports.get(name) {
        Some(PortMapping::Port { name, invert, .. }) => (name.clone(), *invert),
        _ => (name.to_owned(), false),
    }
}

/// Whether a port of the block is an asynchronous input, and if so, whether it is active low.
fn asynchronous(map: &PortMap, port: &str) -> Option<bool> {
    map.ports.values().find_map(|mapping| match mapping {
        PortMapping::Port { name, invert, asynchronous: true, .. } if name == port => Some(*invert),
        _ => None,
    })
}
