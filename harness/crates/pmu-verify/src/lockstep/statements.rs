//! The statements of a program with the cycles in which they begin.

use golden_model_core::Pmu;
use pmu_program::Program;

/// The statements of a program, in order.
pub(crate) struct Statements {
    /// First cycle and text of each statement.
    all: Vec<(u64, String)>,
}

impl Statements {
    /// Returns the statements of `program`.
    pub fn new(pmu: &Pmu, program: &Program) -> Self {
        let mut cycle = 0;
        let statement = |op: &pmu_program::Op| {
            let begin = cycle;
            cycle += op.cycles();
            (begin, op.to_text(pmu))
        };
        Self { all: program.ops.iter().map(statement).collect() }
    }

    /// The statements that begin in a cycle.
    pub fn beginning_in(&self, cycle: u64) -> impl Iterator<Item = &str> {
        let first = self.all.partition_point(|(begin, _)| *begin < cycle);
        self.all[first..].iter().take_while(move |(begin, _)| *begin == cycle).map(|(_, text)| text.as_str())
    }

    /// The cycle of the last statements that begin in or before a cycle; `None` before the first.
    pub fn last_beginning(&self, cycle: u64) -> Option<u64> {
        let after = self.all.partition_point(|(begin, _)| *begin <= cycle);
        after.checked_sub(1).map(|last| self.all[last].0)
    }
}
