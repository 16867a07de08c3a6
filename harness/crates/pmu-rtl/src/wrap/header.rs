//! The header of a module as its text shows it: imports, parameters, and the types and kinds of its ports.
//!
//! Verilator reports names, widths and directions of elaborated ports. This is what it does not report and a wrapper needs.

use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| expression(r"\(\*.*?\*\)"));
static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    expression(r"^(?:(?<direction>input|output|inout|ref)\b)? ?(?<kind>.*?) ?\b(?<name>\w+) ?(?:\[[^\]]*\] ?)*$")
});
static NAMED_TYPE: LazyLock<Regex> = LazyLock::new(|| expression(r"^(?:(?:var|wire) )?((?:\w+ ?:: ?)?(\w+))$"));
static DECLARED: LazyLock<Regex> = LazyLock::new(|| expression(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$"));
static ALIAS: LazyLock<Regex> = LazyLock::new(|| expression(r"\btypedef\s+(?:\w+\s*::\s*)?(\w+)\s+(\w+)\s*;"));
static ENUM: LazyLock<Regex> = LazyLock::new(|| expression(r"\benum\b[^{};]*\{"));
static ENUM_NAME: LazyLock<Regex> = LazyLock::new(|| expression(r"^\s*(\w+)\s*;"));

fn expression(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid expression")
}

/// The header of a module.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// Imports, each with its semicolon.
    pub imports: Vec<String>,
    /// The items of the parameter list.
    pub parameters: Vec<String>,
    /// Names of the parameters that an instance can set.
    pub settable: Vec<String>,
    /// The items of the port list; empty types and directions in a header that lists only names.
    pub ports: Vec<HeaderPort>,
}

/// A port in the header of a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HeaderPort {
    /// Its name.
    pub name: String,
    /// Its enumerated type, if it has one.
    pub enumeration: Option<String>,
    /// Why a wrapper cannot connect it, if so.
    pub fault: Option<&'static str>,
}

impl Header {
    /// Reads the header of the module of that name from a text without comments and macros.
    pub fn read(text: &str, module: &str) -> Option<Self> {
        let start = expression(&format!(r"\bmodule\s+(?:(?:automatic|static)\s+)?{}\b", regex::escape(module)));
        let mut rest = text[start.find(text)?.end()..].trim_start();
        let mut header = Self::default();
        while rest.starts_with("import") {
            let (import, after) = rest.split_once(';')?;
            header.imports.push(one_line(import) + ";");
            rest = after.trim_start();
        }
        if let Some(list) = rest.strip_prefix('#') {
            let (inside, after) = bracketed(list.trim_start())?;
            header.read_parameters(inside);
            rest = after.trim_start();
        }
        if let Some((inside, _)) = bracketed(rest) {
            header.read_ports(&ATTRIBUTE.replace_all(inside, ""), &Types::of(text));
        }
        Some(header)
    }

    fn read_parameters(&mut self, list: &str) {
        let mut is_local = false;
        for item in items(list) {
            match item.split(' ').next() {
                Some("localparam") => is_local = true,
                Some("parameter") => is_local = false,
                _ => {}
            }
            if let Some(name) = DECLARED.captures(without_default(&item).trim_end()).filter(|_| !is_local) {
                self.settable.push(name[1].to_owned());
            }
            self.parameters.push(item);
        }
    }

    fn read_ports(&mut self, list: &str, types: &Types) {
        let (mut direction, mut kind) = (String::new(), String::new());
        for item in items(list) {
            let Some(found) = ITEM.captures(without_default(&item).trim_end()) else { continue };
            if let Some(given) = found.name("direction") {
                direction = given.as_str().to_owned();
                kind = found["kind"].to_owned();
            } else if !found["kind"].is_empty() {
                kind = found["kind"].to_owned();
                if types.is_interface(&kind) {
                    direction.clear();
                }
            }
            let fault = match direction.as_str() {
                "inout" => Some("an inout port"),
                "ref" => Some("a ref port"),
                _ if types.is_interface(&kind) => Some("an interface port"),
                _ => None,
            };
            self.ports.push(HeaderPort {
                name: found["name"].to_owned(),
                enumeration: types.enumeration(&kind),
                fault,
            });
        }
    }
}

/// The types and interfaces that a text declares, by name without package.
struct Types {
    enumerations: BTreeSet<String>,
    interfaces: BTreeSet<String>,
}

