//! What the checks of the device without a model have given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A check of the device against itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetamorphicKind {
    /// A read gives the state at the start of its clock and changes nothing.
    Reads,
    /// An access to what does not exist is refused and changes nothing.
    Refused,
    /// After a reset everything is as if nothing had been before it.
    Reset,
    /// The same events moved to another counter give the same numbers.
    Moved,
    /// A window that is split in two adds up: what is counted does not depend on the count.
    Window,
    /// Writing one counter changes no other count.
    Bystander,
    /// A frozen counter read twice gives the same number, whatever happens in between.
    Frozen,
}

impl MetamorphicKind {
    /// All of them, in the order of documents.
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

    /// What it claims of the device, in a sentence.
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

/// The names of all checks, with what they claim.
pub fn claims() -> impl Iterator<Item = (&'static str, &'static str)> {
    MetamorphicKind::ALL.iter().map(|kind| (kind.name(), kind.claim()))
}

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MetamorphicResult {
    /// Its name.
    pub name: String,
    /// What it claims of the device.
    pub claim: String,
    /// Random programs out of which an experiment was to be made; 0 where the PMU gives no occasion.
    #[serde(default)]
    pub tried: u64,
    /// Experiments in which something was compared.
    pub experiments: u64,
    /// Clocks of the device in them.
    pub cycles: u64,
    /// Values of one run held against those of another.
    pub values: u64,
    /// The first violation, if any.
    pub violation: Option<Violation>,
}

/// Where a check fails. Numbers are text in hexadecimal, so that no reader loses bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The random program that both programs are made of.
    pub program: String,
    /// Clock of the second program.
    pub cycle: u64,
    /// The value, such as `core0.PerfCtr1`.
    pub name: String,
    /// What follows from the first run.
    pub expected: String,
    /// What the device shows.
    pub actual: String,
    /// The two programs, once they are written.
    #[serde(default)]
    pub programs: Vec<String>,
}

impl Violation {
    /// One line: where and what.
    pub fn headline(&self) -> String {
        format!("cycle {}: {} expected {}, got {}", self.cycle, self.name, self.expected, self.actual)
    }
}

/// Programs out of which every check that works makes an experiment.
const ENOUGH: u64 = 8;

impl MetamorphicResult {
    /// Whether it had occasion enough and yet compared nothing, so that it says nothing about the device.
    pub fn is_idle(&self) -> bool {
        self.tried >= ENOUGH && self.experiments == 0
    }

    /// One line about a violation.
    pub fn headline(&self) -> Option<String> {
        let violation = self.violation.as_ref()?;
        let claim = &self.claim;
        Some(format!("oracle {} violated in {}: {}; {claim}", self.name, violation.program, violation.headline()))
    }
}
