//! The kinds of build of one RTL.

use std::fmt;

/// What a model library can do besides running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Nothing else: the fastest.
    Fast,
    /// Writes waves; five times slower while it does.
    Trace,
    /// Counts line and toggle coverage; up to eight times slower.
    Coverage,
}

impl Variant {
    /// Name of its folder and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Trace => "trace",
            Self::Coverage => "coverage",
        }
    }

    /// Flags of Verilator. Waves have no limit of width, or the event vectors would be left out. The bits of signals of
    /// more than 256 bits are not counted: each would be a point of coverage in every instance that the vector passes,
    /// and a golden model counts events anyway. Plain `--coverage` would add user coverage points, on which some builds
    /// of Verilator 5.048 crash.
    pub(super) fn verilator_flags(self) -> &'static [&'static str] {
        match self {
            Self::Fast => &[],
            Self::Trace => &["--trace", "--trace-max-width", "0", "--trace-max-array", "0"],
            Self::Coverage => &["--coverage-line", "--coverage-toggle"],
        }
    }

    /// Options of the compiler that define what the shim's header reads.
    pub(super) fn defines(self) -> Vec<String> {
        let define = |name: &str, on: bool| format!("-D{name}={}", u32::from(on));
        vec![define("VM_TRACE", self == Self::Trace), define("VM_COVERAGE", self == Self::Coverage)]
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
