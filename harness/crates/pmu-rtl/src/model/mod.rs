//! From a design to a model library: Verilate, bind the ports, find the state, generate the shim, compile.

pub(crate) mod bare_loop;
pub(crate) mod binding;
pub(crate) mod bus_address;
pub(crate) mod bus_wrapper;
pub(crate) mod compile;
pub(crate) mod cpp;
pub(crate) mod elaborated_ports;
pub(crate) mod headers;
pub(crate) mod input_registers;
pub(crate) mod invocation;
pub(crate) mod locate;
pub(crate) mod shim;
pub(crate) mod state;
pub(crate) mod variant;
pub(crate) mod verilate;
pub(crate) mod verilator_output;

pub use variant::Variant;
pub(crate) use verilate::{elaborated, verilate};

use crate::cache::key::Components;

/// The code that determines the contents of a library: when it changes, libraries are rebuilt.
const GENERATOR: [(&str, &str); 17] = [
    ("bare loop", include_str!("bare_loop.rs")),
    ("connection of a bus", include_str!("bus_wrapper.rs")),
    ("address of a bus", include_str!("bus_address.rs")),
    ("bridges to a bus", bus_wrapper::BRIDGES),
    ("registers before inputs", include_str!("input_registers.rs")),
    ("shim generator", include_str!("shim.rs")),
    ("C++ expressions", include_str!("cpp.rs")),
    ("state generator", include_str!("state.rs")),
    ("Verilator call", include_str!("invocation.rs")),
    ("Verilator's files", include_str!("verilator_output.rs")),
    ("check of the design", include_str!("verilate.rs")),
    ("variant flags", include_str!("variant.rs")),
    ("port reader", include_str!("elaborated_ports.rs")),
    ("port binder", include_str!("binding.rs")),
    ("port finder", include_str!("locate.rs")),
    ("C++ call", include_str!("compile.rs")),
    ("headers", include_str!("headers.rs")),
];

/// Dependencies of a library other than its design and the tools.
pub(crate) fn generator() -> Components {
    let mut components = Components::default();
    GENERATOR.iter().for_each(|(name, text)| components.content(*name, text.as_bytes()));
    components
}
