//! Removes operations: delta debugging over cycles, then over single operations.

use super::search::Search;
use pmu_dut::{Dut, DutError};
use pmu_program::{Access, Expected, Op, OpKind};
use std::ops::Range;

/// Number of parts of the program down to which sequences are removed coarsely.
const COARSE: usize = 64;

impl<D: Dut> Search<'_, D> {
    /// Drops the expectations before the last cycle, as none of them is the failure.
    pub fn drop_expectations(&mut self) -> Result<bool, DutError> {
        let ops = &self.program.ops;
        let last = cycles(ops).last().map_or(0, |range| range.start);
        let mut fewer = Vec::with_capacity(ops.len());
        for (position, op) in ops.iter().enumerate() {
            match &op.kind {
                OpKind::Expect { .. } if position < last => {}
                OpKind::Access(access) if position < last => {
                    let kind = OpKind::Access(Access { expected: Expected::Anything, ..access.clone() });
                    fewer.push(Op { kind, ..*op });
                }
                _ => fewer.push(op.clone()),
            }
        }
        self.accepts(fewer)
    }

    /// Removes sequences of many cycles.
    pub fn remove_coarsely(&mut self) -> Result<bool, DutError> {
        let least = (cycles(&self.program.ops).len() / COARSE).max(1);
        self.remove_parts(cycles, least)
    }

    /// Removes as much as possible: complete cycles first, then single operations.
    pub fn remove(&mut self) -> Result<bool, DutError> {
        let cycles = self.remove_parts(cycles, 1)?;
        Ok(self.remove_parts(|ops| (0..ops.len()).map(|position| position..position + 1).collect(), 1)? || cycles)
    }

    /// Removes sequences of parts, long ones first, down to those of `least` parts.
    ///
    /// If only a sequence of the same duration works, a wait replaces it.
    fn remove_parts(&mut self, split: fn(&[Op]) -> Vec<Range<usize>>, least: usize) -> Result<bool, DutError> {
        let mut shorter = false;
        let mut size = split(&self.program.ops).len();
        while size >= least && !self.is_over() {
            let mut first = 0;
            loop {
                let parts = split(&self.program.ops);
                let Some(start) = parts.get(first).map(|part| part.start) else { break };
                let end = parts[(first + size).min(parts.len()) - 1].end;
                match self.accepts(self.without(start..end, false))? || self.accepts(self.without(start..end, true))? {
                    true => shorter = true,
                    false => first += size,
                }
            }
            size /= 2;
        }
        Ok(shorter)
    }

    /// The operations without those in `range`, or with one wait in their place.
    fn without(&self, range: Range<usize>, wait: bool) -> Vec<Op> {
        let ops = &self.program.ops;
        let cycles = ops[range.clone()].iter().map(Op::cycles).sum();
        let wait = (wait && cycles > 0 && range.len() > 1).then_some(Op { line: 0, kind: OpKind::Wait(cycles) });
        ops[..range.start].iter().cloned().chain(wait).chain(ops[range.end..].iter().cloned()).collect()
    }

    /// Merges consecutive waits into one, then moves the cycles of a wait to the next one or to the one before.
    pub fn merge_waits(&mut self) -> Result<bool, DutError> {
        let mut shorter = self.merge_consecutive_waits()?;
        let mut position = 0;
        while let Some((one, other)) = self.waits_from(position).filter(|_| !self.is_over()) {
            let ops = &self.program.ops;
            let cycles = ops[one].cycles() + ops[other].cycles();
            let merged = |into: usize, from: usize| {
                let mut merged = ops.clone();
                merged[into].kind = OpKind::Wait(cycles);
                merged.remove(from);
                merged
            };
            let (later, earlier) = (merged(other, one), merged(one, other));
            match self.accepts(later)? || self.accepts(earlier)? {
                true => shorter = true,
                false => position = one + 1,
            }
        }
        Ok(shorter)
    }

    /// The next wait and the one after it.
    fn waits_from(&self, position: usize) -> Option<(usize, usize)> {
        let ops = self.program.ops.iter().enumerate().skip(position);
        let mut waits = ops.filter(|(_, op)| matches!(op.kind, OpKind::Wait(_))).map(|(position, _)| position);
        Some((waits.next()?, waits.next()?))
    }

    fn merge_consecutive_waits(&mut self) -> Result<bool, DutError> {
        let mut merged: Vec<Op> = Vec::with_capacity(self.program.ops.len());
        for op in &self.program.ops {
            match (merged.last_mut().map(|last| &mut last.kind), &op.kind) {
                (Some(OpKind::Wait(before)), OpKind::Wait(cycles)) => *before += cycles,
                _ => merged.push(op.clone()),
            }
        }
        Ok(merged.len() < self.program.ops.len() && self.accepts(merged)?)
    }
}

/// The operations of each cycle, or of each wait.
fn cycles(ops: &[Op]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for (position, op) in ops.iter().enumerate() {
        if op.cycles() > 0 {
            ranges.push(start..position + 1);
            start = position + 1;
        }
    }
    ranges
}
