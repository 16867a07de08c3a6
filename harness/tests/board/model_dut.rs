//! Test code: golden models as DUTs, with or without a fault.

use golden_model_core::{CoveredModel, Pmu};
use harness::board::{Board, Identity, Timeouts, Transport};
use harness::dut::{Dut, DutError, PortTiming, TiedInputs};
use harness::rtl::RtlFacts;
use std::time::Duration;

/// A golden model in the role of the DUT.
pub struct ModelDut {
    model: Box<dyn CoveredModel>,
    frame_words: usize,
    words: usize,
    observable: Vec<bool>,
    tied: TiedInputs,
    /// Fault: one bit of the observation (word, bit) is inverted after this cycle.
    wrong: Option<(u64, usize, u32)>,
    /// Whether the fault occurs only once.
    pub only_once: bool,
    cycle: u64,
    was_reset: bool,
    rst: golden_model_core::Slot,
}

impl ModelDut {
    pub fn new(pmu: &Pmu) -> Self {
        Self {
            model: pmu.model(),
            frame_words: pmu.frame.words(),
            words: pmu.observation.words(),
            observable: vec![true; pmu.observation.slots().len()],
            tied: TiedInputs::default(),
            wrong: None,
            only_once: false,
            cycle: 0,
            was_reset: false,
            rst: pmu.frame.slot("rst"),
        }
    }
}

impl ModelDut {
    /// Creates a DUT with an optional fault: cycle, word, bit.
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
                // A program begins with two cycles of reset.
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
        &self.tied
    }
}

/// Returns an identity with arbitrary hashes.
pub fn identity(pmu: &Pmu) -> Identity {
    Identity::new(pmu, &"0d".repeat(32), &"f1".repeat(32))
}

pub fn facts(pmu: &Pmu) -> RtlFacts {
    let compared = vec![true; pmu.observation.slots().len()];
    RtlFacts {
        compared,
        tied: TiedInputs::default(),
        timing: PortTiming::default(),
        top: "top".to_owned(),
        rtl_hash: "0".repeat(64),
    }
}

/// Short timeouts, so that tests with faults are fast.
pub const SHORT: Timeouts =
    Timeouts { first: Duration::from_millis(10), longest: Duration::from_millis(40), times: 12 };

pub fn board(line: Box<dyn Transport>, pmu: &Pmu, identity: &Identity, session: u16) -> Result<Board, DutError> {
    Board::over(line, "a test", session, SHORT, identity, &pmu.description, &facts(pmu))
}
