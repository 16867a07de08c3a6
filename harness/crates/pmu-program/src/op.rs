//! Operations of a program: resolved statements after loops are unrolled.

/// One operation and its line in the program (0 if generated).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Op {
    /// Line in the source file, from 1.
    pub line: u32,
    /// Action of the operation.
    pub kind: OpKind,
}

impl Op {
    /// Number of cycles that the operation takes.
    pub fn cycles(&self) -> u64 {
        match self.kind {
            OpKind::Access(_) | OpKind::Reset(_) => 1,
            OpKind::Wait(cycles) => cycles,
            _ => 0,
        }
    }
}

/// Kind of an operation.
///
/// `Access`, `Reset` and `Wait` take cycles. The others apply to the cycle that the next of these ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// Drive an input, or a field of one, with a value from this cycle on.
    Set(Assignment),
    /// Drive an input, or a field of one, with a value in this cycle only.
    Pulse(Assignment),
    /// Drive the inputs of a transaction.
    Report(Box<TransactionDrive>),
    /// Drive occurrences of events in this cycle only.
    Raise(Activity),
    /// Drive occurrences of events in this cycle and all following ones.
    Hold(Activity),
    /// Expect a value of an output, a state word or a field of one in this cycle.
    Expect {
        /// Compared bits.
        target: Target,
        /// Expected value.
        value: u64,
    },
    /// Access a register; one cycle.
    Access(Access),
    /// Reset for one cycle, with an optional access in the same cycle.
    Reset(Option<Access>),
    /// Wait for this number of cycles without an access.
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
    /// Value; fits into `width` bits.
    pub value: u64,
}

/// A transaction, or an event on a lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionDrive {
    /// Position in the description's transactions.
    pub transaction: usize,
    /// Value of each field of the transaction; none where the program gives no value.
    pub given: Vec<Option<u64>>,
    /// Duration for which the inputs are driven.
    pub lasting: Duration,
}

/// Duration for which a transaction is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duration {
    /// This cycle only.
    Raised,
    /// This cycle and all following ones, until the next `hold` of the transaction.
    Held,
    /// Ends a held transaction.
    Off,
}

/// Occurrences on event lines of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Activity {
    /// Position in the description's units.
    pub unit: usize,
    /// Lines with occurrences.
    pub lines: Lines,
    /// Occurrences in each cycle.
    pub count: u64,
}

/// One event line, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Position in the description's event lines; the unit has this line.
    One(usize),
    /// Every line of the unit.
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
    /// Extracts these bits from an observation.
    pub fn get(&self, pmu: &golden_model_core::Pmu, observation: &[u64]) -> u64 {
        self.of(pmu.observation.slots()[self.slot].get(observation))
    }

    /// Extracts these bits from the value of the slot.
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
    /// Expected response.
    pub expected: Expected,
}

/// Expected response to an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Any response on which DUT and model agree.
    Anything,
    /// Accepted.
    Accepted,
    /// Refused.
    Refused,
    /// Accepted, with this value in these bits of the read data.
    Value {
        /// Lowest bit.
        low: u32,
        /// Width in bits.
        width: u32,
        /// Value of these bits.
        value: u64,
    },
}
