//! Ports of the top module as Verilator elaborated it.

use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use verilated::{Direction, Port};

static MACRO: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*VL_(INOUT|IN|OUT)[0-9W]*\((.*)\);").expect("a valid expression"));
static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\w+").expect("a valid expression"));
static PORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:&(\w+)|\(&(\w+)\)(?:\[[0-9]+\])+),([0-9]+),([0-9]+)(?:,[0-9]+)?$").expect("a valid expression")
});
/// A port that newer versions declare with its type, such as `VlUnpacked<CData/*1:0*/, 4> &lanes;` or `double &real;`.
static TYPED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*(\w[^;()]*) ?&(\w+);$").expect("a valid expression"));
/// The type of an unpacked array of vectors, with the range of an element.
static ARRAY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^VlUnpacked<.*/\*([0-9]+):([0-9]+)\*/").expect("a valid expression"));
/// A public signal of the top, such as `__Vscopep_TOP->varInsert("lanes", &(TOP.lanes), false, VLVT_UINT8, VLVD_IN|...`.
static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"TOP(?:\.|->)varInsert\(.*?"(\w+)",.*?\bVLVD_(INOUT|IN|OUT)\b"#).expect("a valid expression")
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

/// Reads the ports from the text of `V<prefix>.h`, where a plain port is a macro such as `VL_IN64(&bus_wdata,63,0);` in
/// every version of Verilator. Only plain inputs and outputs are accepted.
pub(crate) fn ports(header: &str) -> Result<Vec<Port>, String> {
    if let Some(typed) = TYPED.captures(header) {
        return Err(not_plain(&plain(&typed[2])));
    }
    let plain = |port: ElaboratedPort| match port.direction {
        Some(direction) if !port.is_array => Ok(Port { name: port.name, width: port.width, direction }),
        _ => Err(not_plain(&port.name)),
    };
    macros(header)?.into_iter().map(plain).collect()
}

/// Reads the ports, arrays and inouts included, from the text of `V<prefix>.h` and the text that declares the public signals.
pub(crate) fn all_ports(header: &str, symbols: &str) -> Result<Vec<ElaboratedPort>, String> {
    let directions: BTreeMap<_, _> = PUBLIC
        .captures_iter(symbols)
        .map(|found| found.extract())
        .map(|(_, [name, direction])| (name, direction))
        .collect();
    let typed = |captures: regex::Captures<'_>| {
        let name = plain(&captures[2]);
        let (Some(range), Some(direction)) = (ARRAY.captures(&captures[1]), directions.get(name.as_str())) else {
            return Err(not_plain(&name));
        };
        Ok(ElaboratedPort {
            width: width(&name, &range[1], &range[2])?,
            direction: direction_of(direction),
            is_array: true,
            name,
        })
    };
    let mut ports = macros(header)?;
    for port in TYPED.captures_iter(header).map(typed) {
        ports.push(port?);
    }
    Ok(ports)
}

/// The ports that are macros.
fn macros(header: &str) -> Result<Vec<ElaboratedPort>, String> {
    let port = |captures: regex::Captures<'_>| {
        let Some(parts) = PORT.captures(&captures[2]) else {
            return Err(not_plain(&plain(NAME.find(&captures[2]).map_or("", |name| name.as_str()))));
        };
        let (name, is_array) = match parts.get(1) {
            Some(name) => (plain(name.as_str()), false),
            None => (plain(&parts[2]), true),
        };
        Ok(ElaboratedPort {
            width: width(&name, &parts[3], &parts[4])?,
            direction: direction_of(&captures[1]),
            is_array,
            name,
        })
    };
    MACRO.captures_iter(header).map(port).collect()
}

/// The number of bits of a range.
fn width(name: &str, high: &str, low: &str) -> Result<u32, String> {
    let bit = |text: &str| text.parse::<u32>().map_err(|_| format!("port {name}: bad range"));
    Ok(bit(high)? - bit(low)? + 1)
}

/// The direction that Verilator writes; `None` for an inout.
fn direction_of(text: &str) -> Option<Direction> {
    match text {
        "IN" => Some(Direction::Input),
        "OUT" => Some(Direction::Output),
        _ => None,
    }
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
        let header =
            "VL_IN8((&lanes)[4],1,0);\nVL_INOUT8(&pad,0,0);\nVlUnpacked<VlUnpacked<VlWide<4>/*99:0*/, 3>, 2> &grid;\n";
        let symbols = r#"
            __Vscope_TOP.varInsert(__Vfinal,"clk", &(TOP.clk), false, VLVT_UINT8,VLVD_IN|VLVF_PUB_RW,0);
            __Vscopep_TOP->varInsert("grid", &(TOP.grid), false, VLVT_WDATA, VLVD_OUT|VLVF_PUB_RW, 2, 1 ,0,1 ,0,2 ,99,0);
            __Vscopep_t->varInsert("grid", &(TOP.t__DOT__grid), false, VLVT_WDATA, VLVD_IN|VLVF_PUB_RW, 2, 1 ,0,1 ,0,2 ,99,0);
        "#;
        let found = all_ports(header, symbols).expect("ports");
        let short: Vec<_> =
            found.iter().map(|port| (port.name.as_str(), port.width, port.direction, port.is_array)).collect();
        let (input, output) = (Some(Direction::Input), Some(Direction::Output));
        assert_eq!(short, [("lanes", 2, input, true), ("pad", 1, None, false), ("grid", 100, output, true)]);
    }

    #[rstest]
    #[case("VL_INOUT8(&pad,0,0);")]
    #[case("VL_IN8((&lanes)[4],1,0);")]
    #[case("    VlUnpacked<CData/*1:0*/, 4> &lanes;")]
    #[case("    double &pad;")]
    fn unsupported_ports_are_reported(#[case] header: &str) {
        let what = ports(header).expect_err("an error");
        assert!(what.contains("pad") || what.contains("lanes"), "{what}");
    }
}
