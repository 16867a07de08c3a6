//! From a design to a model library: Verilate, bind the ports, find the state, write the shim, compile.

pub(crate) mod bare;
pub(crate) mod bind;
pub(crate) mod call;
pub(crate) mod compile;
pub(crate) mod cpp;
pub(crate) mod elaborated;
pub(crate) mod headers;
pub(crate) mod locate;
pub(crate) mod made;
pub(crate) mod registered;
pub(crate) mod shim;
pub(crate) mod state;
pub(crate) mod variant;
pub(crate) mod verilate;

pub use variant::Variant;
pub(crate) use verilate::verilate;

use crate::cache::key::Components;

/// The code that decides what a library contains: when it changes, libraries are built again.
const GENERATOR: [(&str, &str); 14] = [
    ("bare loop", include_str!("bare.rs")),
    ("registers before inputs", include_str!("registered.rs")),
    ("shim generator", include_str!("shim.rs")),
    ("C++ expressions", include_str!("cpp.rs")),
    ("state generator", include_str!("state.rs")),
    ("Verilator call", include_str!("call.rs")),
    ("Verilator's files", include_str!("made.rs")),
    ("check of the design", include_str!("verilate.rs")),
    ("variant flags", include_str!("variant.rs")),
    ("port reader", include_str!("elaborated.rs")),
    ("port binder", include_str!("bind.rs")),
    ("port finder", include_str!("locate.rs")),
    ("C++ call", include_str!("compile.rs")),
    ("headers", include_str!("headers.rs")),
];

/// What a library depends on besides its design and the tools.
pub(crate) fn generator() -> Components {
    let mut components = Components::default();
    GENERATOR.iter().for_each(|(name, text)| components.content(*name, text.as_bytes()));
    components
}
