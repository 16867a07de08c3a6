//! Makes the body of a repetition shorter, in all of its repetitions at the same time. One repetition alone often cannot be shortened,
//! because what counts is that all of them do the same.

use super::search::Search;
use super::simpler::{fewer, replacements};
use pmu_dut::{Dut, DutError};
use pmu_program::{rolled, Op, Run};

impl<D: Dut> Search<'_, D> {
    /// Removes operations from the bodies of repetitions, replaces them by simpler ones, or reduces their number.
    pub fn shorten_repetitions(&mut self) -> Result<bool, DutError> {
        let mut shorter = false;
        let mut first = 0;
        while let Some(run) = self.repetition_from(first).filter(|_| !self.is_over()) {
            first = run.all().end;
            let body: Vec<Op> = self.program.ops[run.items.clone()].to_vec();
            for times in fewer(run.times as u64) {
                if self.accepts(self.with(&run, &body, times as usize))? {
                    shorter = true;
                    first = run.items.start;
                    break;
                }
            }
            if first == run.items.start {
                continue;
            }
            for position in 0..body.len() {
                let mut without = body.clone();
                without.remove(position);
                if self.accepts(self.with(&run, &without, run.times))? || self.replaces(&run, position)? {
                    shorter = true;
                    first = run.items.start;
                    break;
                }
            }
        }
        Ok(shorter)
    }

    /// Replaces an operation of the body by a simpler one in all repetitions.
    fn replaces(&mut self, run: &Run, position: usize) -> Result<bool, DutError> {
        let mut body: Vec<Op> = self.program.ops[run.items.clone()].to_vec();
        for kind in replacements(self.pmu, &body[position].kind) {
            body[position].kind = kind;
            if self.accepts(self.with(run, &body, run.times))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn repetition_from(&self, first: usize) -> Option<Run> {
        rolled(&self.program.ops).into_iter().find(|run| run.times > 1 && run.items.start >= first)
    }

    /// The program with another body or number of a repetition.
    fn with(&self, run: &Run, body: &[Op], times: usize) -> Vec<Op> {
        let ops = &self.program.ops;
        let all = run.all();
        let repeated = std::iter::repeat_n(body, times).flatten();
        ops[..all.start].iter().chain(repeated).chain(&ops[all.end..]).cloned().collect()
    }
}
