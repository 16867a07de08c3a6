//! The structure of Verilog sources as their text shows it: modules, instances, and the blocks that drive signals.

use super::assignments::{after_name, list, signal, statement, Assignment};
use super::ports::{connections, declared, header, Connection, Port};
use super::tokens::{bracketed, items, position, tokens, Token};
use std::path::{Path, PathBuf};

/// Constructs whose contents drive no signal of the module, with the words that end them.
const PASSED_OVER: [(&str, &str); 10] = [
    ("function", "endfunction"),
    ("task", "endtask"),
    ("specify", "endspecify"),
    ("property", "endproperty"),
    ("sequence", "endsequence"),
    ("covergroup", "endgroup"),
    ("clocking", "endclocking"),
    ("class", "endclass"),
    ("checker", "endchecker"),
    ("primitive", "endprimitive"),
];
/// Nets, whose declaration can drive them.
const NETS: [&str; 8] = ["wire", "tri", "tri0", "tri1", "wand", "wor", "triand", "trior"];
/// Words that begin a block that drives signals.
const ALWAYS: [&str; 4] = ["always", "always_ff", "always_comb", "always_latch"];

/// A module.
pub(crate) struct Module {
    pub name: String,
    pub file: PathBuf,
    pub(super) ports: Vec<Port>,
    pub instances: Vec<Instance>,
    pub(super) blocks: Vec<Block>,
}

/// An instance in a module.
pub(crate) struct Instance {
    pub module: String,
    pub name: String,
    /// The line of its name, from 1.
    pub line: u32,
    /// Whether it is an array of instances.
    pub(super) is_array: bool,
    pub(super) connections: Vec<Connection>,
    /// The generate blocks that contain it.
    pub(super) scopes: Vec<GenerateBlock>,
}

/// A block that drives signals.
pub(super) struct Block {
    /// The line of its first word.
    pub line: u32,
    pub assignments: Vec<Assignment>,
    /// The generate blocks that contain it.
    pub scopes: Vec<GenerateBlock>,
}

/// A named block of a generate construct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GenerateBlock {
    pub name: String,
    /// The variable of the loop whose body it is.
    pub variable: Option<String>,
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

fn module(file: &Path, mut rest: &[Token]) -> Option<Module> {
    if rest.first().is_some_and(|token| ["automatic", "static"].contains(&token.text)) {
        rest = &rest[1..];
    }
    let name = rest.first().filter(|token| token.is_name())?.name();
    rest = &rest[1..];
    while rest.first().is_some_and(|token| token.text == "import") {
        rest = after(rest, position(rest, &[";"]));
    }
    if rest.first().is_some_and(|token| token.text == "#") {
        rest = &rest[1 + bracketed(&rest[1..])..];
    }
    let mut ports = Vec::new();
    if rest.first().is_some_and(|token| token.text == "(") {
        let end = bracketed(rest);
        ports = header(&rest[1..end.max(2) - 1]);
        rest = &rest[end..];
    }
    let mut module = Module { name, file: file.to_owned(), ports, instances: Vec::new(), blocks: Vec::new() };
    module.read(rest, &[]);
    Some(module)
}

