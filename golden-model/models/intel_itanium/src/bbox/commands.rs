//! Open commands to the Z-Box.

use super::accumulator::Accumulator;

/// Width of the accumulator without its carry, in bits.
pub const SUM: u32 = 6;
/// The opcode of fill2b, which the Z-Box does not acknowledge (IBBOX-A11).
const FILL2B: u64 = 6;

/// A command to the Z-Box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    pub op: u64,
    pub id: u64,
}

/// State of the commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// Ids of open commands, one bit each.
    pub open: u32,
    /// A fill2b command is acknowledged in this cycle, without the Z-Box.
    pub local_due: bool,
    /// The id of the last fill2b command (IBBOX-A33).
    pub local_id: u64,
    pub sum: Accumulator,
}

impl Commands {
    /// Returns the value of the register.
    pub fn read(&self) -> u64 {
        u64::from(self.open) << 16 | self.live() << 7 | self.sum.read_value(SUM)
    }

    /// Returns the number of open commands.
    pub fn live(&self) -> u64 {
        self.open.count_ones().into()
    }

    /// Whether an acknowledge of this id would be the first of its command.
    pub fn is_first(&self, id: u64) -> bool {
        self.open >> id & 1 == 1
    }

    /// Whether event 0x22 occurs, if it is enabled.
    pub fn is_acknowledged(&self, ack: Option<u64>) -> bool {
        self.local_due || ack.is_some_and(|id| self.is_first(id))
    }

    /// Updates the open commands at the end of a cycle. An acknowledge belongs to the older command with its id (IBBOX-A12).
    pub fn follow(&mut self, command: Option<Command>, ack: Option<u64>, z_op: u64) {
        let local = self.local_due.then_some(self.local_id);
        for id in [local, ack].into_iter().flatten() {
            self.open &= !(1 << id);
        }
        let command = command.filter(|command| z_op >> command.op & 1 == 1);
        if let Some(Command { id, .. }) = command {
            self.open |= 1 << id;
        }
        let local = command.filter(|command| command.op == FILL2B);
        self.local_due = local.is_some();
        self.local_id = local.map_or(self.local_id, |command| command.id);
    }

    /// Discards all open commands, because software selects other opcodes.
    pub fn forget(&mut self) {
        (self.open, self.local_due) = (0, false);
    }
}
