//! The kinds of build of one RTL.

use std::fmt;
use std::path::Path;
use verilated::sources::COUNTS;

/// Features of a model library in addition to running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// None: the fastest.
    Fast,
    /// Writes waves in the VCD format; five times slower while it does.
    Trace,
    /// Writes waves in the FST format, which is far smaller. Its runtime needs the development files of zlib and, in
    /// newer versions of Verilator, those of lz4.
    Fst,
    /// Counts line and toggle coverage; up to eight times slower.
    Coverage,
    /// Not a model but a C++ loop that checks nothing, the baseline of benchmarks: its library has `bare_new`,
    /// `bare_run` and `bare_delete`.
    Bare,
}

impl Variant {
    /// Its name in folders and messages.
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

    /// Flags of Verilator. Waves have no limit of width, or the event vectors would be missing. For coverage, bits of
    /// signals wider than the limit are not counted: each would be a coverage point in every instance that the vector
    /// passes through, and the golden model counts events anyway. Plain `--coverage` would add user coverage points, on
    /// which some builds of Verilator 5.048 crash.
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

    /// Options of the compiler: the defines of the shim's header, and little optimisation. Verilator has done most of
    /// it: with more the model takes twice as long to compile and runs up to 8 % faster, which is not measurable in
    /// lockstep. With coverage, where the toggle code is many times that of the model, it would compile for minutes;
    /// without any optimisation it runs four times slower. The baseline of benchmarks is fully optimised.
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

    /// System libraries that the runtime in `include` calls.
    pub(crate) fn system_libraries(self, include: &Path) -> &'static [&'static str] {
        match self {
            // Older versions include lz4.
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
