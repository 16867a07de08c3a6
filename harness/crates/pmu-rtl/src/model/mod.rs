//! From a design to a model library: Verilate, bind the ports, find the state, write the shim, compile.

mod bare;
mod bind;
mod call;
mod compile;
mod cpp;
mod elaborated;
mod headers;
mod locate;
mod made;
mod registered;
mod shim;
mod state;
mod variant;
mod verilate;

pub(crate) use compile::Build;
pub use variant::Variant;
pub(crate) use verilate::{verilate, Verilated};

use crate::cache::Components;

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
