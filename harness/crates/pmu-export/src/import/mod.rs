//! The description of a new PMU from the registers of a SystemRDL file.

mod document;
mod foreign;
mod own;
mod registers;
mod toml;

use document::Block;

/// Writes `pmu.toml` for the PMU `name` with the registers of `json`, which are those of an elaborated SystemRDL file. Registers that
/// `pmu-cosim export` wrote keep their units, spaces and access paths.
///
/// # Errors
/// What a description cannot express, with its place and what to do.
pub fn pmu_toml(name: &str, title: Option<&str>, json: &str) -> Result<String, String> {
    let top: Block =
        serde_json::from_str(json).map_err(|error| format!("cannot read the elaborated registers: {error}"))?;
    let registers = match top.properties().text("pmu_id").as_str() {
        "" => foreign::registers(name, &top),
        _ => own::registers(&top),
    }?;
    let title = title.unwrap_or(if top.title.is_empty() { name } else { &top.title });
    Ok(toml::pmu_toml(name, title, &registers))
}
