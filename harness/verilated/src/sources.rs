//! The C++ that a build compiles into every model library.

/// A file that the compiler must find by name on the include path.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// File name.
    pub name: &'static str,
    /// Content.
    pub text: &'static str,
}

/// The headers that a generated shim includes, [`COUNTS`] and [`PRINT`].
pub const HEADERS: [Source; 4] = [
    Source { name: "verilated_abi.h", text: include_str!("../include/verilated_abi.h") },
    Source { name: "verilated_shim.h", text: include_str!("../shim/verilated_shim.h") },
    Source { name: COUNTS, text: include_str!("../shim/verilated_toggles.h") },
    Source { name: PRINT, text: include_str!("../shim/verilated_print.h") },
];

/// Included first in the sources of a model with coverage: replaces a function of Verilator's runtime that miscounts.
pub const COUNTS: &str = "verilated_toggles.h";

/// Included first in the files of Verilator's runtime: redirects its messages to [`STOP`].
pub const PRINT: &str = "verilated_print.h";

/// Replaces the handlers of Verilator's runtime for `$stop`, `$finish`, errors and messages. The runtime must be compiled with
/// [`RUNTIME_DEFINES`], which exclude its own handlers.
pub const STOP: Source = Source { name: "verilated_stop.cpp", text: include_str!("../shim/verilated_stop.cpp") };

/// Preprocessor symbols for Verilator's runtime.
pub const RUNTIME_DEFINES: [&str; 3] = ["VL_USER_FINISH", "VL_USER_STOP", "VL_USER_FATAL"];
