//! Campaigns with thousands of faults on the line: no program gets a wrong verdict.

use crate::line::{BoardSide, Counts, Fault, FaultyLine, Rates, OF_BYTES};
use crate::model_dut::{board, identity, ModelDut};
use crate::reference::ReferenceBoard;
use crate::{find, programs, run, verdict};
use golden_model_core::Pmu;
use harness::board::Identity;
use harness::lockstep::LockstepOutcome;
use harness::program::Program;

/// Programs with their expected verdicts.
pub struct ExpectedVerdicts<'p> {
    pub pmu: &'p Pmu,
    pub identity: Identity,
    pub programs: Vec<(Program, LockstepOutcome)>,
}

/// Result of a campaign.
#[derive(Debug, Default)]
pub struct CampaignResult {
    /// Number of faults on the line.
    pub faults: u64,
    /// Programs with the correct verdict.
    pub correct: u64,
    /// Programs with the correct verdict that diverge.
    pub diverging: u64,
    /// Programs that ended in an error.
    pub errors: u64,
    /// Programs in which the link recovered from a fault.
    pub disturbed: u64,
    /// Number of repeated packets.
    pub repeated: u64,
    /// Number of times that the board lost its state.
    pub losses: u64,
}

/// Returns the fault rates of a line by its number: mostly faults of bytes, in some lines also stalls or losses of power.
fn rates(number: u64) -> Rates {
    let bytes = [30, 100, 300, 1000, 3000][number as usize % 5];
    match number % 8 {
        5 => Rates { bytes, stalled: 200, ..Rates::default() },
        6 => Rates { bytes: bytes / 4, power: 60, ..Rates::default() },
        7 => Rates { bytes: bytes / 4, unplugged: 60, stalled: 100, power: 30 },
        _ => Rates { bytes, ..Rates::default() },
    }
}

impl ExpectedVerdicts<'_> {
    /// Runs programs over lines with faults until at least `faults` have occurred.
    ///
    /// `dut` creates the board side of the line for the program with a number.
    pub fn campaign<T: BoardSide + 'static>(
        &self,
        faults: u64,
        seed: u64,
        mut dut: impl FnMut(usize) -> T,
    ) -> CampaignResult {
        let counts = Counts::default();
        let mut result = CampaignResult::default();
        let mut number = 0;
        while result.faults < faults {
            let at = number as usize % self.programs.len();
            let (program, expected) = &self.programs[at];
            let line = FaultyLine::new(dut(at), seed + number, rates(number), &counts);
            let connected = board(Box::new(line), self.pmu, &self.identity, number as u16);
            let done = connected.and_then(|connected| {
                let done = run(self.pmu, connected.dut(), program);
                let traffic = connected.traffic();
                result.repeated += traffic.repeated;
                result.disturbed += u64::from(traffic.repeated + traffic.damaged > 0);
                result.losses += connected.counts().losses;
                done
            });
            match done {
                Ok(outcome) => {
                    assert_eq!(verdict(&outcome), verdict(expected), "line {number}: a wrong verdict");
                    assert_eq!(outcome.cycles, expected.cycles, "line {number}");
                    result.correct += 1;
                    result.diverging += u64::from(outcome.divergence.is_some());
                }
                Err(error) => {
                    let text = error.to_string();
                    let known = ["unplugged", "does not answer", "repeatedly"];
                    assert!(known.iter().any(|known| text.contains(known)), "line {number}: {error}");
                    result.errors += 1;
                }
            }
            number += 1;
            result.faults = counts.lock().expect("no panic").values().sum();
        }
        let counts = counts.lock().expect("no panic");
        for fault in OF_BYTES.into_iter().chain([Fault::Stalled]) {
            for direction in ["to the board", "from the board"] {
                assert!(counts.contains_key(&(direction, fault)), "{fault:?} {direction} has not occurred");
            }
        }
        for fault in [Fault::Power, Fault::Unplugged] {
            assert!(counts.keys().any(|(_, other)| *other == fault), "{fault:?} has not occurred");
        }
        result
    }
}

#[test]
fn faults_on_the_line_never_cause_a_wrong_verdict() {
    let pmu = find("k8");
    // Every other program runs on a DUT with a fault that starts early or late.
    let wrong = |at: usize| match at % 4 {
        1 => Some((40 * at as u64 % 380, at % pmu.observation.words(), at as u32 % 60)),
        3 => Some((399, 0, 0)),
        _ => None,
    };
    let dut = |at: usize| ModelDut::wrong(&pmu, wrong(at));
    let expected_verdicts = programs(&pmu, 40, 400).into_iter().enumerate();
    let expected_verdicts = expected_verdicts.map(|(at, program)| {
        let outcome = run(&pmu, dut(at), &program).expect("a run");
        (program, outcome)
    });
    let expected_verdicts =
        ExpectedVerdicts { pmu: &pmu, identity: identity(&pmu), programs: expected_verdicts.collect() };
    let result = expected_verdicts.campaign(40_000, 1, |at| ReferenceBoard::new(dut(at), identity(&pmu)));
    println!("{result:?}");
    assert!(result.correct > 4 * result.errors && result.diverging * 3 > result.correct, "{result:?}");
}
