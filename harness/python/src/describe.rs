//! Descriptions, for Python.

use crate::{raised, to_python};
use golden_model_core::description::{AccessPath, Field, Input, Register, Signal, BUS_REQUEST, BUS_RESPONSE};
use golden_model_core::Layout;
use pmu_session::{ids, select};
use pyo3::prelude::*;
use serde_json::{json, Value};

/// The ids of all PMUs.
#[pyfunction]
pub fn pmus() -> PyResult<Vec<&'static str>> {
    Ok(ids().map_err(raised)?.collect())
}

/// The description of a PMU as a dictionary: units with their registers and fields, inputs, outputs, state words, events.
///
/// Widths are in bits; `section` is that of the manual.
#[pyfunction]
#[pyo3(signature = (pmu, *, choices = "", configuration = ""))]
pub fn describe<'py>(py: Python<'py>, pmu: &str, choices: &str, configuration: &str) -> PyResult<Bound<'py, PyAny>> {
    let pmu = select(pmu, choices, configuration).map_err(raised)?;
    let description = &pmu.description;
    let units = description.units.iter().map(|unit| {
        let registers = description.registers_of(unit.kind).map(|at| register(&description.registers[at]));
        json!({ "name": unit.name, "number": unit.number, "registers": registers.collect::<Vec<_>>() })
    });
    let described = json!({
        "pmu": description.id,
        "manual": description.manual,
        "units": units.collect::<Vec<_>>(),
        "inputs": description.inputs.iter().map(input).collect::<Vec<_>>(),
        "outputs": description.outputs.iter().map(signal).collect::<Vec<_>>(),
        "states": description.states.iter().map(signal).collect::<Vec<_>>(),
        "events": description.events.lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(),
    });
    to_python(py, &described)
}

fn register(register: &Register) -> Value {
    let field = |field: &Field| {
        let access = format!("{:?}", field.access).to_lowercase();
        json!({ "name": field.name, "low": field.low, "width": field.width, "access": access, "doc": field.doc })
    };
    let path = |path: &AccessPath| {
        json!({
            "space": path.space, "space_number": path.space_number, "address": path.address,
            "read_only": path.read_only, "write_only": path.write_only,
        })
    };
    json!({
        "name": register.name,
        "width": register.width,
        "counter": register.counter,
        "section": register.section,
        "doc": register.doc,
        "fields": register.fields.iter().map(field).collect::<Vec<_>>(),
        "access": register.access.iter().map(path).collect::<Vec<_>>(),
    })
}

fn input(input: &Input) -> Value {
    json!({ "name": input.name, "width": input.at.width, "section": input.section, "doc": input.doc })
}

fn signal(signal: &Signal) -> Value {
    json!({ "name": signal.name, "width": signal.width, "section": signal.section, "doc": signal.doc })
}

/// A value in a frame or an observation, as [`layout`] returns it.
type Place = (String, u64, u32, String, u32);

/// The values of the packed inputs, and those of the packed outputs and state.
///
/// Each has its name, its lowest bit in the packed value, its width, its port, and its lowest bit in the port. The port of a
/// state word is empty.
#[pyfunction]
#[pyo3(signature = (pmu, *, choices = "", configuration = ""))]
pub fn layout(pmu: &str, choices: &str, configuration: &str) -> PyResult<(Vec<Place>, Vec<Place>)> {
    let pmu = select(pmu, choices, configuration).map_err(raised)?;
    let description = &pmu.description;
    let all = |layout: &Layout, port: &dyn Fn(&str) -> (String, u32)| -> Vec<Place> {
        let place = |slot: &golden_model_core::Slot| {
            let (port, low) = port(&slot.name);
            (slot.name.clone(), slot.word as u64 * 64 + u64::from(slot.shift), slot.width, port, low)
        };
        layout.slots().iter().map(place).collect()
    };
    let is_bus = |name: &str| name == "rst" || BUS_REQUEST.iter().chain(&BUS_RESPONSE).any(|(known, _)| *known == name);
    let input = |name: &str| {
        let port = description.in_ports.iter().find(|port| port.name == name);
        (port.map_or(if is_bus(name) { name } else { "" }, |port| &port.verilog).to_owned(), 0)
    };
    let output = |name: &str| match description.outputs.iter().find(|signal| signal.name == name) {
        Some(signal) => (signal.verilog.clone(), signal.low),
        None => (if is_bus(name) { name } else { "" }.to_owned(), 0),
    };
    Ok((all(&pmu.frame, &input), all(&pmu.observation, &output)))
}
