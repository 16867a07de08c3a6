//! Ports of the top module as Verilator elaborated it.

use regex::Regex;
use std::sync::LazyLock;
use verilated::{Direction, Port};

static MACRO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*VL_(INOUT|IN|OUT)[0-9W]*\((.*)\);").expect("a valid expression"));
static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\w+").expect("a valid expression"));
static PLAIN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^&(\w+),([0-9]+),([0-9]+)(?:,[0-9]+)?$").expect("a valid expression"));

/// Reads the ports from the text of `V<prefix>.h`, where each is a macro such as `VL_IN64(&bus_wdata,63,0);` in every
/// version of Verilator.
pub(crate) fn ports(header: &str) -> Result<Vec<Port>, String> {
    let port = |captures: regex::Captures<'_>| {
        let parts = PLAIN.captures(&captures[2]);
        let (Some(parts), false) = (parts, &captures[1] == "INOUT") else {
            let name = NAME.find(&captures[2]).map_or("", |name| name.as_str());
            return Err(format!("port {} is neither a plain input nor a plain output", plain(name)));
        };
        let bit = |index: usize| parts[index].parse::<u32>().map_err(|_| format!("port {}: bad range", &parts[1]));
        let direction = if &captures[1] == "IN" { Direction::Input } else { Direction::Output };
        Ok(Port { name: plain(&parts[1]), width: bit(2)? - bit(3)? + 1, direction })
    };
    MACRO.captures_iter(header).map(port).collect()
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

    #[rstest]
    #[case("VL_INOUT8(&pad,0,0);")]
    #[case("VL_IN8((&lanes)[4],1,0);")]
    fn unsupported_ports_are_reported(#[case] header: &str) {
        let what = ports(header).expect_err("an error");
        assert!(what.contains("pad") || what.contains("lanes"), "{what}");
    }
}
