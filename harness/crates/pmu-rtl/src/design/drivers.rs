//! The drivers of signals in the hierarchy of a design, as the text of its sources shows them.

use super::ports::{Connected, Selected};
use super::state_path::{Scope, Select};
use super::structure::{modules, Block, GenerateBlock, Instance, Module};
use std::path::PathBuf;

/// Most instances through which a signal is traced.
const MOST_DEPTH: usize = 32;

/// The modules of a design.
pub(super) struct Drivers {
    modules: Vec<Module>,
}

/// An instance in the hierarchy.
#[derive(Clone)]
pub(super) struct Position<'m> {
    pub module: &'m Module,
    /// The path from the top module down.
    pub path: String,
    /// The instances of that path, each with the module that contains it.
    pub chain: Vec<(&'m Module, &'m Instance)>,
    /// The generate blocks of the module that contain the signal.
    within: Vec<Scope>,
}

/// A driver of a signal.
pub(super) struct Found<'m> {
    pub position: Position<'m>,
    pub block: &'m Block,
    /// The path of the instance and of the generate blocks that contain the block.
    pub instance: String,
    signal: String,
}

impl Found<'_> {
    /// The lines that assign the signal, if the block assigns others too.
    pub fn lines(&self, part: Option<Select>) -> Vec<u32> {
        let all = &self.block.assignments;
        if all.iter().all(|one| one.signal == self.signal) {
            return Vec::new();
        }
        let own = all.iter().filter(|one| one.signal == self.signal && Select::overlap(one.part, part));
        let mut lines: Vec<_> = own.map(|one| one.line).collect();
        lines.dedup();
        lines
    }

    /// The only signal whose value it takes unchanged. Other values, such as that after reset, do not count.
    pub fn source(&self) -> Option<&str> {
        let own = self.block.assignments.iter().filter(|one| one.signal == self.signal);
        let mut sources = own.filter_map(|one| one.source.as_deref());
        let first = sources.next().filter(|first| *first != self.signal)?;
        sources.all(|source| source == first).then_some(first)
    }
}

impl Drivers {
    /// Reads the modules of texts.
    pub fn read(texts: &[(PathBuf, String)]) -> Self {
        Self { modules: texts.iter().flat_map(|(file, text)| modules(file, text)).collect() }
    }

    /// The module of that name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// Whether a module has several instances: in the text, or in a loop or an array.
    pub fn has_several(&self, module: &str) -> bool {
        let all: Vec<_> =
            self.modules.iter().flat_map(|one| &one.instances).filter(|one| one.module == module).collect();
        let is_in_loop = |one: &&Instance| one.is_array || one.scopes.iter().any(|scope| scope.variable.is_some());
        all.len() > 1 || all.iter().any(is_in_loop)
    }

