//! The values that are not compared for the rest of a program, because a known divergence has occurred.

use super::diagnosis::hex_words;
use crate::known::{Known, KnownUse, Location};
use golden_model_core::description::BUS_REQUEST;
use golden_model_core::{Pmu, Slot};
use pmu_program::Target;
use pmu_results::KnownOccurrence;

/// Number of ports that select the access of a cycle: all of the request except the write data.
const REQUEST: usize = BUS_REQUEST.len() - 1;

/// Values of the ports that select an access; all 0 without an access.
type Request = [u64; REQUEST];

/// The masks of the program that runs.
pub(super) struct Masks<'p> {
    known: &'p Known,
    request: [Slot; REQUEST],
    /// For each slot, whether it belongs to the response of the register port.
    is_response: Vec<bool>,
    masks: Vec<Mask>,
    uses: Vec<KnownUse>,
}

/// Bits of a value that are not compared.
struct Mask {
    /// Position of the entry.
    entry: usize,
    slot: usize,
    /// The bits of the value, the lowest 64 first.
    bits: Vec<u64>,
    /// Of a response: the access.
    request: Option<Request>,
    /// Cycle of the first difference.
    since: u64,
}

/// A batch in which values differ.
pub(super) struct Compared<'b> {
    /// Name of the program.
    pub program: &'b str,
    /// Cycle of the program at which the batch starts.
    pub start: u64,
    /// The frames.
    pub frames: &'b [u64],
    /// The last frame of the previous batch.
    pub before: Option<&'b [u64]>,
    /// The observations of the DUT.
    pub actual: &'b [u64],
    /// The observations of the golden model.
    pub expected: &'b [u64],
}

impl<'p> Masks<'p> {
    pub fn new(pmu: &Pmu, known: &'p Known) -> Self {
        let slots = pmu.observation.slots().iter();
        Self {
            known,
            request: std::array::from_fn(|position| pmu.frame.slot(BUS_REQUEST[position].0)),
            is_response: slots.map(|slot| matches!(slot.name.as_str(), "bus_error" | "bus_rdata")).collect(),
            masks: Vec::new(),
            uses: Vec::new(),
        }
    }

    /// Removes all masks and uses before a program.
    pub fn reset(&mut self) {
        self.masks.clear();
        self.uses = vec![KnownUse::default(); self.known.len()];
    }

    /// Returns the uses of each entry in the program.
    pub fn take(&mut self) -> Vec<KnownUse> {
        std::mem::take(&mut self.uses)
    }

    /// Returns the masks of state words and outputs: slot and bits. They apply to every cycle.
    pub fn of_words(&self) -> impl Iterator<Item = (usize, &[u64])> {
        self.masks.iter().filter(|mask| mask.request.is_none()).map(|mask| (mask.slot, mask.bits.as_slice()))
    }

    /// Returns the bits of one word of a value that are not compared in a cycle with this frame.
    pub fn hidden(&self, slot: usize, word: usize, frame: &[u64]) -> u64 {
        if self.masks.is_empty() {
            return 0;
        }
        let here = self.is_response[slot].then(|| self.request_in(frame));
        let own = self.masks.iter().filter(|mask| mask.slot == slot && mask.request == here);
        own.map(|mask| mask.bits[word]).fold(0, |all, bits| all | bits)
    }

    /// Returns whether bits of a target are not compared in a cycle with this frame.
    pub fn hides(&self, target: &Target, frame: &[u64]) -> bool {
        target.of(self.hidden(target.slot, 0, frame)) != 0
    }

    /// Returns whether the response to the access of this frame is not compared, or not all of it.
    pub fn hides_response(&self, frame: &[u64]) -> bool {
        self.masks.iter().any(|mask| mask.request == Some(self.request_in(frame)))
    }

    /// Counts an expectation that was not checked on the DUT.
    pub fn count_expectation(&mut self, target: &Target, frame: &[u64]) {
        let here = self.is_response[target.slot].then(|| self.request_in(frame));
        let is_own = |mask: &&Mask| mask.slot == target.slot && mask.request == here && target.of(mask.bits[0]) != 0;
        if let Some(mask) = self.masks.iter().find(is_own) {
            self.uses[mask.entry].expectations += 1;
        }
    }

    /// Masks those of the differing `slots` of a cycle that entries accept. Returns whether there is one.
    pub fn accept(&mut self, pmu: &Pmu, batch: &Compared, cycle: u64, slots: &[usize]) -> bool {
        let index = (cycle - batch.start) as usize;
        let words = pmu.frame.words();
        let frame = |index: usize| &batch.frames[index * words..(index + 1) * words];
        let before = index.checked_sub(1).map_or(batch.before, |index| Some(frame(index)));
        let observation = |all: &'_ [u64], slot: usize| {
            let words = pmu.observation.words();
            pmu.observation.slots()[slot].value(&all[index * words..(index + 1) * words])
        };
        let mut accepted = false;
        for &slot in slots {
            let (expected, actual) = (observation(batch.expected, slot), observation(batch.actual, slot));
            let differing =
                |(word, (one, other)): (usize, (&u64, &u64))| (one ^ other) & !self.hidden(slot, word, frame(index));
            let differing: Vec<u64> = expected.iter().zip(&actual).enumerate().map(differing).collect();
            let location = Location { slot, frame: frame(index), before };
            let Some((entry, bits)) = self.known.accepting(pmu, &location, &differing) else { continue };
            let place = &pmu.observation.slots()[slot];
            let difference = format!(
                "{} expected {}, got {}",
                place.name,
                hex_words(&expected, place.width),
                hex_words(&actual, place.width)
            );
            if self.masks.iter().all(|mask| mask.entry != entry) {
                let first = KnownOccurrence { program: batch.program.to_owned(), cycle, difference };
                self.uses[entry] = KnownUse { programs: 1, first: Some(first), ..KnownUse::default() };
            }
            let request = self.is_response[slot].then(|| self.request_in(frame(index)));
            self.masks.push(Mask { entry, slot, bits, request, since: cycle });
            accepted = true;
        }
        accepted
    }

    /// Counts the values of the cycles of a batch before `end` that were not compared. Returns their number; a value that several
    /// entries mask counts once.
    pub fn count(&mut self, start: u64, end: u64, frames: &[u64], frame_words: usize) -> u64 {
        let mut once = 0;
        for (position, mask) in self.masks.iter().enumerate() {
            let is_same = |other: &&Mask| (other.slot, other.request) == (mask.slot, mask.request);
            let is_first = !self.masks[..position].iter().any(|other| is_same(&other));
            let first = mask.since.max(start).min(end);
            let cycles = match mask.request {
                None => end - first,
                Some(request) => {
                    let own = (first - start) as usize * frame_words..(end - start) as usize * frame_words;
                    frames[own].chunks_exact(frame_words).filter(|frame| self.request_in(frame) == request).count()
                        as u64
                }
            };
            self.uses[mask.entry].values += cycles;
            once += if is_first { cycles } else { 0 };
        }
        once
    }

    fn request_in(&self, frame: &[u64]) -> Request {
        let values = std::array::from_fn(|position| self.request[position].get(frame));
        if values[0] == 1 {
            values
        } else {
            Request::default()
        }
    }
}

#[cfg(test)]
mod tests;
