//! Finds and installs the programs that a build calls.

pub(crate) mod process;
mod registers;
pub(crate) mod toolchain;
pub(crate) mod verilator_messages;
pub(crate) mod wheel;
pub(crate) mod yosys;

pub use registers::elaborated_registers;
pub use toolchain::{
    find_compiler, find_counting_verilator, find_verilator, installed_verilator, pinned_verilator_name, Compiler,
    ToolOrigin, Verilator, Version, COUNTING_VERILATOR, OLDEST_VERILATOR,
};
pub use yosys::{find_yosys, installed_yosys, Yosys, YosysOutput};
