//! Locates state words in the elaborated model.

use crate::design::state_path::{StateLocation, StatePath};
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A declaration such as `QData/*47:0*/ name;` or `VlUnpacked<CData/*7:0*/, 4> name;`.
static MEMBER: LazyLock<Regex> = LazyLock::new(|| {
    let declaration = concat!(
        r"(?m)^\s*(?:VlUnpacked<)?(?:CData|SData|IData|QData|VlWide<[0-9]+>)/\*([0-9]+):([0-9]+)\*/",
        r"(?:, ([0-9]+)>)? (\w+);"
    );
    Regex::new(declaration).expect("a valid expression")
});

/// An entry of a public signal, such as `varInsert("value_q", &(TOP.top__DOT__value_q), false, ...`.
static KEPT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"varInsert\([^\n]*&\(TOP\.(\w+)\)").expect("a valid expression"));

/// The name of the member that Verilator generates for a signal in the root of a flattened model. The path starts in
/// the innermost of `outer`.
fn member_of(outer: &[&str], path: &StatePath) -> String {
    let scopes = path.scopes().iter().map(|scope| {
        let indices: String = scope.indices.iter().map(|index| format!("__BRA__{index}__KET__")).collect();
        encode(&scope.name) + &indices
    });
    let parts: Vec<_> = outer.iter().map(|scope| encode(scope)).chain(scopes).chain([encode(path.signal())]).collect();
    parts.join("__DOT__")
}

/// A Verilog identifier in Verilator's C++ encoding: `__` is one of its separators, and `$` is not valid in C++.
fn encode(name: &str) -> String {
    name.replace("__", "___05F").replace('$', "__024")
}

fn decode(name: &str) -> String {
    name.replace("__BRA__", "[").replace("__KET__", "]").replace("__DOT__", ".").replace("___05F", "__")
}

/// A signal in the header of the root module.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    name: String,
    high: u32,
    low: u32,
    /// Elements of an unpacked array.
    elements: Option<u32>,
    /// Whether Verilator was configured to keep it. Others may exist too, but their values need not be up to date.
    kept: bool,
}

/// The accessible signals of the model.
pub(crate) struct Root {
    members: Vec<Member>,
}

/// How the shim reads a state word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateAccess {
    /// The C++ expression of the signal, without the object that contains it.
    pub member: String,
    /// Bits of that expression.
    pub storage_width: u32,
    /// Lowest bit of the state word in it.
    pub low: u32,
    /// Width of the state word in bits.
    pub width: u32,
}

impl StateAccess {
    /// Whether it is in an element of an unpacked array.
    pub fn is_in_array(&self) -> bool {
        self.member.ends_with(']')
    }
}