    /// The top module.
    pub fn top(&self, name: &str) -> Option<Position<'_>> {
        let module = self.module(name)?;
        Some(Position { module, path: module.name.clone(), chain: Vec::new(), within: Vec::new() })
    }

    /// The instance at a path from the top. The generate blocks at its end are those that contain the signal.
    pub fn at<'m>(&'m self, top: Position<'m>, path: &[Scope]) -> Option<Position<'m>> {
        let mut position = top;
        for scope in path {
            let named = position.module.instances.iter().filter(|one| one.name == scope.name);
            // Generate blocks without a name are in the path, but not in the text.
            let (exact, other): (Vec<_>, Vec<_>) = named.partition(|one| are(&position.within, &one.scopes));
            match exact.into_iter().chain(other).next() {
                Some(instance) => {
                    let passed: String = position.within.iter().map(|scope| format!(".{scope}")).collect();
                    position.path += &format!("{passed}.{scope}");
                    position.chain.push((position.module, instance));
                    position.within.clear();
                    position.module = self.module(&instance.module)?;
                }
                None => position.within.push(scope.clone()),
            }
        }
        Some(position)
    }

    /// The drivers of a signal, or of a part of it, in the order of the text.
    pub fn of<'m>(&'m self, position: &Position<'m>, signal: &str, part: Option<Select>) -> Vec<Found<'m>> {
        let mut found = Vec::new();
        self.search(position, signal, part, &mut found);
        if found.is_empty() && part.is_some() {
            self.search(position, signal, None, &mut found);
        }
        found
    }

    /// The drivers of another signal of the module that contains a driver.
    pub fn within<'m>(&'m self, found: &Found<'m>, signal: &str) -> Vec<Found<'m>> {
        self.of(&found.position, signal, None)
    }

    fn search<'m>(&'m self, position: &Position<'m>, signal: &str, part: Option<Select>, found: &mut Vec<Found<'m>>) {
        let blocks = position.module.blocks.iter().filter(|block| {
            block.assignments.iter().any(|one| one.signal == signal && Select::overlap(one.part, part))
        });
        for block in nearest(blocks.collect(), &position.within, |block| &block.scopes) {
            let instance = position.path.clone() + &generate_path(&position.within, &block.scopes, None);
            found.push(Found { position: position.clone(), block, instance, signal: signal.to_owned() });
        }
        if position.chain.len() == MOST_DEPTH {
            return;
        }
        let instances = position.module.instances.iter().filter_map(|one| {
            let module = self.module(&one.module)?;
            let (port, selected) = output(one, module, signal)?;
            let own = selected.as_ref().and_then(|selected| selected.part);
            Select::overlap(own, part).then_some((one, module, port, selected))
        });
        for (instance, module, port, selected) in nearest(instances.collect(), &position.within, |one| &one.0.scopes) {
            let index = selected.as_ref().and_then(|selected| index(instance, selected, part));
            let mut chain = position.chain.clone();
            chain.push((position.module, instance));
            let scopes = generate_path(&position.within, &instance.scopes, index);
            let path = format!("{}{scopes}.{}", position.path, instance.name);
            let inner = Position { module, path, chain, within: Vec::new() };
            self.search(&inner, port, inside(selected.as_ref(), part), found);
        }
    }
}

/// The output port of an instance that is connected to a signal, and the signal in the expression; none for `.*`.
fn output<'m>(instance: &Instance, module: &'m Module, signal: &str) -> Option<(&'m str, Option<Selected>)> {
    let mut outputs = module.ports.iter().enumerate().filter(|(_, port)| port.is_output);
    outputs.find_map(|(at, port)| {
        let explicit = instance.connections.iter().find(|one| match &one.port {
            Connected::Named(name) => *name == port.name,
            Connected::At(position) => *position == at,
            Connected::All => false,
        });
        match explicit {
            Some(connection) => {
                let selected = connection.signals.iter().find(|one| one.name == signal)?;
                Some((port.name.as_str(), Some(selected.clone())))
            }
            None => {
                let is_implicit = instance.connections.iter().any(|one| one.port == Connected::All);
                (is_implicit && port.name == signal).then_some((port.name.as_str(), None))
            }
        }
    })
}

/// The part of a port that is a part of the signal connected to it.
fn inside(selected: Option<&Selected>, part: Option<Select>) -> Option<Select> {
    let part = part?;
    match selected {
        None => Some(part),
        Some(Selected { is_alone: true, part: None, is_whole: true, .. }) => Some(part),
        Some(Selected { is_alone: true, part: Some(own), .. }) if part.low >= own.low => {
            Some(Select { high: part.high.min(own.high) - own.low, low: part.low - own.low })
        }
        _ => None,
    }
}

/// The value of the generate variable of an instance, if it selects the bit that is sought.
fn index<'i>(instance: &'i Instance, selected: &Selected, part: Option<Select>) -> Option<(&'i str, u32)> {
    let part = part.filter(|part| part.high == part.low && selected.is_alone)?;
    let mut variables = instance.scopes.iter().filter_map(|scope| scope.variable.as_deref());
    let variable = variables.next_back().filter(|variable| selected.index.as_deref() == Some(variable))?;
    Some((variable, part.low))
}

/// Those in the generate blocks of the signal; all if none is in them.
fn nearest<T>(all: Vec<T>, within: &[Scope], scopes: impl Fn(&T) -> &Vec<GenerateBlock>) -> Vec<T> {
    let is_near = |one: &T| scopes(one).len() >= within.len() && are(within, &scopes(one)[..within.len()]);
    if all.iter().any(is_near) {
        all.into_iter().filter(is_near).collect()
    } else {
        all
    }
}

