//! Replaces activity on all event lines of a unit by activity on the lines that matter.

use super::search::Search;
use pmu_dut::{Dut, DutError};
use pmu_program::{Activity, Lines, Op, OpKind};

/// Most lines that replace all. With more of them, the program would be longer without being clearer.
const MOST_LINES: usize = 4;

impl<D: Dut> Search<'_, D> {
    /// Names the event lines in each operation that raises or holds all lines of a unit.
    pub fn name_lines(&mut self) -> Result<bool, DutError> {
        let mut simpler = false;
        for position in (0..self.program.ops.len()).rev() {
            let Some(op) = self.program.ops.get(position).cloned() else { continue };
            let (OpKind::Hold(activity) | OpKind::Raise(activity)) = &op.kind else { continue };
            if activity.lines != Lines::All {
                continue;
            }
            let lines = self.fewest_lines(position, &op, activity)?;
            if lines.len() <= MOST_LINES {
                simpler |= self.accepts(self.with_lines(position, &op, activity, &lines))?;
            }
        }
        Ok(simpler)
    }

    /// Lines of the unit without any of which the program does not diverge: delta debugging over the lines.
    fn fewest_lines(&mut self, position: usize, op: &Op, activity: &Activity) -> Result<Vec<usize>, DutError> {
        let events = &self.pmu.description.events;
        let has_line = |line: &usize| events.line_bits(*line, activity.unit).is_some();
        let mut lines: Vec<usize> = (0..events.lines.len()).filter(has_line).collect();
        let mut parts = 2;
        while lines.len() > 1 {
            let size = lines.len().div_ceil(parts);
            let some: Vec<Vec<usize>> = lines.chunks(size).map(<[usize]>::to_vec).collect();
            let rest = some.iter().map(|part| lines.iter().filter(|line| !part.contains(line)).copied().collect());
            // With two parts, the rest of one is the other.
            let rest: Vec<Vec<usize>> = if some.len() > 2 { rest.collect() } else { Vec::new() };
            let mut found = None;
            for (candidate, next) in
                some.into_iter().map(|part| (part, 2)).chain(rest.into_iter().map(|one| (one, parts - 1)))
            {
                if self.is_over() {
                    return Ok(lines);
                }
                if self.diverges(self.with_lines(position, op, activity, &candidate))? {
                    found = Some((candidate, next.max(2)));
                    break;
                }
            }
            match found {
                Some((fewer, next)) => (lines, parts) = (fewer, next),
                None if size == 1 => break,
                None => parts = (parts * 2).min(lines.len()),
            }
        }
        Ok(lines)
    }

    /// The program with an operation for each of these lines in place of the one for all.
    fn with_lines(&self, position: usize, op: &Op, activity: &Activity, lines: &[usize]) -> Vec<Op> {
        let events = &self.pmu.description.events;
        let named = lines.iter().map(|&line| {
            let count = activity.count.min(events.lines[line].max);
            let activity = Activity { lines: Lines::One(line), count, ..activity.clone() };
            let kind = match op.kind {
                OpKind::Hold(_) => OpKind::Hold(activity),
                _ => OpKind::Raise(activity),
            };
            Op { kind, ..*op }
        });
        let ops = &self.program.ops;
        ops[..position].iter().cloned().chain(named).chain(ops[position + 1..].iter().cloned()).collect()
    }
}