impl Root {
    /// Reads the signals from the text of `V<prefix>___024root.h`, and the kept ones from that of
    /// `V<prefix>__Syms*.cpp`, which enters each of them into a table.
    pub fn parse(header: &str, symbols: &str) -> Self {
        let kept: HashSet<&str> =
            KEPT.captures_iter(symbols).filter_map(|captures| captures.get(1)).map(|name| name.as_str()).collect();
        let member = |captures: regex::Captures<'_>| Member {
            name: captures[4].to_owned(),
            high: captures[1].parse().unwrap_or(0),
            low: captures[2].parse().unwrap_or(0),
            kept: kept.contains(&captures[4]),
            elements: captures.get(3).and_then(|count| count.as_str().parse().ok()),
        };
        Self { members: MEMBER.captures_iter(header).map(member).collect() }
    }

    /// How to read the word at `place` in the module at the scopes `outer`, which must be `width` bits wide.
    pub fn find(&self, outer: &[&str], place: &StateLocation, width: u32) -> Result<StateAccess, String> {
        let path = &place.path;
        let name = member_of(outer, path);
        let Some(member) = self.members.iter().find(|member| member.name == name) else {
            return Err(format!("there is no signal {path}{}", self.alike(outer, path)));
        };
        if !member.kept {
            return Err(format!("{path} is not in an instance of module {}", place.module));
        }
        let mut selects = path.selects().iter();
        let mut expression = name;
        if let Some(elements) = member.elements {
            match selects.next() {
                Some(select) if select.high == select.low && select.low < elements => {
                    expression.push_str(&format!("[{}]", select.low));
                }
                _ => return Err(format!("{path} must name one of the {elements} elements of the array")),
            }
        }
        let (high, low) = selects.next().map_or((member.high, member.low), |select| (select.high, select.low));
        if selects.next().is_some() || low < member.low || high > member.high {
            return Err(format!("{path} selects bits that are not in [{}:{}]", member.high, member.low));
        }
        if high - low + 1 != width {
            return Err(format!("{path} has {} bits where the description has {width}", high - low + 1));
        }
        let storage_width = member.high - member.low + 1;
        Ok(StateAccess { member: expression, storage_width, low: low - member.low, width })
    }

    /// Signals of the same declared name, for the message about an unknown path.
    fn alike(&self, outer: &[&str], path: &StatePath) -> String {
        let ending = format!("__DOT__{}", encode(path.signal()));
        let prefix: String = outer.iter().map(|scope| encode(scope) + "__DOT__").collect();
        let same = self.members.iter().filter(|member| member.name.ends_with(&ending));
        let names: Vec<_> = same.map(|member| decode(member.name.trim_start_matches(&prefix))).take(4).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("; signals of that name are {}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const HEADER: &str = "
    struct {
        CData/*0:0*/ __Vtrigprevexpr___TOP__clk__0;
        QData/*47:0*/ top__DOT__g_counter__BRA__0__KET____DOT__u_counter__DOT__value_q;
        VlWide<3>/*71:0*/ top__DOT__history_q;
        SData/*12:4*/ top__DOT__high_q;
        VlUnpacked<CData/*7:0*/, 4> top__DOT__u___05Fa__DOT__mode_q;
    };
";

    fn find(path: &str, width: u32) -> Result<StateAccess, String> {
        let names = HEADER.split_whitespace().filter_map(|word| word.strip_suffix(';')).filter(|word| word.len() > 3);
        let symbols: String = names.map(|name| format!("scope.varInsert(\"x\", &(TOP.{name}), false);\n")).collect();
        let path = StatePath::parse(path)?;
        let place = StateLocation { module: "m".to_owned(), signal: path.signal().to_owned(), path };
        Root::parse(HEADER, &symbols).find(&["top"], &place, width)
    }

    #[rstest]
    #[case(
        "g_counter[0].u_counter.value_q",
        48,
        "top__DOT__g_counter__BRA__0__KET____DOT__u_counter__DOT__value_q",
        48,
        0
    )]
    #[case("history_q", 72, "top__DOT__history_q", 72, 0)]
    #[case("history_q[70:60]", 11, "top__DOT__history_q", 72, 60)]
    #[case("high_q", 9, "top__DOT__high_q", 9, 0)]
    #[case("high_q[5]", 1, "top__DOT__high_q", 9, 1)]
    #[case("u__a.mode_q[3]", 8, "top__DOT__u___05Fa__DOT__mode_q[3]", 8, 0)]
    #[case("u__a.mode_q[3][6:5]", 2, "top__DOT__u___05Fa__DOT__mode_q[3]", 8, 5)]
    fn a_path_leads_to_its_bits(
        #[case] path: &str,
        #[case] width: u32,
        #[case] member: &str,
        #[case] storage_width: u32,
        #[case] low: u32,
    ) {
        let member = member.to_owned();
        assert_eq!(find(path, width).map(|access| access.is_in_array()), Ok(path.contains("mode_q[")));
        assert_eq!(find(path, width), Ok(StateAccess { member, storage_width, low, width }));
    }

    #[rstest]
    #[case("value_q", 48, "there is no signal value_q; signals of that name are g_counter[0].u_counter.value_q")]
    #[case("g_counter[0].u_counter.value_q", 47, "has 48 bits where the description has 47")]
    #[case("u__a.mode_q[4]", 8, "u__a.mode_q[4] must name one of the 4 elements")]
    #[case("history_q[72]", 1, "selects bits that are not in [71:0]")]
    #[case("high_q[3]", 1, "selects bits that are not in [12:4]")]
    #[case("history_q[1][1]", 1, "selects bits that are not in [71:0]")]
    #[case("g[1:0].value_q", 1, "is not a path such as")]
    #[case("history_q[1:2]", 2, "is not a path such as")]
    #[case("history_q[", 2, "is not a path such as")]
    #[case("", 2, "is not a path such as")]
    fn invalid_paths_are_reported(#[case] path: &str, #[case] width: u32, #[case] message: &str) {
        let what = find(path, width).expect_err("an error");
        assert!(what.contains(message), "{what}");
    }

    #[test]
    fn a_signal_that_is_not_kept_is_rejected() {
        let path = StatePath::parse("history_q").expect("a path");
        let place = StateLocation { module: "other".to_owned(), signal: "history_q".to_owned(), path };
        let what = Root::parse(HEADER, "").find(&["top"], &place, 72).expect_err("an error");
        assert_eq!(what, "history_q is not in an instance of module other");
    }
}
