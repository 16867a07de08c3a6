//! Comparison of a DUT that sends digests of its observations: where a digest differs, the cycles run again until the first
//! difference is among few enough to be observed.

use golden_model::{Layout, Pmu};
use pmu_dut::{CrcSignature, DigestDut, DutError};

/// Most cycles that are observed at once while the first difference is searched.
const OBSERVED: usize = 256;

/// The digests that the DUT must send according to the golden model.
pub(super) struct DigestCheck {
    mask: Vec<u64>,
    frame_words: usize,
    /// Cycles since the reset, and the signature over the golden model's observations in them.
    cycles: usize,
    signature: CrcSignature,
}

/// Frames of a batch in which the DUT differs: none before `first` does.
struct Difference {
    first: usize,
    end: usize,
    /// The DUT's signature after `end` frames.
    signature: u64,
}

impl DigestCheck {
    /// `observable` states for each slot of the observation whether it is observable.
    pub fn new(pmu: &Pmu, observable: &[bool]) -> Self {
        let mask = mask(&pmu.observation, observable);
        Self { mask, frame_words: pmu.frame.words(), cycles: 0, signature: CrcSignature::default() }
    }

    pub fn reset(&mut self) {
        self.cycles = 0;
        self.signature = CrcSignature::default();
    }

    /// Steps the DUT and writes its observations to `actual`. Where its signature equals that over `expected`, they are those
    /// of `expected`.
    pub fn step(
        &mut self,
        dut: &mut dyn DigestDut,
        frames: &[u64],
        expected: &[u64],
        actual: &mut [u64],
    ) -> Result<(), DutError> {
        for (out, expected) in actual.chunks_exact_mut(self.mask.len()).zip(expected.chunks_exact(self.mask.len())) {
            out.iter_mut().zip(expected).zip(&self.mask).for_each(|((out, word), mask)| *out = word & mask);
        }
        let mut signature = self.signature.clone();
        match self.difference(dut, frames, actual, &mut signature)? {
            None => self.signature = signature,
            Some(difference) => self.observe(dut, frames, actual, &difference)?,
        }
        self.cycles += frames.len() / self.frame_words;
        Ok(())
    }

    /// The first digest that differs from that over the golden model's observations. Continues `signature` over the others.
    fn difference(
        &self,
        dut: &mut dyn DigestDut,
        frames: &[u64],
        expected: &[u64],
        signature: &mut CrcSignature,
    ) -> Result<Option<Difference>, DutError> {
        let mut first = 0;
        for digest in dut.step_digests(frames)? {
            signature.add(self.part(expected, first, digest.frames));
            if signature.value() != digest.signature {
                return Ok(Some(Difference { first, end: digest.frames, signature: digest.signature }));
            }
            first = digest.frames;
        }
        Ok(None)
    }

    /// Replaces the observations from just before the first difference to the end of the batch by those of the DUT.
    fn observe(
        &mut self,
        dut: &mut dyn DigestDut,
        frames: &[u64],
        out: &mut [u64],
        difference: &Difference,
    ) -> Result<(), DutError> {
        let first = self.search(dut, out, difference)?;
        let words = self.mask.len();
        let mut signature = self.after(out, first);
        let end = difference.end.max(first);
        dut.step(self.frames(frames, first, end), &mut out[first * words..end * words])?;
        signature.add(self.part(out, first, end));
        // A difference of the first run must be one of the second.
        if signature.value() != difference.signature {
            return Err(dut.not_repeatable());
        }
        let all = frames.len() / self.frame_words;
        dut.step(self.frames(frames, end, all), &mut out[end * words..])?;
        signature.add(self.part(out, end, all));
        self.signature = signature;
        Ok(())
    }

    /// Halves the frames with a difference until they can be observed. Returns the first of them; the DUT is before it.
    fn search(&self, dut: &mut dyn DigestDut, expected: &[u64], difference: &Difference) -> Result<usize, DutError> {
        let (mut low, mut high) = (difference.first, difference.end);
        while high - low > OBSERVED {
            let middle = low + (high - low) / 2;
            match dut.rerun(self.cycles + middle)? == self.after(expected, middle).value() {
                true => low = middle,
                false => high = middle,
            }
        }
        match dut.rerun(self.cycles + low)? == self.after(expected, low).value() {
            true => Ok(low),
            false => Err(dut.not_repeatable()),
        }
    }

    /// The signature after some observations of the batch.
    fn after(&self, observations: &[u64], count: usize) -> CrcSignature {
        let mut signature = self.signature.clone();
        signature.add(self.part(observations, 0, count));
        signature
    }

    fn part<'o>(&self, observations: &'o [u64], first: usize, end: usize) -> &'o [u64] {
        &observations[first * self.mask.len()..end * self.mask.len()]
    }

    fn frames<'f>(&self, frames: &'f [u64], first: usize, end: usize) -> &'f [u64] {
        &frames[first * self.frame_words..end * self.frame_words]
    }
}

/// Ones at the bits of observable slots.
fn mask(layout: &Layout, observable: &[bool]) -> Vec<u64> {
    let mut mask = vec![0; layout.words()];
    for (slot, _) in layout.slots().iter().zip(observable).filter(|(_, &observable)| observable) {
        if slot.width <= 64 {
            slot.set(&mut mask, u64::MAX);
            continue;
        }
        for part in 0..slot.word_count() {
            let width = (slot.width - part as u32 * 64).min(64);
            mask[slot.word + part] = u64::MAX >> (64 - width);
        }
    }
    mask
}
