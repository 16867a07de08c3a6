//! Locates the drivers of observable values in an RTL.

use super::port_map::PortMapping;
use super::rtl_design::Design;
use super::source::RtlSource;
use super::state_path::{Scope, StateLocation};
use super::structure::{modules, Connection, Instance, Module};
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model::Description;
use regex::Regex;
use std::path::PathBuf;
use std::sync::LazyLock;

static BLOCK_COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)/\*.*?\*/").expect("a valid expression"));

/// Where an RTL drives a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The file, relative to the workspace's root if it is below it.
    pub file: PathBuf,
    /// Its line, from 1; `None` if it was not found and the file is the manifest, port map or folder.
    pub line: Option<u32>,
    /// The instance, from the top module down.
    pub instance: String,
}

/// Locates the driver of an output, a state word or a port of the response.
///
/// For a state word it is the register that stores it. A register in a module of another folder, or in one with several
/// instances, says little: then it is the instance of that module. For a port it is the assignment or the instance in the top
/// module that drives it. If none is found, it is the declaration.
///
/// # Errors
/// [`BuildError::Manifest`] for any error in the manifest or port map.
pub fn driver(
    workspace: &Workspace,
    description: &Description,
    rtl: &RtlSource,
    value: &str,
) -> Result<Driver, BuildError> {
    let design = Design::load(workspace, rtl, description)?;
    let sources = Sources::read(workspace, &design);
    let state = description.states.iter().position(|word| word.name == value);
    let found = match state.and_then(|position| design.states[position].as_ref()) {
        Some(place) => sources.of_state(place),
        None => port(&design, description, value).filter(|_| state.is_none()).and_then(|port| sources.of_port(&port)),
    };
    Ok(found.unwrap_or_else(|| Driver {
        file: design.settings.clone().unwrap_or_else(|| design.folder.clone()),
        line: None,
        instance: design.top.clone(),
    }))
}

/// The port of the top that is the value, if there is one.
pub(super) fn port(design: &Design, description: &Description, value: &str) -> Option<String> {
    let output = description.outputs.iter().find(|output| output.name == value);
    let port = output.map_or(value, |output| output.verilog.as_str());
    match design.map().ports.get(port) {
        Some(PortMapping::Port { name, .. }) => Some(name.clone()),
        Some(PortMapping::Ports { names, .. }) => names.first().cloned(),
        Some(PortMapping::AbsentInput(_) | PortMapping::AbsentOutput) => None,
        None => Some(port.to_owned()),
    }
}

/// The sources of a design.
struct Sources<'d> {
    design: &'d Design,
    texts: Vec<(PathBuf, String)>,
    modules: Vec<Module>,
}

impl<'d> Sources<'d> {
    fn read(workspace: &Workspace, design: &'d Design) -> Self {
        let read = |file: &PathBuf| Some((file.clone(), std::fs::read_to_string(workspace.root().join(file)).ok()?));
        let texts: Vec<_> = design.sources.iter().filter_map(read).collect();
        let modules = texts.iter().flat_map(|(file, text)| modules(file, text)).collect();
        Self { design, texts, modules }
    }

    fn of_state(&self, place: &StateLocation) -> Option<Driver> {
        let scopes = place.path.scopes();
        let names = scopes
            .iter()
            .map(|scope| scope.indices.iter().fold(scope.name.clone(), |name, index| format!("{name}[{index}]")));
        let instance = std::iter::once(self.design.top.clone()).chain(names).collect::<Vec<_>>().join(".");
        let mut module = match place.module.as_str() {
            "*" => self.module_at(scopes)?,
            named => named,
        };
        let (mut file, mut line) = self.declaration(module, &place.signal)?;
        // Scopes that are generate blocks are passed over.
        for scope in scopes.iter().rev() {
            if !self.is_shared(module) {
                break;
            }
            if let Some((parent, instance)) = self.instances(module).find(|(_, one)| one.name == scope.name) {
                (file, line, module) = (&parent.file, instance.line, &parent.name);
            }
        }
        Some(Driver { file: file.clone(), line: Some(line), instance })
    }

