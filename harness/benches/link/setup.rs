//! A PMU on a simulated board in this process.

use crate::shared::Shared;
use crate::Outcome;
use golden_model_core::Pmu;
use harness::board::{more, Board, Identity, SimulatedBoard, Stimulus, Timeouts};
use harness::dut::DutError;
use harness::lockstep::Lockstep;
use harness::rtl::board::BoardRtl;
use harness::rtl::{BuiltModel, RtlFacts, RtlSource, Workspace};
use harness::stimulus::{Generator, Profile};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const SEED: u64 = 1;
const PROGRAMS: u64 = 12;
const STIMULUS_CYCLES: u64 = 65_536;
/// Answers arrive when the simulation has executed the board's cycles, so timeouts are long.
const PATIENCE: Timeouts = Timeouts { first: Duration::from_secs(5), longest: Duration::from_secs(30), times: 8 };

/// A PMU with the model of its board.
pub struct Setup {
    pmu: Pmu,
    profile: Profile,
    model: BuiltModel,
    identity: Identity,
    facts: RtlFacts,
}

/// The counts of a round.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counted {
    /// Cycles of the PMU, including lockstep and comparison.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    /// These cycles per second.
    #[serde(rename = "clocks_per_second")]
    pub cycles_per_second: f64,
    /// Bytes on the line for each cycle, to the board and from it.
    pub bytes_to: f64,
    pub bytes_from: f64,
    /// Board cycles for each cycle of the PMU, including those in which the board waits for the line.
    #[serde(rename = "board_clocks")]
    pub board_cycles: f64,
}

impl Counted {
    /// The round with the median speed, if there is one. All other values are the same in each round.
    pub fn median(mut rounds: Vec<Self>) -> Option<Self> {
        rounds.sort_by(|a, b| a.cycles_per_second.total_cmp(&b.cycles_per_second));
        rounds.get(rounds.len() / 2).copied()
    }
}

impl Setup {
    pub fn new(workspace: &Workspace, pmu: Pmu) -> Outcome<Self> {
        let id = &pmu.description.id;
        let source = RtlSource::Manifest(workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml"));
        let mut say = |text: &str| eprintln!("{text}");
        let rtl = BoardRtl::new(workspace, &pmu.description, &source)?;
        Ok(Self {
            profile: Profile::read(
                &workspace.root().join("testbenches").join(Pmu::folder(id)).join("stimulus.toml"),
                &pmu,
            )?,
            model: rtl.model(workspace, &pmu.description, &mut say)?,
            identity: Identity::new(&pmu, &rtl.description_hash, &rtl.rtl_hash),
            facts: RtlFacts::read(workspace, &pmu.description, source)?,
            pmu,
        })
    }

    /// Random programs in lockstep, each frame of which is sent over the line.
    pub fn programs(&self) -> Outcome<Counted> {
        let generator = Generator::new(&self.pmu, &self.profile);
        let programs: Vec<_> = (0..PROGRAMS).map(|number| generator.program(SEED, number)).collect();
        let (line, board) = self.board()?;
        counted(&line, &board, |board| {
            let mut lockstep = Lockstep::new(&self.pmu, board.dut());
            let mut cycles = 0;
            for program in &programs {
                let outcome = lockstep.run(program, &AtomicBool::new(false))?;
                match outcome.divergence {
                    None => cycles += outcome.cycles,
                    Some(divergence) => return Err(format!("{}: {divergence}", program.name).into()),
                }
            }
            Ok(cycles)
        })
    }

    /// Stimulus generated on the board, in lockstep with its model on the host. `None` if its program does not fit the
    /// frame memory.
    pub fn stimulus(&self) -> Outcome<Option<Counted>> {
        let generator = Generator::new(&self.pmu, &self.profile);
        let (line, board) = self.board()?;
        let stimulus = Stimulus::new(&self.pmu, &generator.program(SEED, 0), SEED, 0, board.memory());
        let Some(stimulus) = stimulus else { return Ok(None) };
        let work = |board: &Board| {
            let mut mirror = stimulus.interpreter();
            let mut dut = board.dut();
            dut.announce(Some(stimulus));
            let mut next = |count: usize, frames: &mut Vec<u64>| {
                more(&mut mirror, count, frames)
                    .map_err(|halt| DutError::unusable(format!("the stimulus ends: {halt:?}")))
            };
            let mut lockstep = Lockstep::new(&self.pmu, dut);
            match lockstep.run_frames(STIMULUS_CYCLES, &mut next, &AtomicBool::new(false))? {
                (cycles, false) => Ok(cycles),
                (cycle, true) => Err(format!("DUT and model diverge in cycle {cycle}").into()),
            }
        };
        counted(&line, &board, work).map(Some)
    }

    /// An open board, and its line.
    fn board(&self) -> Outcome<(Shared, Board)> {
        let line = Shared::new(SimulatedBoard::new(&self.model, 1)?);
        let (name, description) = ("a simulated board", &self.pmu.description);
        let shared = Box::new(line.clone());
        let board = Board::over(shared, name, 1, PATIENCE, &self.identity, description, &self.facts)?;
        Ok((line, board))
    }
}

/// Measures work with a board, which returns the number of cycles that it executed.
fn counted(line: &Shared, board: &Board, work: impl FnOnce(&Board) -> Outcome<u64>) -> Outcome<Counted> {
    let (before, opened, begin) = (board.traffic(), line.cycles(), Instant::now());
    let cycles = work(board)?;
    let seconds = begin.elapsed().as_secs_f64();
    let (after, each) = (board.traffic(), |count: u64| count as f64 / cycles as f64);
    Ok(Counted {
        cycles,
        cycles_per_second: cycles as f64 / seconds,
        bytes_to: each(after.sent - before.sent),
        bytes_from: each(after.received - before.received),
        board_cycles: each(line.cycles() - opened),
    })
}