impl Module {
    /// Reads the items in a body or a generate block.
    fn read(&mut self, tokens: &[Token], scopes: &[GenerateBlock]) {
        let mut rest = tokens;
        let mut variable = None;
        while let Some(first) = rest.first() {
            let length = match first.text {
                "for" => {
                    let end = 1 + bracketed(&rest[1..]);
                    let start = position(&rest[2..end], &["="]);
                    variable = start.map(|start| rest[1 + start].name());
                    end
                }
                "begin" => {
                    let inside = after_name(rest, 1);
                    let end = inside + end_of_block(&rest[inside..]);
                    let mut scopes = scopes.to_vec();
                    if inside > 1 {
                        scopes.push(GenerateBlock { name: rest[2].name(), variable: variable.take() });
                    }
                    self.read(&rest[inside..end], &scopes);
                    after_name(rest, end + 1)
                }
                "if" | "case" => 1 + bracketed(&rest[1..]),
                "generate" | "endgenerate" | "else" | "endcase" | ";" | ":" => 1,
                word if ALWAYS.contains(&word) || ["initial", "final"].contains(&word) => {
                    let mut assignments = Vec::new();
                    let end = 1 + statement(&rest[1..], &mut assignments);
                    if ALWAYS.contains(&word) {
                        self.blocks.push(Block { line: first.line, assignments, scopes: scopes.to_vec() });
                    }
                    end
                }
                word => match PASSED_OVER.iter().find(|(begin, _)| *begin == word) {
                    Some((_, end)) => {
                        rest.iter().position(|token| token.text == *end).map_or(rest.len(), |position| position + 1)
                    }
                    None => self.item(rest, scopes),
                },
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// Reads a declaration, a continuous assignment or an instance, and returns its number of tokens.
    fn item(&mut self, tokens: &[Token], scopes: &[GenerateBlock]) -> usize {
        let first = tokens[0];
        match first.text {
            "(" => return bracketed(tokens),
            macro_use if macro_use.starts_with('`') => {
                let has_arguments = tokens.get(1).is_some_and(|token| token.text == "(");
                return 1 + if has_arguments { bracketed(&tokens[1..]) } else { 0 };
            }
            _ => {}
        }
        let end = position(tokens, &[";", "begin"]).unwrap_or(tokens.len());
        let all = &tokens[..end];
        // The label of an item, or of an alternative.
        if let Some(label) = position(all, &[":", "=", "?"]).filter(|&at| all[at].text == ":") {
            return label + 1;
        }
        match first.text {
            "assign" => {
                let delay = match all.get(1) {
                    Some(hash) if hash.text == "#" => 1 + bracketed(&all[2..]),
                    _ => 0,
                };
                let assignments = list(&all[1 + delay..]);
                self.blocks.push(Block { line: first.line, assignments, scopes: scopes.to_vec() });
            }
            "output" => {
                for output in header(all) {
                    match self.ports.iter_mut().find(|port| port.name == output.name) {
                        Some(port) => *port = output,
                        None => self.ports.push(output),
                    }
                }
            }
            net if NETS.contains(&net) => self.blocks.extend(items(all).into_iter().filter_map(|item| {
                let value = position(item, &["="])?;
                let name = item[..value].iter().rev().find(|token| token.is_name())?;
                let assignment = Assignment {
                    signal: declared(item)?,
                    part: None,
                    line: name.line,
                    source: signal(&item[value + 1..]),
                };
                Some(Block { line: name.line, assignments: vec![assignment], scopes: scopes.to_vec() })
            })),
            _ => self.instances.extend(instances(all, scopes)),
        }
        if tokens.get(end).is_some_and(|token| token.text == "begin") {
            end
        } else {
            end + 1
        }
    }
}

/// The instances of `MODULE [#(...)] NAME [range] (...), NAME (...)`; none if the tokens are something else.
fn instances(tokens: &[Token], scopes: &[GenerateBlock]) -> Vec<Instance> {
    let mut found = Vec::new();
    let [module, rest @ ..] = tokens else { return found };
    let rest = match rest.first() {
        Some(hash) if hash.text == "#" => &rest[1 + bracketed(&rest[1..])..],
        _ => rest,
    };
    for item in items(rest) {
        let [name, list @ ..] = item else { break };
        let mut after = list;
        while after.first().is_some_and(|token| token.text == "[") {
            after = &after[bracketed(after)..];
        }
        let is_instance = after.first().is_some_and(|token| token.text == "(") && bracketed(after) == after.len();
        if !(module.is_name() && name.is_name() && is_instance) {
            break;
        }
        found.push(Instance {
            module: module.name(),
            name: name.name(),
            line: name.line,
            is_array: list.first().is_some_and(|token| token.text == "["),
            connections: connections(&after[1..after.len() - 1]),
            scopes: scopes.to_vec(),
        });
    }
    found
}

/// The number of tokens before the `end` of the block that these tokens are in.
fn end_of_block(tokens: &[Token]) -> usize {
    let mut depth = 1;
    let end = tokens.iter().position(|token| {
        depth += i32::from(token.text == "begin") - i32::from(token.text == "end");
        depth == 0
    });
    end.unwrap_or(tokens.len())
}

fn after<'s, 't>(tokens: &'s [Token<'t>], end: Option<usize>) -> &'s [Token<'t>] {
    end.map_or(&[], |end| &tokens[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::super::ports::Connected;
    use super::*;

    fn of(text: &str) -> Module {
        modules(Path::new("top.v"), text).pop().expect("a module")
    }

    /// The drivers of the module: line, generate blocks and signals of each.
    fn drivers(module: &Module) -> Vec<String> {
        let shown = |block: &Block| {
            let scopes: String = block.scopes.iter().map(|scope| format!("{}.", scope.name)).collect();
            let names: Vec<_> = block.assignments.iter().map(|one| one.signal.as_str()).collect();
            format!("{} {scopes}{}", block.line, names.join(" "))
        };
        module.blocks.iter().map(shown).collect()
    }

    #[test]
    fn instances_connections_and_assignments_are_found() {
        let module = of("/* module no */ module top (input clk, output [3:0] pm, output reg q);
    assign pm[3] = q; // u_no (.a(b))
    counter #(
        .W (f(3))
    ) u_ctr [1:0] (
        .clk   (clk),
        .value ({pm[2:0], \"(\"}),
        .carry ()
    ), u_next (.*);
    counter u_last (clk, .value);
endmodule");
        let ports: Vec<_> = module.ports.iter().map(|port| (port.name.as_str(), port.is_output)).collect();
        assert_eq!(ports, [("clk", false), ("pm", true), ("q", true)]);
        assert_eq!(drivers(&module), ["2 pm"]);
        let named: Vec<_> = module.instances.iter().map(|one| (one.name.as_str(), one.line)).collect();
        assert_eq!(named, [("u_ctr", 5), ("u_next", 9), ("u_last", 10)]);
        let connected = |instance: &Instance| {
            let shown = instance.connections.iter().map(|one| {
                let names: Vec<_> = one.signals.iter().map(|signal| signal.name.as_str()).collect();
                (one.port.clone(), names.join(" "), one.line)
            });
            shown.collect::<Vec<_>>()
        };
        let named = |name: &str| Connected::Named(name.to_owned());
        let first = [("clk", "clk", 6), ("value", "pm", 7), ("carry", "", 8)];
        assert_eq!(
            connected(&module.instances[0]),
            first.map(|(port, names, line)| (named(port), names.to_owned(), line))
        );
        assert_eq!(connected(&module.instances[1])[0].0, Connected::All);
        assert_eq!(
            connected(&module.instances[2]),
            [(Connected::At(0), "clk".to_owned(), 10), (named("value"), "value".to_owned(), 10)]
        );
    }

    #[test]
    fn blocks_are_found_in_generate_constructs() {
        let module = of("module automatic top import p::*; #(parameter W = 1) (a, b);
output reg [W-1:0] a; output b;
`ASSERT(name, x)
always_ff @(posedge clk) q <= d;
function f(input x); f = x; endfunction
if (W > 1) begin : g_wide
    for (genvar i = 0; i < W; i++) begin : g_bit
        wire [1:0] x = y, z;
        always @* if (i) begin a[i] = 1; end
        cell u_cell (.o(b));
    end : g_bit
end else assign b = c;
case (W)
    1: assign e = f;
    default: begin : g_default assign e = g; end
endcase
typedef enum logic {A, B} t;
initial q = 0;
endmodule");
        assert_eq!(module.ports.iter().filter(|port| port.is_output).count(), 2);
        let expected = ["4 q", "8 g_wide.g_bit.x", "9 g_wide.g_bit.a", "12 b", "14 e", "15 g_default.e"];
        assert_eq!(drivers(&module), expected);
        let scopes = &module.instances[0].scopes;
        assert_eq!((scopes[0].variable.as_deref(), scopes[1].variable.as_deref()), (None, Some("i")));
    }
}
