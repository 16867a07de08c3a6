//! The structure of Verilog sources as their text shows it: modules, instances, connections and assignments.

use regex::Regex;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"//[^\n]*|(?s:/\*.*?\*/)|"(?:\\.|[^"\\])*"|[A-Za-z_$][\w$]*|\S"#).expect("a valid expression")
});

/// Words between `output` and the name of the port.
const OF_PORTS: [&str; 6] = ["wire", "reg", "logic", "signed", "unsigned", "bit"];
/// Words that begin the declaration of other ports.
const DIRECTIONS: [&str; 3] = ["input", "output", "inout"];

/// A module.
pub(crate) struct Module {
    pub name: String,
    pub file: PathBuf,
    pub outputs: Vec<String>,
    pub instances: Vec<Instance>,
    /// Signals that `assign` drives, with the line.
    pub assigned: Vec<(String, u32)>,
}

/// An instance in a module.
pub(crate) struct Instance {
    pub module: String,
    pub name: String,
    /// The line of its name, from 1.
    pub line: u32,
    pub connections: Vec<Connection>,
}

/// A connection of an instance by the name of a port.
pub(crate) struct Connection {
    pub port: String,
    /// The names in the expression.
    pub names: Vec<String>,
    pub line: u32,
}

#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: u32,
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }
}

/// The modules in a text.
pub(crate) fn modules(file: &Path, text: &str) -> Vec<Module> {
    let tokens = tokens(text);
    let mut modules = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some(start) = rest.iter().position(|token| token.text == "module") {
        let body = &rest[start + 1..];
        let end = body.iter().position(|token| token.text == "endmodule").unwrap_or(body.len());
        modules.extend(module(file, &body[..end]));
        rest = &body[end..];
    }
    modules
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut line, mut at) = (1, 0);
    let mut tokens = Vec::new();
    for found in TOKEN.find_iter(text) {
        line += text[at..found.start()].matches('\n').count() as u32;
        at = found.start();
        if !["//", "/*"].iter().any(|comment| found.as_str().starts_with(comment)) {
            tokens.push(Token { text: found.as_str(), line });
        }
    }
    tokens
}

fn module(file: &Path, body: &[Token]) -> Option<Module> {
    let name = body.first().filter(|token| token.is_name())?;
    let after = |word: &'static str| {
        body.iter().enumerate().filter(move |(_, token)| token.text == word).map(|(at, _)| &body[at + 1..])
    };
    let assigned = |tokens: &[Token]| {
        let names = tokens.iter().take_while(|token| token.text != "=").filter(|token| token.is_name());
        names.map(|token| (token.text.to_owned(), token.line)).collect::<Vec<_>>()
    };
    Some(Module {
        name: name.text.to_owned(),
        file: file.to_owned(),
        outputs: after("output").flat_map(outputs).collect(),
        instances: (1..body.len()).filter_map(|at| instance(&body[at..])).collect(),
        assigned: after("assign").flat_map(assigned).collect(),
    })
}

/// The names of output ports that follow the word `output`.
fn outputs(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        rest = match first.text {
            "[" => after_brackets(rest, "[", "]"),
            word if OF_PORTS.contains(&word) || word == "," => &rest[1..],
            word if first.is_name() && !DIRECTIONS.contains(&word) => {
                names.push(word.to_owned());
                &rest[1..]
            }
            _ => break,
        };
    }
    names
}

/// The instance that begins with the first token: `MODULE [#(...)] NAME [range] (.port(...), ...)`.
fn instance(tokens: &[Token]) -> Option<Instance> {
    let module = tokens.first().filter(|token| token.is_name())?;
    let mut rest = &tokens[1..];
    if rest.first()?.text == "#" {
        rest = after_brackets(&rest[1..], "(", ")");
    }
    let name = rest.first().filter(|token| token.is_name())?;
    rest = &rest[1..];
    if rest.first()?.text == "[" {
        rest = after_brackets(rest, "[", "]");
    }
    let is_named = rest.first()?.text == "(" && rest.get(1)?.text == ".";
    is_named.then(|| Instance {
        module: module.text.to_owned(),
        name: name.text.to_owned(),
        line: name.line,
        connections: connections(&rest[1..]),
    })
}

fn connections(tokens: &[Token]) -> Vec<Connection> {
    let mut connections = Vec::new();
    let mut rest = tokens;
    while let [dot, port, open, ..] = rest {
        if dot.text != "." || open.text != "(" {
            break;
        }
        let behind = after_brackets(&rest[2..], "(", ")");
        let inside = &rest[3..rest.len() - behind.len()];
        let names = inside.iter().filter(|token| token.is_name()).map(|token| token.text.to_owned());
        connections.push(Connection { port: port.text.to_owned(), names: names.collect(), line: port.line });
        rest = match behind {
            [comma, next @ ..] if comma.text == "," => next,
            _ => break,
        };
    }
    connections
}

/// The tokens after the bracket that closes the first one.
fn after_brackets<'s, 't>(tokens: &'s [Token<'t>], open: &str, close: &str) -> &'s [Token<'t>] {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(token.text == open) - i32::from(token.text == close);
        if depth <= 0 {
            return &tokens[at + 1..];
        }
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_connections_and_assignments_are_found() {
        let text = "module counter #(parameter W = 8) (input wire clk, output wire [W-1:0] value, carry);\nendmodule
/* module no */ module top (input clk, output [3:0] pm, output reg q);
    assign pm[3] = q; // u_no (.a(b))
    counter #(
        .W (f(3))
    ) u_ctr [1:0] (
        .clk   (clk),
        .value ({pm[2:0], \"(\"}),
        .carry ()
    );
endmodule";
        let found = modules(Path::new("top.v"), text);
        let [counter, top] = &found[..] else { panic!("{} modules", found.len()) };
        assert_eq!(
            (counter.name.as_str(), &counter.outputs[..]),
            ("counter", &["value".to_owned(), "carry".to_owned()][..])
        );
        assert_eq!(top.outputs, ["pm", "q"]);
        assert_eq!(top.assigned, [("pm".to_owned(), 4)]);
        let [instance] = &top.instances[..] else { panic!("{} instances", top.instances.len()) };
        assert_eq!((instance.module.as_str(), instance.name.as_str(), instance.line), ("counter", "u_ctr", 7));
        let of: Vec<_> =
            instance.connections.iter().map(|one| (one.port.as_str(), one.line, one.names.join(" "))).collect();
        assert_eq!(of, [("clk", 8, "clk".to_owned()), ("value", 9, "pm".to_owned()), ("carry", 10, String::new())]);
    }
}
