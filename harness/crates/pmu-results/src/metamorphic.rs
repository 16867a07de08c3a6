//! Results of metamorphic checks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A metamorphic check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetamorphicKind {
    /// A read returns the state at the start of its cycle and changes nothing.
    Reads,
    /// An access to a register that does not exist is refused and changes nothing.
    Refused,
    /// After a reset the DUT behaves as if nothing had happened before it.
    Reset,
    /// The same events counted by another counter give the same numbers.
    Moved,
    /// The counts of two parts of a window add up: an increment does not depend on the count.
    Window,
    /// A write to one counter changes no other count.
    Bystander,
    /// A frozen counter that is read twice returns the same value, regardless of what happens between the reads.
    Frozen,
}

impl MetamorphicKind {
    /// All checks, in display order.
    pub const ALL: [Self; 7] =
        [Self::Reads, Self::Refused, Self::Reset, Self::Moved, Self::Window, Self::Bystander, Self::Frozen];

    /// Short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Refused => "refused",
            Self::Reset => "reset",
            Self::Moved => "moved",
            Self::Window => "window",
            Self::Bystander => "bystander",
            Self::Frozen => "frozen",
        }
    }

    /// The metamorphic relation, in one sentence. Results contain the sentences, so they do not change.
    pub fn claim(self) -> &'static str {
        match self {
            Self::Reads => "a read gives the state at the start of its clock and changes nothing",
            Self::Refused => "an access to what does not exist is refused and changes nothing",
            Self::Reset => "after a reset everything is as if nothing had been before it",
            Self::Moved => "the same events moved to another counter give the same numbers",
            Self::Window => "a window that is split in two adds up: what is counted does not depend on the count",
            Self::Bystander => "writing one counter changes no other count",
            Self::Frozen => "a frozen counter read twice gives the same number, whatever happens in between",
        }
    }
}

/// The names of all checks, each with its relation.
pub fn claims() -> impl Iterator<Item = (&'static str, &'static str)> {
    MetamorphicKind::ALL.iter().map(|kind| (kind.name(), kind.claim()))
}

/// Result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MetamorphicResult {
    /// Its name.
    pub name: String,
    /// Its metamorphic relation.
    pub claim: String,
    /// Random programs from which experiments were attempted; 0 if the PMU does not support the check.
    #[serde(default)]
    pub tried: u64,
    /// Experiments that compared at least one value.
    pub experiments: u64,
    /// Cycles of the DUT in these experiments.
    pub cycles: u64,
    /// Values of one run compared with those of another.
    pub values: u64,
    /// The first violation, if any.
    pub violation: Option<Violation>,
}

/// First violation of a check. Numbers are text in hexadecimal, so that no reader loses bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The random program from which both programs were made.
    pub program: String,
    /// Cycle of the second program.
    pub cycle: u64,
    /// The value, such as `core0.PerfCtr1`.
    pub name: String,
    /// The value that follows from the first run.
    pub expected: String,
    /// The value of the DUT.
    pub actual: String,
    /// The files of the two programs, once written.
    #[serde(default)]
    pub programs: Vec<String>,
}

impl Violation {
    /// One line: the cycle and the value.
    pub fn headline(&self) -> String {
        format!("cycle {}: {} expected {}, got {}", self.cycle, self.name, self.expected, self.actual)
    }
}

/// Number of programs from which every check that works makes an experiment.
const ENOUGH: u64 = 8;

impl MetamorphicResult {
    /// Whether the check had enough programs and still compared nothing.
    pub fn is_idle(&self) -> bool {
        self.tried >= ENOUGH && self.experiments == 0
    }

    /// One line that describes the violation.
    pub fn headline(&self) -> Option<String> {
        let violation = self.violation.as_ref()?;
        let claim = &self.claim;
        Some(format!(
            "metamorphic check {} violated in {}: {}; {claim}",
            self.name,
            violation.program,
            violation.headline()
        ))
    }
}
