//! An RTL as input of the build, from a manifest or a folder.

pub(crate) mod bus;
pub(crate) mod code;
pub(crate) mod configured;
pub(crate) mod driver;
pub(crate) mod files;
pub(crate) mod inputs;
pub(crate) mod interface;
pub(crate) mod language;
pub(crate) mod load;
pub(crate) mod manifest;
pub(crate) mod missing_ports;
pub(crate) mod parameters;
pub(crate) mod port_map;
pub(crate) mod precheck;
pub(crate) mod registers;
pub(crate) mod rtl_design;
pub(crate) mod signals;
pub(crate) mod source;
pub(crate) mod source_folder;
pub(crate) mod source_list;
pub(crate) mod state_path;
pub(crate) mod state_placement;
pub(crate) mod structure;
pub(crate) mod sub_block;

pub use configured::{configured_files, rtl_folder};
pub use driver::{driver, Driver};
pub use files::{RtlFiles, StateWord};
pub use language::Language;
pub use port_map::port_map_choices;
pub use registers::registers;
pub use signals::signals;
pub use source::RtlSource;
pub use sub_block::sub_block_files;
