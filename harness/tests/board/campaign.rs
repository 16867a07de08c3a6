//! Thousands of faults on the line, and no wrong verdict in either direction.

use crate::line::{Counts, Device, Fault, FaultyLine, Rates, OF_BYTES};
use crate::model_dut::{board, identity, ModelDut};
use crate::reference::ReferenceBoard;
use crate::{find, programs, run, verdict};
use golden_model::Pmu;
use harness::board::Identity;
use harness::lockstep::LockstepOutcome;
use harness::program::Program;

/// Programs with the verdicts that they must have.
pub struct Judged<'p> {
    pub pmu: &'p Pmu,
    pub identity: Identity,
    pub programs: Vec<(Program, LockstepOutcome)>,
}

/// What came of a campaign.
#[derive(Debug, Default)]
pub struct Tally {
    /// Faults on the line.
    pub faults: u64,
    /// Programs with the right verdict, of these with a divergence, and those that ended in an error.
    pub right: u64,
    pub diverging: u64,
    pub errors: u64,
    /// Programs in which the link had to do something about a fault.
    pub disturbed: u64,
    pub repeated: u64,
    pub losses: u64,
}

/// Lines as they are: most with many faults of their bytes, some with others.
fn rates(number: u64) -> Rates {
    let bytes = [30, 100, 300, 1000, 3000][number as usize % 5];
    match number % 8 {
        5 => Rates { bytes, stalled: 200, ..Rates::default() },
        6 => Rates { bytes: bytes / 4, power: 60, ..Rates::default() },
        7 => Rates { bytes: bytes / 4, unplugged: 60, stalled: 100, power: 30 },
        _ => Rates { bytes, ..Rates::default() },
    }
}

impl Judged<'_> {
    /// Runs programs over lines with faults until there were `faults` of them. `device` makes what is at the other end for the
    /// program of a number.
    pub fn campaign<T: Device + 'static>(&self, faults: u64, seed: u64, mut dut: impl FnMut(usize) -> T) -> Tally {
        let counts = Counts::default();
        let mut tally = Tally::default();
        let mut number = 0;
        while tally.faults < faults {
            let at = number as usize % self.programs.len();
            let (program, expected) = &self.programs[at];
            let line = FaultyLine::new(dut(at), seed + number, rates(number), &counts);
            let over = board(Box::new(line), self.pmu, &self.identity, number as u16);
            let done = over.and_then(|over| {
                let done = run(self.pmu, over.dut(), program);
                let traffic = over.traffic();
                tally.repeated += traffic.repeated;
                tally.disturbed += u64::from(traffic.repeated + traffic.damaged > 0);
                tally.losses += over.counts().losses;
                done
            });
            match done {
                Ok(outcome) => {
                    assert_eq!(verdict(&outcome), verdict(expected), "line {number}: a wrong verdict");
                    assert_eq!(outcome.cycles, expected.cycles, "line {number}");
                    tally.right += 1;
                    tally.diverging += u64::from(outcome.divergence.is_some());
                }
                Err(error) => {
                    let text = error.to_string();
                    let known = ["unplugged", "does not answer", "again and again"];
                    assert!(known.iter().any(|known| text.contains(known)), "line {number}: {error}");
                    tally.errors += 1;
                }
            }
            number += 1;
            tally.faults = counts.lock().expect("no panic").values().sum();
        }
        let counts = counts.lock().expect("no panic");
        for fault in OF_BYTES.into_iter().chain([Fault::Stalled]) {
            for way in ["to the board", "from the board"] {
                assert!(counts.contains_key(&(way, fault)), "{fault:?} {way} has not happened");
            }
        }
        for fault in [Fault::Power, Fault::Unplugged] {
            assert!(counts.keys().any(|(_, other)| *other == fault), "{fault:?} has not happened");
        }
        tally
    }
}

#[test]
fn ten_thousand_faults_make_no_wrong_verdict() {
    let pmu = find("k8");
    // Every other program runs on a device with something wrong, late or early.
    let wrong = |at: usize| match at % 4 {
        1 => Some((40 * at as u64 % 380, at % pmu.observation.words(), at as u32 % 60)),
        3 => Some((399, 0, 0)),
        _ => None,
    };
    let dut = |at: usize| ModelDut::wrong(&pmu, wrong(at));
    let judged = programs(&pmu, 40, 400).into_iter().enumerate();
    let judged = judged.map(|(at, program)| {
        let outcome = run(&pmu, dut(at), &program).expect("a run");
        (program, outcome)
    });
    let judged = Judged { pmu: &pmu, identity: identity(&pmu), programs: judged.collect() };
    let tally = judged.campaign(40_000, 1, |at| ReferenceBoard::new(dut(at), identity(&pmu)));
    println!("{tally:?}");
    assert!(tally.right > 4 * tally.errors && tally.diverging * 3 > tally.right, "{tally:?}");
}
