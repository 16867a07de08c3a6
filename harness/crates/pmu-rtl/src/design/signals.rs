//! The signals of an RTL that are observable values.

use super::driver::port;
use super::rtl_design::Design;
use super::source::RtlSource;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;
use std::collections::BTreeMap;

/// Ports that the description does not list as outputs.
const PORTS: [&str; 3] = ["clk", "bus_rdata", "bus_error"];

/// Returns, for `clk`, the response, and each output and state word of the description, the path of its signal from the top
/// module down, such as `k8_pmu.u_core0.g_counter[0].u_counter.u_ctr.value_q`. A value that the RTL does not have is missing.
///
/// # Errors
/// [`BuildError::Manifest`] for any error in the manifest or port map.
pub fn signals(
    workspace: &Workspace,
    description: &Description,
    rtl: &RtlSource,
) -> Result<BTreeMap<String, String>, BuildError> {
    let design = Design::load(workspace, rtl, description)?;
    let states = description.states.iter().zip(&design.states);
    let states = states.filter_map(|(word, place)| Some((word.name.clone(), place.as_ref()?.path.to_string())));
    let outputs = description.outputs.iter().map(|output| output.name.as_str());
    let ports = PORTS.into_iter().chain(outputs);
    let ports = ports.filter_map(|name| Some((name.to_owned(), port(&design, description, name)?)));
    Ok(ports.chain(states).map(|(name, path)| (name, format!("{}.{path}", design.top))).collect())
}
