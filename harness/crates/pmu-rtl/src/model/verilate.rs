//! Verilates a design and compares the result with the required interface.

use super::binding::{bind, Binding};
use super::bus_wrapper;
use super::input_registers;
use super::invocation::Invocation;
use super::shim::Shim;
use super::state::{Root, StateAccess};
use super::verilator_output::VerilatorOutput;
use crate::design::bus::Bus;
use crate::design::interface::{Interface, CLOCK};
use crate::design::rtl_design::Design;
use crate::error::BuildError;
use crate::model::variant::Variant;
use crate::tools::toolchain::Verilator;
use crate::workspace::Workspace;
use golden_model_core::Slot;
use pmu_support::joined;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::Port;

/// The result of Verilating the RTL.
pub(crate) struct Verilated {
    /// The folder with its files.
    pub directory: PathBuf,
    /// The model's C++ files that run in every cycle, by name without suffix.
    pub run_often: Vec<String>,
    /// The model's C++ files that run once, by name without suffix.
    pub run_once: Vec<String>,
    /// The files of the runtime that it needs, by name without suffix.
    pub globals: Vec<String>,
    /// Files that Verilator read, except those that the harness generated.
    pub inputs: Vec<PathBuf>,
    /// The ports of the top module.
    pub binding: Binding,
    /// The slots of the state words that have a signal, and how to read them.
    pub states: Vec<(Slot, StateAccess)>,
    /// Whether the inputs have registers, which [`registered::LOAD`] loads.
    pub registered: bool,
}

/// Verilates `design` into folders below `directory`, which it creates, and checks its ports and state words against
/// `interface`.
pub(crate) fn verilate(
    workspace: &Workspace,
    verilator: &Verilator,
    design: &Design,
    interface: &Interface,
    variant: Variant,
    directory: &Path,
) -> Result<Verilated, BuildError> {
    fs::create_dir(directory).map_err(BuildError::io("create", directory))?;
    let prefix = prefix_of(interface);
    let call = Invocation { workspace, verilator, design, variant, prefix: &prefix };
    if let Some(bus) = &design.map().bus {
        return with_bus(&call, bus, interface, directory);
    }
    let wrapper = |ports: &[Port], clock: &str| input_registers::wrapper(&design.top, ports, clock, &design.parameters);
    // With the ports that the design should have, input registers can be generated before the design is elaborated.
    let expected: Vec<Port> = interface.ports.iter().map(|wanted| wanted.port.clone()).collect();
    let expected = wrapper(&expected, CLOCK);
    let inner = directory.join("registered");
    let (plain, early) = std::thread::scope(|scope| {
        let early = (variant == Variant::Fast).then(|| scope.spawn(|| call.registered(&inner, &expected)));
        (call.plain(&directory.join("plain")), early.map(joined))
    });
    let plain = plain?;
    let ports = plain.ports()?.map_err(|what| mismatch(design, vec![what]))?;
    let (binding, states) = check(design, interface, ports, &plain.root()?, &[design.top.as_str()])?;
    let inputs: Vec<_> = plain.inputs()?.into_iter().filter(|file| !file.starts_with(directory)).collect();
    // Waves and coverage are those of the design, without the input registers.
    // Registers would make asynchronous inputs act for a whole cycle.
    let may_register = variant == Variant::Fast
        && binding.asynchronous().next().is_none()
        && !plain.has_loop
        && !call.declares_latches(&inputs)?;
    if !may_register || !input_registers::is_possible(&binding.ports, binding.clock, &plain.code()?) {
        return Verilated::new(&plain, binding, states, inputs, false);
    }
    let text = wrapper(&binding.ports, &binding.ports[binding.clock.0].name);
    let faster = match early {
        Some(early) if text == expected => early?,
        _ => call.registered(&directory.join("as-found"), &text)?,
    };
    let scopes = [input_registers::TOP, input_registers::DESIGN];
    let states =
        found_states(design, interface, &faster.root()?, &scopes).map_err(|faults| mismatch(design, faults))?;
    Verilated::new(&faster, binding, states, inputs, true)
}

/// Ports and state words of the design in its own top module, without anything around it. The folder `directory` is created.
///
/// # Errors
/// [`BuildError::Mismatch`] with all differences from `interface`, and as [`verilate`].
pub(crate) fn elaborated(
    workspace: &Workspace,
    verilator: &Verilator,
    design: &Design,
    interface: &Interface,
    directory: &Path,
) -> Result<Checked, BuildError> {
    let prefix = prefix_of(interface);
    let call = Invocation { workspace, verilator, design, variant: Variant::Fast, prefix: &prefix };
    let plain = call.plain(directory)?;
    let ports = plain.ports()?.map_err(|what| mismatch(design, vec![what]))?;
    check(design, interface, ports, &plain.root()?, &[design.top.as_str()])
}

