//! The operations of a program: what is left when names are resolved and loops are unrolled.

/// One operation and the line of the program that it comes from (0 where it was generated).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Op {
    /// Line in the source file, from 1.
    pub line: u32,
    /// What to do.
    pub kind: OpKind,
}

impl Op {
    /// Number of clocks that it ends.
    pub fn cycles(&self) -> u64 {
        match self.kind {
            OpKind::Access(_) | OpKind::Reset(_) => 1,
            OpKind::Wait(cycles) => cycles,
            _ => 0,
        }
    }
}

/// What an operation does. `Access`, `Reset` and `Wait` take time; the others belong to the clock that the next of these ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// An input, or a part of one, keeps this value from now on.
    Set(Assignment),
    /// An input, or a part of one, has this value in this clock only.
    Pulse(Assignment),
    /// Several inputs that tell something together.
    Report(Box<TransactionDrive>),
    /// Occurrences in this clock only.
    Raise(Activity),
    /// Occurrences in this and every following clock.
    Hold(Activity),
    /// A value that an output, a state word or a part of it must have in this clock.
    Expect {
        /// Where to look.
        target: Target,
        /// What to find there.
        value: u64,
    },
    /// A register access: one clock.
    Access(Access),
    /// A clock with reset, and perhaps an access in it.
    Reset(Option<Access>),
    /// This many clocks without an access.
    Wait(u64),
}

/// A value for bits of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    /// Position in the description's inputs.
    pub input: usize,
    /// Lowest bit within the input.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
    /// Value, of that width.
    pub value: u64,
}

/// A report, or an event on a lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionDrive {
    /// Position in the description's reports.
    pub transaction: usize,
    /// For each of its fields what the input is, where the program says it.
    pub given: Vec<Option<u64>>,
    /// For how long.
    pub lasting: Duration,
}

/// For how long a report stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duration {
    /// In this clock only.
    Raised,
    /// Until it is held otherwise.
    Held,
    /// No longer.
    Off,
}

/// Occurrences on event lines of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Activity {
    /// Position in the description's units.
    pub unit: usize,
    /// Which lines.
    pub lines: Lines,
    /// Occurrences in each clock.
    pub count: u64,
}

/// One event line, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Position in the catalogue's lines; the unit carries the line.
    One(usize),
    /// Every line that the unit carries.
    All,
}

/// Bits of an observation slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Position in the observation layout.
    pub slot: usize,
    /// Lowest bit within the slot.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
}

impl Target {
    /// The value of these bits in an observation.
    pub fn get(&self, pmu: &golden_model::Pmu, observation: &[u64]) -> u64 {
        self.of(pmu.observation.slots()[self.slot].get(observation))
    }

    /// The value of these bits in the slot's value.
    pub fn of(&self, slot_value: u64) -> u64 {
        let mask = if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 };
        (slot_value >> self.low) & mask
    }
}

/// A request on the register port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Value of `bus_space`.
    pub space: u32,
    /// Value of `bus_unit`.
    pub unit: u32,
    /// Value of `bus_addr`.
    pub address: u32,
    /// Data of a write; none for a read.
    pub write: Option<u64>,
    /// What the answer must be.
    pub expected: Expected,
}

/// What the answer to an access must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Anything that device and model agree on.
    Anything,
    /// Not refused.
    Accepted,
    /// Refused.
    Refused,
    /// Not refused, with this value in these bits of the read data.
    Value {
        /// Lowest bit.
        low: u32,
        /// Width in bits.
        width: u32,
        /// Value of these bits.
        value: u64,
    },
}
