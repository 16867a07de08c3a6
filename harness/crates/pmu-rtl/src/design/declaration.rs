//! Locates the declarations of observable values in an RTL.

use super::port_map::PortMapping;
use super::rtl_design::Design;
use super::source::RtlSource;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model::Description;
use regex::Regex;
use std::path::PathBuf;
use std::sync::LazyLock;

static BLOCK_COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)/\*.*?\*/").expect("a valid expression"));

/// A location in the sources of an RTL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The file, relative to the workspace's root if it is below it.
    pub file: PathBuf,
    /// Its line, from 1; `None` if the declaration was not found and the file is the manifest, port map or folder.
    pub line: Option<u32>,
}

/// Locates the declaration of an output, a state word or a port of the response: the port of the top, or the register
/// that stores the word.
///
/// # Errors
/// [`BuildError::Manifest`] for any error in the manifest or port map.
pub fn declarations(
    workspace: &Workspace,
    description: &Description,
    rtl: &RtlSource,
    value: &str,
) -> Result<Declaration, BuildError> {
    let design = Design::load(workspace, rtl, description)?;
    let (module, signal) = signal(&design, description, value);
    let texts = design.sources.iter().filter_map(|file| {
        let text = std::fs::read_to_string(workspace.root().join(file)).ok()?;
        Some((file, text))
    });
    let mut found = texts.filter_map(|(file, text)| Some((file, line(&text, &module, signal.as_deref()?)?)));
    Ok(match found.next() {
        Some((file, line)) => Declaration { file: file.clone(), line: Some(line) },
        None => Declaration { file: design.settings.clone().unwrap_or(design.folder), line: None },
    })
}

/// The module that declares a value, and the name in that module, if there is one.
fn signal(design: &Design, description: &Description, value: &str) -> (String, Option<String>) {
    let state = description.states.iter().position(|word| word.name == value);
    if let Some(place) = state.and_then(|position| design.states[position].as_ref()) {
        return (place.module.clone(), Some(place.signal.clone()));
    }
    let output = description.outputs.iter().find(|output| output.name == value);
    let port = output.map_or(value, |output| output.verilog.as_str());
    let own = match design.map().ports.get(port) {
        Some(PortMapping::Port { name, .. }) => Some(name.clone()),
        Some(PortMapping::Ports { names, .. }) => names.first().cloned(),
        Some(PortMapping::AbsentInput(_) | PortMapping::AbsentOutput) => None,
        None => Some(port.to_owned()),
    };
    (design.top.clone(), own.filter(|_| state.is_none()))
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
