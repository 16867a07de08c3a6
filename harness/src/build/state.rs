//! Places of state words in the elaborated model.

use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

static PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([A-Za-z_][A-Za-z0-9_$]*)((?:\[[0-9]+(?::[0-9]+)?\])*)$").expect("a valid expression")
});

/// A declaration such as `QData/*47:0*/ name;` or `VlUnpacked<CData/*7:0*/, 4> name;`.
static MEMBER: LazyLock<Regex> = LazyLock::new(|| {
    let declaration = concat!(
        r"(?m)^\s*(?:VlUnpacked<)?(?:CData|SData|IData|QData|VlWide<[0-9]+>)/\*([0-9]+):([0-9]+)\*/",
        r"(?:, ([0-9]+)>)? (\w+);"
    );
    Regex::new(declaration).expect("a valid expression")
});

/// The way to a signal, such as `u_core0.g_counter[2].u_counter.value_q`. The signal may be followed by the element of
/// an unpacked array, then by a bit or a part of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StatePath {
    scopes: Vec<String>,
    signal: String,
    selects: Vec<Select>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Select {
    high: u32,
    low: u32,
}

impl StatePath {
    /// Parses a path without placeholders.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text} is not a path such as u_core0.g_counter[2].value_q or u_core0.owner_q[1:0]");
        let mut parts = Vec::new();
        for piece in text.split('.') {
            let captures = PART.captures(piece).ok_or_else(wrong)?;
            parts.push((captures[1].to_owned(), parse_selects(&captures[2]).ok_or_else(wrong)?));
        }
        let (signal, selects) = parts.pop().ok_or_else(wrong)?;
        let mut scopes = Vec::new();
        for (name, indices) in parts {
            let mut scope = encode(&name);
            for index in indices {
                if index.high != index.low {
                    return Err(wrong());
                }
                scope.push_str(&format!("__BRA__{}__KET__", index.low));
            }
            scopes.push(scope);
        }
        Ok(Self { scopes, signal, selects })
    }

    /// The signal's declared name.
    pub fn signal(&self) -> &str {
        &self.signal
    }

    /// The name of the member that Verilator makes for the signal in the root of a flattened model.
    fn member(&self, top: &str) -> String {
        let mut name = encode(top);
        for scope in &self.scopes {
            name.push_str("__DOT__");
            name.push_str(scope);
        }
        format!("{name}__DOT__{}", encode(&self.signal))
    }
}

impl fmt::Display for StatePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for scope in &self.scopes {
            write!(formatter, "{}.", decode(scope))?;
        }
        write!(formatter, "{}", self.signal)?;
        for select in &self.selects {
            match select.high == select.low {
                true => write!(formatter, "[{}]", select.low)?,
                false => write!(formatter, "[{}:{}]", select.high, select.low)?,
            }
        }
        Ok(())
    }
}

fn parse_selects(text: &str) -> Option<Vec<Select>> {
    let one = |piece: &str| {
        let (high, low) = piece.split_once(':').unwrap_or((piece, piece));
        let select = Select { high: high.parse().ok()?, low: low.parse().ok()? };
        (select.high >= select.low).then_some(select)
    };
    text.split_terminator(']').map(|piece| one(piece.trim_start_matches('['))).collect()
}

/// A Verilog identifier as Verilator writes it in C++: `__` would be taken for one of its separators, `$` is no C++.
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
}

/// The signals of the model that can be reached.
pub(super) struct Root {
    members: Vec<Member>,
}

/// How the shim reads a state word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateAccess {
    /// The C++ expression of the signal, without the object it is in.
    pub member: String,
    /// Bits of that expression.
    pub storage_width: u32,
    /// Lowest bit of the word in it.
    pub low: u32,
    /// Bits of the word.
    pub width: u32,
}

impl Root {
    /// Reads the signals from the text of `V<prefix>___024root.h`.
    pub fn parse(header: &str) -> Self {
        let member = |captures: regex::Captures<'_>| Member {
            name: captures[4].to_owned(),
            high: captures[1].parse().unwrap_or(0),
            low: captures[2].parse().unwrap_or(0),
            elements: captures.get(3).and_then(|count| count.as_str().parse().ok()),
        };
        Self { members: MEMBER.captures_iter(header).map(member).collect() }
    }

    /// The place of the word at `path`, which must be `width` bits wide.
    pub fn find(&self, top: &str, path: &StatePath, width: u32) -> Result<StateAccess, String> {
        let name = path.member(top);
        let Some(member) = self.members.iter().find(|member| member.name == name) else {
            return Err(format!("there is no signal {path}{}", self.alike(top, path)));
        };
        let mut selects = path.selects.iter();
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

    /// Signals of the same declared name, for the message about a path that leads nowhere.
    fn alike(&self, top: &str, path: &StatePath) -> String {
        let ending = format!("__DOT__{}", encode(&path.signal));
        let prefix = format!("{}__DOT__", encode(top));
        let same = self.members.iter().filter(|member| member.name.ends_with(&ending));
        let names: Vec<_> = same.map(|member| decode(member.name.trim_start_matches(&prefix))).take(4).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("; signals of that name are {}", names.join(", ")),
        }
    }
}
