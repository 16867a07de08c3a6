//! Divides the programs of a bucket by what their divergence needs, so that a second bug in the same value is seen.

use super::elements::Elements;
use super::{Rig, Shortest, Triage};
use crate::jobs::Interrupted;
use crate::lockstep::Lockstep;
use crate::regression::FailedProgram;
use pmu_results::{Bucket, Divergence, Trigger};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// Most programs of a bucket that are shrunk to find their triggers. Others belong to the first.
const MOST_SHRUNK: usize = 8;

/// A trigger in the making.
struct Part {
    /// The seed of initial values with which the first program diverges, and what it needs. None if it does not diverge alone
    /// and from the start.
    needs: Option<(u32, Elements)>,
    programs: Vec<String>,
}

impl<R: Rig> Triage<'_, R> {
    /// The triggers of a bucket. Adds the shrunk first program of each to `shrunk`, by its entry in the results.
    ///
    /// A program belongs to the first trigger that is enough: without everything else, it diverges in the same register and field.
    /// Without such a trigger, it is shrunk.
    pub(super) fn triggers(
        &self,
        failed: &[FailedProgram],
        bucket: &Bucket,
        shrunk: &mut BTreeMap<usize, Shortest>,
    ) -> Result<Vec<Trigger>, R::Error> {
        let mut parts: Vec<Part> = Vec::new();
        let mut runs = 0;
        for name in &bucket.programs {
            let Some(one) = failed.iter().find(|one| one.divergence.program == *name) else {
                parts.first_mut().into_iter().for_each(|part| part.programs.push(name.clone()));
                continue;
            };
            let position = match self.enough(one, &parts)? {
                Some(position) => position,
                None if runs == MOST_SHRUNK => 0,
                None => {
                    runs += 1;
                    let shortest = self.shortest(one.divergence, one.program)?;
                    let needs = shortest.as_ref().map(|(seed, it)| (*seed, Elements::of(self.pmu, &it.program)));
                    let elements = needs.as_ref().map(|(_, elements)| elements);
                    let is_same = |part: &Part| part.needs.as_ref().map(|(_, elements)| elements) == elements;
                    let known = parts.iter().position(is_same);
                    if known.is_none() {
                        shrunk.insert(one.entry, shortest);
                        parts.push(Part { needs, programs: Vec::new() });
                    }
                    known.unwrap_or(parts.len() - 1)
                }
            };
            parts[position].programs.push(name.clone());
        }
        let trigger = |Part { needs, programs }: Part| {
            let elements = needs.map_or_else(Vec::new, |(_, elements)| elements.names());
            Trigger { elements, programs, repro: None, command: None }
        };
        Ok(parts.into_iter().map(trigger).collect())
    }

    /// The first part whose elements are enough for the divergence of a program.
    fn enough(&self, one: &FailedProgram, parts: &[Part]) -> Result<Option<usize>, R::Error> {
        for (position, part) in parts.iter().enumerate() {
            let Some((seed, elements)) = &part.needs else { continue };
            let rest = elements.only(self.pmu, one.program);
            let mut lockstep = Lockstep::new(self.pmu, self.rig.dut(*seed)?).accepting(self.known);
            let outcome = lockstep.run(&rest, self.stop)?;
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            let is_alike = |found: &Divergence| found.signature.is_alike(&one.divergence.signature);
            if outcome.divergence.as_deref().is_some_and(is_alike) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }
}
