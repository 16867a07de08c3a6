//! Ports of the top module as Verilator elaborated it, and whether they are those of the description.

use golden_model::description::{BUS_REQUEST, BUS_RESPONSE};
use golden_model::Description;
use regex::Regex;
use std::sync::LazyLock;
use verilated::{Direction, Port};

static MACRO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*VL_(INOUT|IN|OUT)[0-9W]*\((.*)\);").expect("a valid expression"));
static PLAIN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^&(\w+),([0-9]+),([0-9]+)(?:,[0-9]+)?$").expect("a valid expression"));

/// Reads the ports from the text of `V<prefix>.h`, where each is a macro such as `VL_IN64(&bus_wdata,63,0);`, in every
/// version of Verilator.
pub(super) fn ports(header: &str) -> Result<Vec<Port>, String> {
    let port = |captures: regex::Captures<'_>| {
        let parts = PLAIN.captures(&captures[2]);
        let (Some(parts), false) = (parts, &captures[1] == "INOUT") else {
            return Err(format!("port {} is neither a plain input nor a plain output", &captures[2]));
        };
        let bit = |index: usize| parts[index].parse::<u32>().map_err(|_| format!("port {}: bad range", &parts[1]));
        let direction = if &captures[1] == "IN" { Direction::Input } else { Direction::Output };
        Ok(Port { name: parts[1].replace("___05F", "__"), width: bit(2)? - bit(3)? + 1, direction })
    };
    MACRO.captures_iter(header).map(port).collect()
}

/// A port that the description asks for.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Its Verilog name.
    pub port: Port,
    /// Its slots in the frame or observation, each with the lowest bit of its part; the clock has none.
    pub slots: Vec<(String, u32)>,
}

/// All ports that the RTL of `description` must have, the frame's first, in the order of the layouts.
pub(super) fn wanted(description: &Description) -> Vec<Wanted> {
    let of = |slot: Option<&str>, name: &str, width: u32, direction: Direction| Wanted {
        port: Port { name: name.to_owned(), width, direction },
        slots: slot.map(|slot| (slot.to_owned(), 0)).into_iter().collect(),
    };
    let same = |(name, width): (&'static str, u32), direction| of(Some(name), name, width, direction);
    let mut all = vec![of(None, "clk", 1, Direction::Input), same(("rst", 1), Direction::Input)];
    all.extend(BUS_REQUEST.into_iter().map(|port| same(port, Direction::Input)));
    let inputs = description.in_ports.iter();
    all.extend(inputs.map(|port| of(Some(&port.name), &port.verilog, port.width, Direction::Input)));
    all.extend(BUS_RESPONSE.into_iter().map(|port| same(port, Direction::Output)));
    for signal in &description.outputs {
        let slot = (signal.name.clone(), signal.low);
        // Signals of several units may share a port.
        match all.iter_mut().find(|wanted| wanted.port.name == signal.verilog) {
            Some(wanted) => wanted.slots.push(slot),
            None => {
                let port = of(None, &signal.verilog, signal.port_width, Direction::Output);
                all.push(Wanted { slots: vec![slot], ..port });
            }
        }
    }
    all
}

/// Everything of a description that a library depends on, as text.
pub(super) fn view(description: &Description) -> String {
    let (frame, observation) = (description.frame_layout(), description.observation_layout());
    format!("{:?}\n{frame:?}\n{observation:?}", wanted(description))
}

/// What differs between the ports there are and those wanted, one line each. Outputs beyond those wanted are harmless.
pub(super) fn faults(found: &[Port], wanted: &[Wanted]) -> Vec<String> {
    let mut faults = Vec::new();
    for Wanted { port, .. } in wanted {
        let kind = kind_of(port);
        match found.iter().find(|other| other.name == port.name) {
            None => faults.push(format!("{kind} {} is missing ({} bits in the description)", port.name, port.width)),
            Some(other) if other.direction != port.direction => {
                faults.push(format!("port {} is an {} where the description has an {kind}", port.name, kind_of(other)));
            }
            Some(other) if other.width != port.width => faults.push(format!(
                "{kind} {} has {} bits where the description has {}",
                port.name, other.width, port.width
            )),
            Some(_) => {}
        }
    }
    let unknown = |port: &&Port| !wanted.iter().any(|wanted| wanted.port.name == port.name);
    for port in found.iter().filter(|port| port.direction == Direction::Input).filter(unknown) {
        faults.push(format!("input {} is not in the description, so nothing would drive it", port.name));
    }
    faults
}

fn kind_of(port: &Port) -> &'static str {
    match port.direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn wanted_of(ports: &[(&str, u32, Direction)]) -> Vec<Wanted> {
        let port = |&(name, width, direction): &(&str, u32, Direction)| Wanted {
            port: Port { name: name.to_owned(), width, direction },
            slots: Vec::new(),
        };
        ports.iter().map(port).collect()
    }

    #[test]
    fn every_form_of_port_is_read() {
        let header = "
    VL_IN8(&clk,0,0);
    VL_IN16(&nine,8,0);
    VL_INW(&c0_ev,361,0,12);
    VL_IN(&addr,31,0);
    VL_OUT64(&rd,63,0);
    VL_OUT8(&a___05Fb,4,1);
";
        let ports = ports(header).expect("ports");
        let short: Vec<_> = ports.iter().map(|port| (port.name.as_str(), port.width, port.direction)).collect();
        let (input, output) = (Direction::Input, Direction::Output);
        let expected = [
            ("clk", 1, input),
            ("nine", 9, input),
            ("c0_ev", 362, input),
            ("addr", 32, input),
            ("rd", 64, output),
            ("a__b", 4, output),
        ];
        assert_eq!(short, expected);
    }

    #[rstest]
    #[case("VL_INOUT8(&pad,0,0);")]
    #[case("VL_IN8((&lanes)[4],1,0);")]
    fn a_port_that_the_harness_cannot_drive_is_named(#[case] header: &str) {
        let what = ports(header).expect_err("a port of that form was taken");
        assert!(what.contains("pad") || what.contains("lanes"), "{what}");
    }

    #[rstest]
    #[case("VL_IN8(&a,2,0);", "input a has 3 bits where the description has 4")]
    #[case("VL_IN8(&a,4,0);", "input a has 5 bits where the description has 4")]
    #[case("VL_OUT8(&a,3,0);", "port a is an output where the description has an input")]
    #[case("", "input a is missing (4 bits in the description)")]
    #[case("VL_IN8(&a,3,0);\nVL_IN8(&b,0,0);", "input b is not in the description")]
    fn a_port_that_differs_is_named_with_both_widths(#[case] header: &str, #[case] message: &str) {
        let found = ports(header).expect("ports");
        let faults = faults(&found, &wanted_of(&[("a", 4, Direction::Input)]));
        assert!(faults.len() == 1 && faults[0].contains(message), "{faults:?}");
    }

    #[test]
    fn an_output_more_is_no_fault() {
        let found = ports("VL_IN8(&a,3,0);\nVL_OUT8(&debug,0,0);").expect("ports");
        assert!(faults(&found, &wanted_of(&[("a", 4, Direction::Input)])).is_empty());
    }
}