fn are(path: &[Scope], blocks: &[GenerateBlock]) -> bool {
    path.len() == blocks.len() && path.iter().zip(blocks).all(|(scope, block)| scope.name == block.name)
}

/// The generate blocks of a path: those of the signal with their indices, then others.
fn generate_path(within: &[Scope], blocks: &[GenerateBlock], index: Option<(&str, u32)>) -> String {
    let known = within.iter().map(|scope| format!(".{scope}"));
    let further = blocks.iter().skip(within.len()).map(|block| match (&block.variable, index) {
        (Some(variable), Some((of, index))) if variable == of => format!(".{}[{index}]", block.name),
        (Some(_), _) => format!(".{}[*]", block.name),
        (None, _) => format!(".{}", block.name),
    });
    known.chain(further).collect()
}

#[cfg(test)]
mod tests {
    use super::super::state_path::StatePath;
    use super::*;
    use rstest::rstest;

    const TEXT: &str = "module top (input clk, output wire [3:0] pm, output [1:0] own, output busy);
    genvar i;
    for (i = 0; i < 4; i = i + 1) begin : g_counter
        unit u_unit (.clk(clk), .pm(pm[i]));
    end
    unit u_two [1:0] (clk, own);
    assign busy = |pm;
    if (1) begin : g_left
        reg q;
        always @(posedge clk) q <= 1;
    end else begin : g_right
        reg q;
        always @(posedge clk) q <= 0;
    end
    reg [31:0] words [1:0];
    always_ff @(posedge clk) words[0] <= d;
    always_ff @(posedge clk) words[1] <= d;
endmodule
module unit (clk, pm);
    input clk;
    output logic pm;
    logic pm_d, other_q;
    always_comb pm_d = a & b;
    always_ff @(posedge clk) begin
        other_q <= '0;
        if (rst) pm <= 1'b0;
        else pm <= pm_d;
    end
endmodule
";

    /// The drivers of a signal: instance, line, and the lines of assignments.
    fn found(path: &str, bit: Option<u32>) -> Vec<String> {
        let drivers = Drivers::read(&[(PathBuf::from("top.v"), TEXT.to_owned())]);
        let path = StatePath::parse(path).expect("a path");
        let at = drivers.at(drivers.top("top").expect("the top"), path.scopes()).expect("an instance");
        let select = path.selects().first().copied();
        let part = select.or(bit.map(|bit| Select { high: bit, low: bit }));
        let found = drivers.of(&at, path.signal(), part);
        let shown = found.iter().map(|one| format!("{} {} {:?}", one.instance, one.block.line, one.lines(part)));
        shown.collect()
    }

    #[rstest]
    #[case::register_of_an_instance("g_counter[2].u_unit.pm", None, &["top.g_counter[2].u_unit 24 [26, 27]"])]
    #[case::output_of_a_loop("pm", None, &["top.g_counter[*].u_unit 24 [26, 27]"])]
    #[case::bit_of_an_output("pm", Some(3), &["top.g_counter[3].u_unit 24 [26, 27]"])]
    #[case::array_of_instances("own", None, &["top.u_two 24 [26, 27]"])]
    #[case::assignment("busy", None, &["top 7 []"])]
    #[case::generate_block("g_right.q", None, &["top.g_right 13 []"])]
    #[case::either_alternative("q", None, &["top.g_left 10 []", "top.g_right 13 []"])]
    #[case::element_of_an_array("words[1]", None, &["top 17 []"])]
    #[case::other_element("words[2]", None, &["top 16 []", "top 17 []"])]
    #[case::input("u_two[1].clk", None, &[])]
    fn drivers_are_found_in_their_instance(#[case] path: &str, #[case] bit: Option<u32>, #[case] expected: &[&str]) {
        assert_eq!(found(path, bit), expected);
    }

    #[test]
    fn the_next_value_of_a_register_is_its_source() {
        let drivers = Drivers::read(&[(PathBuf::from("top.v"), TEXT.to_owned())]);
        let found = drivers.of(&drivers.top("unit").expect("the module"), "pm", None);
        assert_eq!(found[0].source(), Some("pm_d"));
        assert_eq!(drivers.within(&found[0], "pm_d")[0].block.line, 23);
    }
}
