//! Parameters of the top module: those that select options of choices, and those that it does not have.

use super::port_map::{Parameter, Parameters};
use super::rtl_design::Design;
use crate::workspace::Workspace;
use golden_model_core::suggest::unknown;
use golden_model_core::{Choice, Description};
use regex::Regex;
use std::sync::LazyLock;

/// Verilator's message for unknown parameters.
static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"Parameters from the command line were not found in the design: (.*)").expect("a valid expression")
});
static DECLARED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bparameter\b[^=;]*?(\w+)\s*=").expect("a valid expression"));

/// The parameters that select options other than defaults: each has the position of the option as its value.
///
/// RTL of a user need not have the parameters: it implements one option, which the user selects for the model.
pub(crate) fn selecting(description: &Description, design: &Design, workspace: &Workspace) -> Parameters {
    let others = description.choices.iter().filter(|choice| !choice.is_default());
    let parameter = |choice: &Choice| (choice.parameter(), Parameter(choice.position().to_string()));
    let mut parameters: Parameters = others.map(parameter).collect();
    if !parameters.is_empty() && !design.is_of_workspace() {
        let declared = declared(workspace, design);
        parameters.retain(|name, _| declared.contains(name));
    }
    parameters
}

/// The names of all parameters in the sources.
fn declared(workspace: &Workspace, design: &Design) -> Vec<String> {
    let read = |file| std::fs::read_to_string(workspace.root.join(file)).unwrap_or_default();
    let names = |text: String| DECLARED.captures_iter(&text).map(|found| found[1].to_owned()).collect::<Vec<_>>();
    design.sources.iter().map(read).flat_map(names).collect()
}

/// One line for each parameter that Verilator rejected, with suggestions from the sources.
pub(crate) fn refused(workspace: &Workspace, design: &Design, said: &[u8]) -> Vec<String> {
    let said = String::from_utf8_lossy(said);
    let Some(list) = REFUSED.captures(&said).map(|captures| captures[1].to_owned()) else {
        return Vec::new();
    };
    let known = declared(workspace, design);
    let names = design.parameters.keys().filter(|name| list.split([',', ' ']).any(|word| word == *name));
    names.map(|name| format!("[parameters] {}", unknown("parameter of the top", name, known.iter()))).collect()
}
