//! Hierarchical paths of state words.

use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

static PART: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([A-Za-z_][A-Za-z0-9_$]*)((?:\[[0-9]+(?::[0-9]+)?\])*)$").expect("a valid expression")
});

/// The signal of one state word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateLocation {
    /// The module that declares it, for Verilator's `public_flat_rd`.
    pub module: String,
    /// The declared name in that module.
    pub signal: String,
    /// The path to it from the top module.
    pub path: StatePath,
}

/// The path to a signal, such as `u_core0.g_counter[2].u_counter.value_q`. The signal may be followed by the element of
/// an unpacked array, then by a bit-select or part-select of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatePath {
    scopes: Vec<Scope>,
    signal: String,
    selects: Vec<Select>,
}

/// An instance or a generate block, with the indices of an array of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub name: String,
    pub indices: Vec<u32>,
}

/// An element of an array, or bits of a vector: the highest and the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Select {
    pub high: u32,
    pub low: u32,
}

impl Select {
    /// Whether they have an element or a bit in common; an unknown select may be any.
    pub fn overlap(one: Option<Self>, other: Option<Self>) -> bool {
        one.zip(other).is_none_or(|(one, other)| one.low <= other.high && other.low <= one.high)
    }
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
            if indices.iter().any(|index| index.high != index.low) {
                return Err(wrong());
            }
            scopes.push(Scope { name, indices: indices.iter().map(|index| index.low).collect() });
        }
        Ok(Self { scopes, signal, selects })
    }

    /// The signal's declared name.
    pub fn signal(&self) -> &str {
        &self.signal
    }

    /// The path from the top module to the module that contains the signal.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// The selected element or bits of the signal.
    pub fn selects(&self) -> &[Select] {
        &self.selects
    }
}

impl StatePath {
    /// The path of the signal, and the selection.
    pub fn parts(&self) -> (String, String) {
        let mut signal = String::new();
        for scope in &self.scopes {
            signal.push_str(&format!("{scope}."));
        }
        let select = self.selects.iter().map(|select| match select.high == select.low {
            true => format!("[{}]", select.low),
            false => format!("[{}:{}]", select.high, select.low),
        });
        (signal + &self.signal, select.collect())
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.name)?;
        self.indices.iter().try_for_each(|index| write!(formatter, "[{index}]"))
    }
}

impl fmt::Display for StatePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (signal, select) = self.parts();
        write!(formatter, "{signal}{select}")
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