    fn of_port(&self, port: &str) -> Option<Driver> {
        let top = self.module(&self.design.top)?;
        let at = |line: u32, instance: String| Driver { file: top.file.clone(), line: Some(line), instance };
        if let Some((_, line)) = top.assigned.iter().find(|(name, _)| name == port) {
            return Some(at(*line, top.name.clone()));
        }
        for instance in &top.instances {
            let Some(of) = self.module(&instance.module) else { continue };
            let drives =
                |one: &&Connection| of.outputs.contains(&one.port) && one.names.iter().any(|name| name == port);
            if let Some(connection) = instance.connections.iter().find(drives) {
                return Some(at(connection.line, format!("{}.{}", top.name, instance.name)));
            }
        }
        let (_, line) = self.declaration(&top.name, port)?;
        Some(at(line, top.name.clone()))
    }

    /// The module of the instance at a path from the top. Scopes that are generate blocks are passed over.
    fn module_at(&self, scopes: &[Scope]) -> Option<&str> {
        scopes.iter().try_fold(self.design.top.as_str(), |module, scope| {
            let instance = self.module(module)?.instances.iter().find(|instance| instance.name == scope.name);
            Some(instance.map_or(module, |instance| instance.module.as_str()))
        })
    }

    fn module(&self, name: &str) -> Option<&Module> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// The instances of a module, each with the module that contains it.
    fn instances<'s>(&'s self, module: &'s str) -> impl Iterator<Item = (&'s Module, &'s Instance)> + 's {
        let all = self.modules.iter().flat_map(|parent| parent.instances.iter().map(move |one| (parent, one)));
        all.filter(move |(_, instance)| instance.module == module)
    }

    /// Whether a module is a building block: it has several instances, or is not in the folder of the design.
    fn is_shared(&self, module: &str) -> bool {
        let Design { folder, own, .. } = self.design;
        let is_elsewhere = |module: &Module| !module.file.starts_with(folder) && !own.contains(&module.file);
        self.instances(module).count() > 1 || self.module(module).is_some_and(is_elsewhere)
    }

    fn declaration(&self, module: &str, signal: &str) -> Option<(&PathBuf, u32)> {
        self.texts.iter().find_map(|(file, text)| Some((file, line(text, module, signal)?)))
    }
}

/// The line of a text in which a module declares a signal: the first line with a declaration keyword and the name,
/// otherwise the first line with the name.
fn line(text: &str, module: &str, signal: &str) -> Option<u32> {
    // Comments are removed, line breaks remain.
    let text =
        BLOCK_COMMENT.replace_all(text, |found: &regex::Captures<'_>| "\n".repeat(found[0].matches('\n').count()));
    let word = |word: &str| format!(r"(?:^|[^\w$]){}(?:[^\w$]|$)", regex::escape(word));
    let begins = Regex::new(&format!(r"^\s*module\s+{}(?:[^\w$]|$)", regex::escape(module))).ok()?;
    let declares =
        Regex::new(&format!(r"^\s*(?:input|output|inout|reg|wire|logic|bit|integer)\b.*{}", word(signal))).ok()?;
    let names = Regex::new(&word(signal)).ok()?;
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default()).zip(1..);
    let own = lines.skip_while(|(line, _)| !begins.is_match(line));
    let own: Vec<_> = own.take_while(|(line, _)| !line.trim_start().starts_with("endmodule")).collect();
    let first = |pattern: &Regex| own.iter().find(|(line, _)| pattern.is_match(line)).map(|(_, number)| *number);
    first(&declares).or_else(|| first(&names))
}

#[cfg(test)]
mod tests {
    use super::line;
    use rstest::rstest;

    const TEXT: &str = "module other (input wire a);
    reg value_q;
endmodule
/* value_q
   is here */
module counter #(parameter W = 8) (
    input  wire         clk,  // drives value_q
    output wire [W-1:0] value
);
    reg [W-1:0] carry, value_q;
    reg [W-1:0] first,
                second;
    assign value = value_q;
endmodule
";

    #[rstest]
    #[case("other", "value_q", Some(2))]
    #[case("counter", "value_q", Some(10))]
    #[case("counter", "value", Some(8))]
    #[case("counter", "second", Some(12))]
    #[case("counter", "third", None)]
    #[case("count", "value_q", None)]
    fn a_declaration_is_found_in_its_module(#[case] module: &str, #[case] signal: &str, #[case] expected: Option<u32>) {
        assert_eq!(line(TEXT, module, signal), expected);
    }
}
