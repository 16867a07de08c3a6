//! Commands to the Z-Box that are open.

use super::accumulator::Accumulator;

/// Bits of the accumulator below its carry.
pub const SUM: u32 = 6;
/// The opcode of fill2b, which the Z-Box does not acknowledge (IBBOX-A11).
const FILL2B: u64 = 6;

/// A command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    pub op: u64,
    pub id: u64,
}

/// What is known of commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commands {
    /// Ids, as bits, of commands that are open.
    pub open: u32,
    /// A fill2b command gets its acknowledge in this clock, without the Z-Box.
    pub local_due: bool,
    /// The id of the latest fill2b command (IBBOX-A33).
    pub local_id: u64,
    pub sum: Accumulator,
}

impl Commands {
    /// The register.
    pub fn read(&self) -> u64 {
        u64::from(self.open) << 16 | self.live() << 7 | self.sum.read_value(SUM)
    }

    /// How many are open.
    pub fn live(&self) -> u64 {
        self.open.count_ones().into()
    }

    /// Whether an acknowledge is the first of its command.
    pub fn is_first(&self, id: u64) -> bool {
        self.open >> id & 1 == 1
    }

    /// Whether event 0x22 occurs where it is enabled.
    pub fn is_acknowledged(&self, ack: Option<u64>) -> bool {
        self.local_due || ack.is_some_and(|id| self.is_first(id))
    }

    /// Commands begin and end in a clock. An acknowledge belongs to the older command of its id (IBBOX-A12).
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

    /// Software selects other opcodes: nothing that began before is known any more.
    pub fn forget(&mut self) {
        (self.open, self.local_due) = (0, false);
    }
}
