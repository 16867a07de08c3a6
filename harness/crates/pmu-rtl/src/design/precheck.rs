//! Errors of a port map and of its top module that can be found without any tool.

use super::inputs::Inputs;
use super::interface::{required_ports, RequiredPort};
use super::port_map::PortMap;
use super::rtl_design::Design;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::suggest::unknown;
use golden_model_core::Description;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The declaration of a module, whose name may be a macro.
static MODULE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bmodule\s+(?:(?:automatic|static)\s+)?(`?\w+)").expect("a valid expression"));

impl Design {
    /// Checks an RTL without a manifest: the names in its port map, and that its sources declare the top module.
    ///
    /// # Errors
    /// [`BuildError::Mismatch`] with all errors.
    pub fn precheck(&self, workspace: &Workspace, description: &Description) -> Result<(), BuildError> {
        let Some(map) = &self.map else { return Ok(()) };
        let mut faults = self.faults.clone();
        faults.extend(unknown_ports(map, &required_ports(description)));
        faults.extend(self.missing_top(workspace)?);
        match faults.is_empty() {
            true => Ok(()),
            false => Err(BuildError::Mismatch { design: self.name.clone(), top: self.top.clone(), faults }),
        }
    }

    /// The error that no file declares the top module.
    fn missing_top(&self, workspace: &Workspace) -> Result<Option<String>, BuildError> {
        let mut modules = BTreeSet::new();
        for file in Inputs::read(workspace, self)?.files() {
            let file = workspace.root.join(file);
            let text = std::fs::read(&file).map_err(BuildError::io("read", &file))?;
            let text = String::from_utf8_lossy(&text);
            modules.extend(MODULE.captures_iter(&text).map(|found| found[1].to_owned()));
        }
        let is_known = |module: &String| *module == self.top || module.starts_with('`');
        Ok(match modules.iter().any(is_known) {
            true => None,
            false => Some(unknown("module", &self.top, modules.iter())),
        })
    }
}

/// The entries of a port map for ports that the description does not have.
pub(crate) fn unknown_ports(map: &PortMap, wanted: &[RequiredPort]) -> Vec<String> {
    let wanted = || wanted.iter().map(|wanted| &wanted.port.name);
    let strangers = map.ports.keys().filter(|name| !wanted().any(|known| known == *name));
    strangers.map(|name| format!("[ports] {}", unknown("port of the description", name, wanted()))).collect()
}
