//! Finds and installs the programs that a build calls.

pub(crate) mod process;
pub(crate) mod toolchain;
pub(crate) mod wheel;
pub(crate) mod yosys;

pub use toolchain::{
    find_compiler, find_counting_verilator, find_verilator, Compiler, ToolOrigin, Verilator, Version, OLDEST_VERILATOR,
};
pub use yosys::{find_yosys, Yosys, YosysOutput};
