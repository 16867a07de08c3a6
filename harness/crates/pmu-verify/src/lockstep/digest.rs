//! Comparison of a DUT that sends digests of its observations: where a digest differs, the cycles run again until the first
//! difference is among few enough to be observed.

use golden_model_core::Pmu;
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
        let mask = pmu.observation.mask(observable);
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
        let all = frames.len() / self.frame_words;
        let mut first = 0;
        for digest in dut.step_digests(frames)? {
            if digest.frames <= first || digest.frames > all {
                return Err(DutError::unusable(format!(
                    "it sent a digest after {} of {all} cycles, {first} of them before",
                    digest.frames
                )));
            }
            signature.add(self.part(expected, first, digest.frames));
            if signature.value() != digest.signature {
                return Ok(Some(Difference { first, end: digest.frames, signature: digest.signature }));
            }
            first = digest.frames;
        }
        match first == all {
            true => Ok(None),
            false => Err(DutError::unusable(format!("it sent digests for {first} of {all} cycles"))),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use pmu_dut::{Digest, Dut, TiedInputs};

    /// A DUT that returns these observations for any inputs.
    struct Recorded {
        observations: Vec<u64>,
        words: usize,
        cycle: usize,
        tied: TiedInputs,
        /// Cycles covered by each digest of a call.
        digests: Vec<usize>,
    }

    impl Recorded {
        fn after(&self, cycles: usize) -> u64 {
            let mut signature = CrcSignature::default();
            signature.add(&self.observations[..(cycles * self.words).min(self.observations.len())]);
            signature.value()
        }
    }

    impl Dut for Recorded {
        fn reset(&mut self) -> Result<(), DutError> {
            self.cycle = 0;
            Ok(())
        }

        fn step(&mut self, _: &[u64], out: &mut [u64]) -> Result<(), DutError> {
            let start = self.cycle * self.words;
            out.copy_from_slice(&self.observations[start..start + out.len()]);
            self.cycle += out.len() / self.words;
            Ok(())
        }

        fn observable(&self) -> &[bool] {
            &[]
        }

        fn tied_inputs(&self) -> &TiedInputs {
            &self.tied
        }
    }

    impl DigestDut for Recorded {
        fn step_digests(&mut self, _: &[u64]) -> Result<Vec<Digest>, DutError> {
            let start = self.cycle;
            let digest = |&frames: &usize| Digest { frames, signature: self.after(start + frames) };
            let digests: Vec<_> = self.digests.iter().map(digest).collect();
            self.cycle += self.digests.last().copied().unwrap_or_default();
            Ok(digests)
        }

        fn rerun(&mut self, cycles: usize) -> Result<u64, DutError> {
            self.cycle = cycles;
            Ok(self.after(cycles))
        }

        fn not_repeatable(&self) -> DutError {
            DutError::unusable("not repeatable")
        }
    }

    /// 1,000 cycles of a DUT whose observation differs from 0 in one cycle; digests after these numbers of cycles.
    fn step(differing: Option<usize>, digests: &[usize]) -> Result<Vec<u64>, DutError> {
        let pmu = Pmu::find("k8").expect("k8 is built in");
        let (words, all) = (pmu.observation.words(), vec![true; pmu.observation.slots().len()]);
        let mut dut = Recorded {
            observations: vec![0; 1000 * words],
            words,
            cycle: 0,
            tied: TiedInputs::default(),
            digests: digests.to_vec(),
        };
        if let Some(cycle) = differing {
            dut.observations[cycle * words] = 1;
        }
        let (frames, expected) = (vec![0; 1000 * pmu.frame.words()], vec![0; 1000 * words]);
        let mut actual = expected.clone();
        DigestCheck::new(&pmu, &all).step(&mut dut, &frames, &expected, &mut actual)?;
        let differing = actual.chunks_exact(words).enumerate().filter(|(_, one)| one.iter().any(|&word| word != 0));
        Ok(differing.map(|(cycle, _)| cycle as u64).collect())
    }

    #[test]
    fn every_difference_is_observed_in_its_cycle() {
        assert!(step(None, &[400, 1000]).expect("a batch").is_empty());
        for cycle in [0, 1, 255, 256, 399, 400, 401, 999] {
            assert_eq!(step(Some(cycle), &[400, 1000]).expect("a batch"), [cycle as u64]);
            assert_eq!(step(Some(cycle), &[1000]).expect("a batch"), [cycle as u64]);
        }
    }

    #[test]
    fn cycles_without_a_digest_have_no_verdict() {
        for digests in [&[][..], &[400], &[400, 400], &[400, 1001], &[0, 1000], &[600, 400, 1000]] {
            assert!(step(None, digests).is_err(), "{digests:?}");
        }
    }
}
