//! Ports of the top module as Verilator elaborated it.

use regex::Regex;
use std::sync::LazyLock;
use verilated::{Direction, Port};

static MACRO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*VL_(INOUT|IN|OUT)[0-9W]*\((.*)\);").expect("a valid expression"));
static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\w+").expect("a valid expression"));
static PORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:&(\w+)|\(&(\w+)\)(?:\[[0-9]+\])+),([0-9]+),([0-9]+)(?:,[0-9]+)?$").expect("a valid expression")
});

/// A port of the top module, of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ElaboratedPort {
    /// Its Verilog name.
    pub name: String,
    /// Its width in bits; that of one element if it is an unpacked array.
    pub width: u32,
    /// Its direction; `None` for an inout.
    pub direction: Option<Direction>,
    /// Whether it is an unpacked array.
    pub is_array: bool,
}

/// Reads the ports from the text of `V<prefix>.h`, where each is a macro such as `VL_IN64(&bus_wdata,63,0);` in every
/// version of Verilator. Only plain inputs and outputs are accepted.
pub(crate) fn ports(header: &str) -> Result<Vec<Port>, String> {
    let plain = |port: ElaboratedPort| match port.direction {
        Some(direction) if !port.is_array => Ok(Port { name: port.name, width: port.width, direction }),
        _ => Err(not_plain(&port.name)),
    };
    all_ports(header)?.into_iter().map(plain).collect()
}

/// Reads the ports of every kind.
pub(crate) fn all_ports(header: &str) -> Result<Vec<ElaboratedPort>, String> {
    let port = |captures: regex::Captures<'_>| {
        let Some(parts) = PORT.captures(&captures[2]) else {
            return Err(not_plain(&plain(NAME.find(&captures[2]).map_or("", |name| name.as_str()))));
        };
        let (name, is_array) = match parts.get(1) {
            Some(name) => (plain(name.as_str()), false),
            None => (plain(&parts[2]), true),
        };
        let bit = |index: usize| parts[index].parse::<u32>().map_err(|_| format!("port {name}: bad range"));
        let width = bit(3)? - bit(4)? + 1;
        let direction = match &captures[1] {
            "IN" => Some(Direction::Input),
            "OUT" => Some(Direction::Output),
            _ => None,
        };
        Ok(ElaboratedPort { name, width, direction, is_array })
    };
    MACRO.captures_iter(header).map(port).collect()
}

fn not_plain(name: &str) -> String {
    format!("port {name} is neither a plain input nor a plain output")
}

/// The Verilog name of a C++ name.
fn plain(name: &str) -> String {
    name.replace("___05F", "__")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

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

    #[test]
    fn arrays_and_inouts_are_among_all_ports() {
        let found = all_ports("VL_IN8((&lanes)[4],1,0);\nVL_INOUT8(&pad,0,0);\n").expect("ports");
        let short: Vec<_> = found.iter().map(|port| (port.name.as_str(), port.direction, port.is_array)).collect();
        assert_eq!(short, [("lanes", Some(Direction::Input), true), ("pad", None, false)]);
    }

    #[rstest]
    #[case("VL_INOUT8(&pad,0,0);")]
    #[case("VL_IN8((&lanes)[4],1,0);")]
    fn unsupported_ports_are_reported(#[case] header: &str) {
        let what = ports(header).expect_err("an error");
        assert!(what.contains("pad") || what.contains("lanes"), "{what}");
    }
}
