//! Test code: golden models as devices, right or with something wrong.

use golden_model::{CoveredModel, Pmu};
use harness::board::{Board, Identity, Timeouts, Transport};
use harness::dut::{Dut, DutError, TiedInputs};
use harness::rtl::RtlFacts;
use std::time::Duration;

/// A golden model that plays the device.
pub struct ModelDut {
    model: Box<dyn CoveredModel>,
    frame_words: usize,
    words: usize,
    observable: Vec<bool>,
    held: TiedInputs,
    /// From this clock on one bit of the observation is wrong.
    wrong: Option<(u64, usize, u32)>,
    /// Whether it is wrong only the first time.
    pub only_once: bool,
    cycle: u64,
    was_reset: bool,
    rst: golden_model::Slot,
}

impl ModelDut {
    pub fn new(pmu: &Pmu) -> Self {
        Self {
            model: pmu.model(),
            frame_words: pmu.frame.words(),
            words: pmu.observation.words(),
            observable: vec![true; pmu.observation.slots().len()],
            held: TiedInputs::default(),
            wrong: None,
            only_once: false,
            cycle: 0,
            was_reset: false,
            rst: pmu.frame.slot("rst"),
        }
    }
}

impl ModelDut {
    /// With a bit that is wrong from a clock on.
    pub fn wrong(pmu: &Pmu, wrong: Option<(u64, usize, u32)>) -> Self {
        let mut dut = Self::new(pmu);
        dut.wrong = wrong;
        dut
    }
}

impl Dut for ModelDut {
    fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset();
        self.cycle = 0;
        Ok(())
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        for (frame, observation) in frames.chunks_exact(self.frame_words).zip(observations.chunks_exact_mut(self.words))
        {
            self.model.step(frame, observation);
            match self.rst.get(frame) {
                // Two clocks of reset are what a program begins with.
                1 if self.was_reset => (self.cycle, self.was_reset) = (0, true),
                level => (self.cycle, self.was_reset) = (self.cycle + 1, level == 1),
            }
            if let Some((from, word, bit)) = self.wrong {
                if self.cycle > from {
                    observation[word] ^= 1 << bit;
                    if self.only_once {
                        self.wrong = None;
                    }
                }
            }
        }
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.held
    }
}

/// Hashes that mean nothing.
pub fn identity(pmu: &Pmu) -> Identity {
    Identity::new(pmu, &"0d".repeat(32), &"f1".repeat(32))
}

pub fn facts(pmu: &Pmu) -> RtlFacts {
    let compared = vec![true; pmu.observation.slots().len()];
    RtlFacts { compared, tied: TiedInputs::default(), top: "top".to_owned(), rtl_hash: "0".repeat(64) }
}

/// Little of it, for lines on which time is short.
pub const LITTLE: Timeouts =
    Timeouts { first: Duration::from_millis(10), longest: Duration::from_millis(40), times: 12 };

pub fn board(line: Box<dyn Transport>, pmu: &Pmu, identity: &Identity, session: u16) -> Result<Board, DutError> {
    Board::over(line, "a test", session, LITTLE, identity, &pmu.description, &facts(pmu))
}
