//! The text of the port map of a wrapper.

use super::block::Block;
use super::connect::Connection;
use super::text::INSTANCE;
use crate::design::sub_block::relative;
use crate::workspace::Workspace;
use golden_model_core::Description;
use regex::Regex;
use std::fmt::Write;
use std::path::Path;
use toml::Value;

/// The port map of the wrapper `module`, to be written to `folder`.
pub(super) fn text(
    workspace: &Workspace,
    module: &str,
    description: &Description,
    block: &Block,
    connections: &[Connection],
    folder: &Path,
) -> String {
    let root = workspace.root();
    let folder = root.join(workspace.relative(folder));
    let path = |file: &Path| quoted(&relative(&root.join(workspace.relative(file)), &folder).display().to_string());
    let mut text =
        format!("# The files, ports and registers of {module}: docs/your-own-rtl.md, \"The port map\".\n\n[sources]\n");
    if let Some(list) = block.given.list() {
        let _ = writeln!(text, "list = {}", path(list));
    }
    let files = block.given.verilog().map(|file| path(file)).chain([quoted(&format!("{module}.sv"))]);
    let _ = writeln!(text, "files = [\n{}]", files.map(|file| format!("  {file},\n")).collect::<String>());
    if !block.given.include.is_empty() {
        let folders: Vec<_> = block.given.include.iter().map(|folder| path(folder)).collect();
        let _ = writeln!(text, "include = [{}]", folders.join(", "));
    }
    if !block.given.define.is_empty() {
        let macros = block.given.define.iter().map(|(name, value)| format!("{name} = {}", quoted(value)));
        let _ = writeln!(text, "define = {{ {} }}", macros.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(text, "own = [{}]", path(&block.file));
    if connections.iter().any(|one| one.is_asynchronous(&block.code, &block.ports[one.port])) {
        text += "\n[ports]\nrst = { port = \"rst\", async = true }\n";
    }
    let settable = &block.header.settable;
    let given: Vec<_> = block.given.parameters.iter().filter(|(name, _)| settable.contains(name)).collect();
    if !given.is_empty() {
        text += "\n[parameters]\n";
        text.extend(given.iter().map(|(name, value)| format!("{name} = {}\n", quoted(value))));
    }
    let _ = write!(
        text,
        "\n# Registers with an entry are compared in every cycle, others when they are read. Complete the paths and remove the #.\n\
         [state]\n{}",
        placeholders(description).iter().map(|name| format!("# {} = \"{INSTANCE}.\"\n", quoted(name))).collect::<String>()
    );
    text
}

/// The names of the state words, with placeholders for numbers.
fn placeholders(description: &Description) -> Vec<String> {
    let number = Regex::new("[0-9]+").expect("a valid expression");
    let mut names: Vec<String> = Vec::new();
    for word in &description.states {
        let (unit, own) = word.name.rsplit_once('.').map_or(("", word.name.as_str()), |(unit, own)| (unit, own));
        let own = number.replace(own, "{index}");
        let name = match unit {
            "" => own.into_owned(),
            unit => format!("{}.{own}", number.replace(unit, "{unit}")),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}
