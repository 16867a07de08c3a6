//! The programs that a build calls, and where they come from.

mod run;
mod toolchain;
mod wheel;
mod yosys;

pub(crate) use run::{last_lines, marked_lines, run};
pub use toolchain::{
    find_compiler, find_counting_verilator, find_verilator, Compiler, Found, Verilator, Version, OLDEST_VERILATOR,
};
pub use yosys::{find_yosys, Yosys};