/// Verilates a design whose register port is a slave of a bus.
fn with_bus(call: &Invocation, bus: &Bus, interface: &Interface, directory: &Path) -> Result<Verilated, BuildError> {
    let design = call.design;
    let ports = call.plain(&directory.join("block"))?.ports()?.map_err(|what| mismatch(design, vec![what]))?;
    let text = bus_wrapper::wrapper(&design.top, &ports, bus, design.map(), &design.parameters);
    let text = text.map_err(|faults| mismatch(design, faults))?;
    let made = call.wrapped(&directory.join("plain"), bus_wrapper::TOP, &text)?;
    let ports = made.ports()?.map_err(|what| mismatch(design, vec![what]))?;
    let scopes = [bus_wrapper::TOP, bus_wrapper::BLOCK];
    let (mut binding, states) = check(design, interface, ports, &made.root()?, &scopes)?;
    // The module lets asynchronous inputs of the block act at the edge; its own ports are as all others.
    binding.bound.iter_mut().for_each(|bound| bound.at.asynchronous = false);
    let inputs: Vec<_> = made.inputs()?.into_iter().filter(|file| !file.starts_with(directory)).collect();
    Verilated::new(&made, binding, states, inputs, false)
}

impl Verilated {
    fn new(
        made: &VerilatorOutput,
        binding: Binding,
        states: Vec<(Slot, StateAccess)>,
        inputs: Vec<PathBuf>,
        registered: bool,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            run_often: made.listed(&["VM_CLASSES_FAST"])?,
            run_once: made.listed(&["VM_CLASSES_SLOW", "VM_SUPPORT_FAST", "VM_SUPPORT_SLOW"])?,
            globals: made.listed(&["VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"])?,
            directory: made.directory.clone(),
            inputs,
            binding,
            states,
            registered,
        })
    }

    /// The C++ between the harness and the model, or the bare loop in place of it.
    pub fn shim(&self, interface: &Interface, variant: Variant) -> String {
        let shim = Shim {
            prefix: &prefix_of(interface),
            binding: &self.binding,
            states: &self.states,
            frame: &interface.frame,
            observation: &interface.observation,
            reset: &interface.reset,
            registered: self.registered,
        };
        match variant {
            Variant::Bare => shim.bare_loop(),
            _ => shim.text(),
        }
    }
}

/// `--prefix`: the class name of the top module.
fn prefix_of(interface: &Interface) -> String {
    let id: String = interface.id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("V{id}")
}

/// Ports and state words of a design that matches its interface.
pub(crate) type Checked = (Binding, Vec<(Slot, StateAccess)>);

/// Ports and state words of the elaborated design, or all mismatches with the interface.
fn check(
    design: &Design,
    interface: &Interface,
    ports: Vec<Port>,
    root: &Root,
    scopes: &[&str],
) -> Result<Checked, BuildError> {
    let mut faults = design.faults.clone();
    let bound = bind(ports, &interface.ports, design.map.as_ref(), design.select.as_deref());
    let binding = bound.map_err(|more| faults.extend(more)).ok();
    let states = found_states(design, interface, root, scopes).map_err(|more| faults.extend(more)).ok();
    match binding.zip(states).filter(|_| faults.is_empty()) {
        Some(checked) => Ok(checked),
        None => Err(mismatch(design, faults)),
    }
}

fn mismatch(design: &Design, faults: Vec<String>) -> BuildError {
    BuildError::Mismatch { design: design.name.clone(), top: design.top.clone(), faults }
}

/// How to read the state words that have a signal in the design at `scopes`, or the mismatches.
fn found_states(
    design: &Design,
    interface: &Interface,
    root: &Root,
    scopes: &[&str],
) -> Result<Vec<(Slot, StateAccess)>, Vec<String>> {
    let (mut states, mut faults) = (Vec::new(), Vec::new());
    for ((name, width), place) in interface.states.iter().zip(&design.states) {
        let (Some(place), Some(slot)) = (place, interface.observation.find(name)) else {
            continue;
        };
        match root.find(scopes, place, *width) {
            Ok(access) => states.push((slot.clone(), access)),
            Err(what) => faults.push(format!("state {name}: {what}")),
        }
    }
    if faults.is_empty() {
        Ok(states)
    } else {
        Err(faults)
    }
}
