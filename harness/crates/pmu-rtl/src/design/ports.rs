//! The ports of a Verilog module as its text shows them.

use super::assignments::part;
use super::state_path::Select;
use super::tokens::{bracketed, items, position, Token};

const DIRECTIONS: [&str; 4] = ["input", "output", "inout", "ref"];
/// Words of types that are a bit or a vector.
const OF_BITS: [&str; 7] = ["wire", "reg", "logic", "bit", "var", "signed", "unsigned"];

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Port {
    pub name: String,
    pub is_output: bool,
    /// Whether it is a bit or a vector whose bits count from 0, so that the index in a select is that of a bit.
    pub is_vector: bool,
}

/// The ports in the header of a module, or in a declaration in its body, in order. A header that lists only names gives no
/// direction.
pub(super) fn header(list: &[Token]) -> Vec<Port> {
    let (mut is_output, mut is_vector) = (false, false);
    let port = |item: &[Token]| {
        let name = declared(item)?;
        // A name alone has the direction and type of the port before.
        if item.first().is_some_and(|first| first.name() != name) {
            let direction = item.iter().find(|token| DIRECTIONS.contains(&token.text));
            // A type without a direction has that of the port before, except an interface, which is no output.
            let is_interface = item.get(1).is_some_and(|second| second.text == ".");
            is_output = direction.map_or(is_output && !is_interface, |direction| direction.text == "output");
            is_vector = has_bits(item, &name);
        }
        Some(Port { name, is_output, is_vector })
    };
    items(list).into_iter().filter_map(port).collect()
}

/// Whether the type in front of a name is a bit or a vector whose bits count from 0.
fn has_bits(item: &[Token], name: &str) -> bool {
    let kind = &item[..item.iter().position(|token| token.name() == name).unwrap_or(item.len())];
    let start = kind.iter().position(|token| token.text == "[").unwrap_or(kind.len());
    let range = &kind[start..];
    let is_plain = |token: &Token| DIRECTIONS.contains(&token.text) || OF_BITS.contains(&token.text);
    let counts_from_0 = || bracketed(range) == range.len() && range[range.len() - 2].text == "0";
    kind[..start].iter().all(is_plain) && (range.is_empty() || counts_from_0())
}

/// The name that an item declares: the last one outside of brackets, before a default value.
pub(super) fn declared(item: &[Token]) -> Option<String> {
    let mut rest = &item[..position(item, &["="]).unwrap_or(item.len())];
    let mut name = None;
    while let [first, ..] = rest {
        let length = if ["[", "(", "{"].contains(&first.text) { bracketed(rest) } else { 1 };
        name = if first.is_name() { Some(first.name()) } else { name };
        rest = &rest[length..];
    }
    name
}

/// A connection of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Connection {
    pub port: Connected,
    /// The signals in the expression, each with the constant part or the name in its select.
    pub signals: Vec<Selected>,
    pub line: u32,
}

/// The port of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Connected {
    Named(String),
    /// Its position in the header.
    At(usize),
    /// `.*`: every port with a signal of the same name.
    All,
}

/// A signal in the expression of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selected {
    pub name: String,
    pub part: Option<Select>,
    /// The only name in its select, such as a generate variable.
    pub index: Option<String>,
    /// Whether the expression is this signal, or a select of it, and nothing else.
    pub is_alone: bool,
    /// Whether it has no select.
    pub is_whole: bool,
}

/// The connections in the list of an instance.
pub(super) fn connections(list: &[Token]) -> Vec<Connection> {
    items(list).into_iter().enumerate().filter_map(|(at, item)| connection(at, item)).collect()
}

fn connection(at: usize, item: &[Token]) -> Option<Connection> {
    let line = item.first()?.line;
    let of = |port, expression: &[Token]| Some(Connection { port, signals: signals(expression), line });
    match item {
        [dot, star] if (dot.text, star.text) == (".", "*") => of(Connected::All, &[]),
        [dot, port] if dot.text == "." => of(Connected::Named(port.name()), &item[1..]),
        [dot, port, open, .., _close] if (dot.text, open.text) == (".", "(") => {
            of(Connected::Named(port.name()), &item[3..item.len() - 1])
        }
        _ => of(Connected::At(at), item),
    }
}

fn signals(expression: &[Token]) -> Vec<Selected> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = expression.get(at) {
        let rest = &expression[at + 1..];
        let length = if rest.first().is_some_and(|next| next.text == "[") { bracketed(rest) } else { 0 };
        if token.is_name() {
            let select = &rest[..length];
            let index = match select {
                [_, name, _] if name.is_name() => Some(name.name()),
                _ => None,
            };
            let is_alone = at == 0 && rest.len() == length;
            found.push(Selected { name: token.name(), part: part(select), index, is_alone, is_whole: length == 0 });
            at += length;
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[test]
    fn ports_have_names_and_directions() {
        let text = "input wire clk, output p::kind_t [W-1:0] kind, output logic [W-1:0] value, carry, bus_if.slave bus,
                    output [1:0][2:0] packed = 1, output reg [7:4] high";
        let found = tokens(text);
        let shown: Vec<_> =
            header(&found).into_iter().map(|port| (port.name, port.is_output, port.is_vector)).collect();
        let expected = [
            ("clk", false, true),
            ("kind", true, false),
            ("value", true, true),
            ("carry", true, true),
            ("bus", false, false),
            ("packed", true, false),
            ("high", true, false),
        ];
        assert_eq!(shown, expected.map(|(name, is_output, is_vector)| (name.to_owned(), is_output, is_vector)));
    }
}
