//! The kinds of build of one RTL.

use std::fmt;
use std::path::Path;
use verilated::sources::COUNTS;

/// What a model library can do besides running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Nothing else: the fastest.
    Fast,
    /// Writes waves in the VCD format; five times slower while it does.
    Trace,
    /// Writes waves in the FST format, which is far smaller. Its runtime needs the development files of zlib and, from
    /// some version of Verilator on, those of lz4.
    Fst,
    /// Counts line and toggle coverage; up to eight times slower.
    Coverage,
    /// No model to be stepped but a loop in C++ that checks nothing, which benchmarks compare with: its library has
    /// `bare_new`, `bare_run` and `bare_delete`.
    Bare,
}

impl Variant {
    /// Name of its folder and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Trace => "trace",
            Self::Fst => "fst",
            Self::Coverage => "coverage",
            Self::Bare => "bare",
        }
    }

    /// The widest signal whose bits [`Variant::Coverage`] counts.
    pub const WIDEST_COUNTED: u32 = 256;

    /// Flags of Verilator. Waves have no limit of width, or the event vectors would be left out. The bits of wider signals
    /// than the widest are not counted: each would be a point of coverage in every instance that the vector passes, and a
    /// golden model counts events anyway. Plain `--coverage` would add user coverage points, on which some builds of
    /// Verilator 5.048 crash.
    pub(crate) fn verilator_flags(self) -> Vec<String> {
        let widest = Self::WIDEST_COUNTED.to_string();
        let flags: &[&str] = match self {
            Self::Fast | Self::Bare => &[],
            Self::Trace => &["--trace", "--trace-max-width", "0", "--trace-max-array", "0"],
            Self::Fst => &["--trace-fst", "--trace-max-width", "0", "--trace-max-array", "0"],
            Self::Coverage => &["--coverage-line", "--coverage-toggle", "--coverage-max-width", &widest],
        };
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    /// Options of the compiler: what the shim's header reads, and little optimisation. Verilator has done most of it: with
    /// more the model compiles twice as long and runs up to 8 % faster, which cannot be seen in lockstep. With coverage,
    /// where the code that looks for changes is many times that of the model, it would compile for minutes; without any
    /// optimisation it runs four times slower. What others are compared with has all of it.
    pub(crate) fn options(self) -> Vec<String> {
        let define = |name: &str, on: bool| format!("-D{name}={}", u32::from(on));
        let mut options = vec![
            define("VM_TRACE", matches!(self, Self::Trace | Self::Fst)),
            define("VM_TRACE_FST", self == Self::Fst),
            define("VM_COVERAGE", self == Self::Coverage),
        ];
        if self != Self::Bare {
            options.push("-O1".to_owned());
        }
        if self == Self::Coverage {
            options.extend(["-include", COUNTS].map(str::to_owned));
        }
        options
    }

    /// Libraries of the system that the runtime in `include` calls.
    pub(crate) fn system_libraries(self, include: &Path) -> &'static [&'static str] {
        match self {
            // Older versions bring lz4 along.
            Self::Fst if include.join("gtkwave/lz4.c").is_file() => &["-lz"],
            Self::Fst => &["-lz", "-llz4"],
            _ => &[],
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
