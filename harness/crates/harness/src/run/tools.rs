//! The versions of the tools that build models.

use crate::board::Address;
use crate::results::Tool;
use crate::rtl::{find_compiler, find_verilator, Workspace};
use crate::Error;

/// Returns the versions of the tools that build models; with a board, records that none are used.
pub(crate) fn versions(workspace: &Workspace, board: Option<&Address>, notice: &dyn Fn(&str)) -> Result<Tool, Error> {
    let (verilator, cxx) = match board {
        None => {
            let verilator = find_verilator(workspace, &mut |text| notice(text))?;
            (verilator.to_string(), find_compiler(workspace.tools())?.version)
        }
        Some(address) => (format!("none: the DUT is the board at {address}"), "none".to_owned()),
    };
    Ok(Tool { pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(), verilator, cxx })
}
