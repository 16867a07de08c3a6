//! Parameters of a port map that the top module does not have.

use super::rtl_design::Design;
use crate::workspace::Workspace;
use pmu_support::unknown;
use regex::Regex;
use std::sync::LazyLock;

/// Verilator's message for unknown parameters.
static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"Parameters from the command line were not found in the design: (.*)").expect("a valid expression")
});
static DECLARED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bparameter\b[^=;]*?(\w+)\s*=").expect("a valid expression"));

/// One line for each parameter that Verilator rejected, with suggestions from the sources.
pub(crate) fn refused(workspace: &Workspace, design: &Design, said: &[u8]) -> Vec<String> {
    let said = String::from_utf8_lossy(said);
    let Some(list) = REFUSED.captures(&said).map(|captures| captures[1].to_owned()) else {
        return Vec::new();
    };
    let read = |file| std::fs::read_to_string(workspace.root.join(file)).unwrap_or_default();
    let sources: Vec<String> = design.sources.iter().map(read).collect();
    let declared =
        || sources.iter().flat_map(|text| DECLARED.captures_iter(text)).map(|captures| captures[1].to_owned());
    let names = design.map().parameters.keys().filter(|name| list.split([',', ' ']).any(|word| word == *name));
    names.map(|name| format!("[parameters] {}", unknown("parameter of the top", name, declared()))).collect()
}
