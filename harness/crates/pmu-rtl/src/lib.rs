//! Turns RTL sources into a model that can be loaded: finds the tools, runs Verilator, generates the shim, compiles,
//! and caches the result. Only this crate calls Verilator.
//!
//! [`ensure_model`] is the entry point. It builds a model when something that it depends on has changed and takes it
//! from the build directory otherwise; several processes can call it at once.

mod adapter;
pub mod board;
mod built;
mod bus_port;
mod cache;
mod connections;
mod counts;
mod design;
mod error;
pub mod lint;
mod model;
mod simulated;
pub mod staged;
mod tools;
mod workspace;
mod wrap;

pub use adapter::{AdaptedRtl, Adapter};
pub use built::{ensure_model, rtl_hash, BuiltModel, RtlFacts};
pub use connections::{ConnectedBits, Connection, Connections};
pub use counts::{CountsError, Kind, Point, Points, COUNTS_SOURCE};
pub use design::{
    configured_files, driver, port_map_choices, rtl_folder, signals, sub_block_files, Driver, Language, RtlFiles,
    RtlSource, SourcePlace, StateWord,
};
pub use error::{BuildError, ErrorKind};
pub use model::Variant;
pub use simulated::{stopped, SimulatedDut};
pub use tools::{
    elaborated_registers, find_compiler, find_counting_verilator, find_verilator, find_yosys, installed_verilator,
    installed_yosys, pinned_verilator_name, Compiler, ToolOrigin, Verilator, Version, Yosys, YosysOutput,
    COUNTING_VERILATOR, OLDEST_VERILATOR,
};
pub use workspace::{ToolChoice, Workspace};
pub use wrap::{BlockFiles, Wrapper};
