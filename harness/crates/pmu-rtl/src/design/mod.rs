//! An RTL as the build takes it, whichever way it was named.

pub(crate) mod absent;
pub(crate) mod code;
pub(crate) mod declared;
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod inputs;
pub(crate) mod load;
pub(crate) mod manifest;
pub(crate) mod parameters;
pub(crate) mod place;
pub(crate) mod port_map;
pub(crate) mod rtl_design;
pub(crate) mod source;
pub(crate) mod state_path;
pub(crate) mod wanted;

pub use declared::{declarations, Declaration};
pub use files::{RtlFiles, StateWord};
pub use source::RtlSource;