impl Types {
    fn of(text: &str) -> Self {
        let after_members = |found: regex::Match| {
            let (_, after) = bracketed(&text[found.end() - 1..])?;
            Some(ENUM_NAME.captures(after)?[1].to_owned())
        };
        let mut enumerations: BTreeSet<String> = ENUM.find_iter(text).filter_map(after_members).collect();
        for alias in ALIAS.captures_iter(text) {
            if enumerations.contains(&alias[1]) {
                enumerations.insert(alias[2].to_owned());
            }
        }
        let interface = expression(r"\binterface\s+(?:(?:automatic|static)\s+)?(\w+)");
        let interfaces = interface.captures_iter(text).map(|found| found[1].to_owned()).collect();
        Self { enumerations, interfaces }
    }

    fn enumeration(&self, kind: &str) -> Option<String> {
        let found = NAMED_TYPE.captures(kind)?;
        self.enumerations.contains(&found[2]).then(|| found[1].to_owned())
    }

    fn is_interface(&self, kind: &str) -> bool {
        let name = kind.split(['.', ' ']).next().unwrap_or_default();
        kind.contains('.') && !kind.contains('[') || name == "interface" || self.interfaces.contains(name)
    }
}

/// The text inside the bracket that `text` begins with, and the text after it.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let end = text.starts_with(['(', '{']).then(|| ends(text, |_, depth| depth == 0)).flatten()?;
    Some((&text[1..end], &text[end + 1..]))
}

/// The parts of a list between commas, each in one line.
fn items(list: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut rest = list;
    while let Some(comma) = ends(rest, |c, depth| c == ',' && depth == 0) {
        items.push(one_line(&rest[..comma]));
        rest = &rest[comma + 1..];
    }
    items.push(one_line(rest));
    items.retain(|item| !item.is_empty());
    items
}

/// A declaration without its default value.
fn without_default(item: &str) -> &str {
    ends(item, |c, depth| c == '=' && depth == 0).map_or(item, |at| &item[..at])
}

/// The position of the first character after which `is_end` holds, with the depth of brackets there. Strings are skipped.
fn ends(text: &str, is_end: impl Fn(char, i32) -> bool) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if !in_string && is_end(c, depth) {
            return Some(at);
        }
    }
    None
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "package p; typedef enum logic [1:0] { A = {1'b0, 1'b1}, B } op_e; typedef op_e alias_e; endpackage
interface bus_if; endinterface
module other (input logic no); endmodule
module block
  import p::*, q::*;
  import r::x;
#(
  parameter  int A = f(1, 2), B = 3,
  localparam int L = A,
  parameter  logic [1:0] ARRAY [2] = '{2'd0, 2'd1},
  parameter  type T = logic
) (
  (* keep *) input logic clk_i, rst_ni,
  input p::op_e op_i = p::A,
  input alias_e [3:0] ops_i,
  input T any_i,
  output alias_e state_o [2],
  inout wire pad,
  bus_if.slave s,
  bus_if t
);
endmodule";

    #[test]
    fn imports_parameters_and_types_are_read() {
        let header = Header::read(TEXT, "block").expect("the module");
        assert_eq!(header.imports, ["import p::*, q::*;", "import r::x;"]);
        assert_eq!(header.settable, ["A", "B", "ARRAY", "T"]);
        assert_eq!(header.parameters[0], "parameter int A = f(1, 2)");
        assert_eq!(header.parameters.len(), 5);
        let ports: Vec<_> =
            header.ports.iter().map(|port| (port.name.as_str(), port.enumeration.as_deref(), port.fault)).collect();
        let expected = [
            ("clk_i", None, None),
            ("rst_ni", None, None),
            ("op_i", Some("p::op_e"), None),
            ("ops_i", None, None),
            ("any_i", None, None),
            ("state_o", Some("alias_e"), None),
            ("pad", None, Some("an inout port")),
            ("s", None, Some("an interface port")),
            ("t", None, Some("an interface port")),
        ];
        assert_eq!(ports, expected);
    }

    #[test]
    fn header_with_names_only_has_no_types() {
        let text = "module old (clk, q); input clk; output q; endmodule";
        let header = Header::read(text, "old").expect("the module");
        assert!(header.parameters.is_empty() && header.imports.is_empty());
        assert_eq!(header.ports.iter().map(|port| port.name.as_str()).collect::<Vec<_>>(), ["clk", "q"]);
        assert_eq!(Header::read(text, "new"), None);
    }
}
