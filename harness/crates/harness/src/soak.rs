//! A long run with stimulus generated on the board: [`soak`].

use crate::board::{more, Address, BoardDut, Stimulus, Traffic};
use crate::dut::{DigestDut, Dut, DutError, PortTiming, TiedInputs};
use crate::known::Known;
use crate::lockstep::{Divergence, Lockstep};
use crate::program::{lift, Program};
use crate::regression::Stop;
use crate::rtl::Workspace;
use crate::run::commands;
use crate::run::Monitor;
use crate::shrink::{shrink, ShrinkLimits};
use crate::stimulus::Generator;
use crate::triage::write_program;
use crate::{DutSource, Error, RtlSelection, Testbench};
use golden_model_core::Pmu;
use pmu_support::display_path;
use std::sync::atomic::Ordering;

/// Size of the frame memory in bytes if the DUT is not a board.
const MEMORY: usize = 1 << 15;

/// The settings of [`soak`].
#[derive(Clone, Debug)]
pub struct SoakSettings {
    /// The RTL of the PMU.
    pub rtl: RtlSelection,
    /// The board that is the DUT, in place of a model of the RTL.
    pub board: Option<Address>,
    /// Number of cycles, rounded up to complete programs.
    pub cycles: u64,
    /// Number of cycles of each program; each begins with a reset.
    pub length: u64,
    /// Seed of the programs and of initial values.
    pub seed: u64,
}

/// Result of [`soak`].
#[derive(Debug)]
pub struct SoakOutcome {
    /// Cycles without a divergence.
    pub cycles: u64,
    /// Values compared in these cycles.
    pub comparisons: u64,
    /// Complete programs.
    pub programs: u64,
    /// Bytes on the link, if the DUT is a board.
    pub traffic: Option<Traffic>,
    /// The divergence that ended it, with a shrunk program.
    pub divergence: Option<Box<Divergence>>,
}

/// Runs stimulus that the board generates in lockstep with the golden model until the cycles are complete or a divergence is
/// found. A divergence is shrunk and written as a program.
///
/// # Errors
/// If the settings or the RTL are wrong, the DUT fails, the program cannot be written, or `stop` was set.
pub fn soak(
    workspace: &Workspace,
    pmu: &Pmu,
    settings: &SoakSettings,
    monitor: &dyn Monitor,
    stop: &Stop,
) -> Result<SoakOutcome, Error> {
    let id = &pmu.description.id;
    let profile = Testbench::read(workspace, pmu)?.profile;
    let notice = |text: &str| monitor.notice(text);
    let dut = DutSource::new(workspace, pmu, &settings.rtl, settings.board.as_ref(), &notice)?;
    if !dut.facts().tied.is_empty() {
        return Err(Error::Input("the RTL has tied inputs, and `soak` cannot avoid them; use `run`".to_owned()));
    }
    let memory = dut.board().map_or(MEMORY, |board| board.memory());
    let generator = Generator::new(pmu, &profile);
    let any = match dut.board() {
        Some(board) => DutOrBoard::Board(board.dut()),
        None => DutOrBoard::Other(dut.dut(settings.seed as u32)?),
    };
    let mut lockstep = Lockstep::new(pmu, any);
    let compared_slots = lockstep.compared_slots();
    let (mut cycles, mut programs, mut divergence) = (0, 0, None);
    while cycles < settings.cycles {
        let stimulus = Stimulus::new(pmu, &generator.program(settings.seed, programs), settings.seed, programs, memory)
            .ok_or_else(|| Error::Input(format!("a frame memory of {memory} bytes is too small for frames of {id}")))?;
        let mut own = stimulus.interpreter();
        lockstep.dut().announce(Some(stimulus.clone()));
        let mut next = |count: usize, frames: &mut Vec<u64>| {
            more(&mut own, count, frames).map_err(|halt| DutError::unusable(format!("the stimulus ends: {halt:?}")))
        };
        let (agreed, differs) = lockstep.run_frames(settings.length, &mut next, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        cycles += agreed;
        if differs {
            lockstep.dut().announce(None);
            let name = format!("soak/{}/{programs}", settings.seed);
            let found = SoakFailure { pmu, stimulus: &stimulus, name, cycles: agreed + 1 };
            divergence = Some(found.triage(workspace, &dut, settings, lockstep, stop)?);
            break;
        }
        programs += 1;
    }
    let traffic = dut.board().map(|board| board.traffic());
    Ok(SoakOutcome { cycles, comparisons: cycles * compared_slots, programs, traffic, divergence })
}

/// Stimulus that ends in a divergence.
struct SoakFailure<'a> {
    pmu: &'a Pmu,
    stimulus: &'a Stimulus,
    name: String,
    cycles: u64,
}

impl SoakFailure<'_> {
    /// Lifts the stimulus up to the divergence to a program.
    ///
    /// # Errors
    /// If the stimulus ends early or no program has these frames.
    fn program(&self) -> Result<Program, DutError> {
        let mut frames = Vec::new();
        let made = more(&mut self.stimulus.interpreter(), self.cycles as usize, &mut frames);
        made.map_err(|halt| DutError::unusable(format!("the stimulus ends: {halt:?}")))?;
        let ops = lift(self.pmu, &frames).ok_or_else(|| {
            DutError::unusable(format!(
                "{} diverges in cycle {}, but its frames cannot be lifted to a program",
                self.name,
                self.cycles - 1
            ))
        })?;
        let pmu = self.pmu.description.id.clone();
        Ok(Program {
            name: self.name.clone(),
            file: None,
            pmu,
            covers: Vec::new(),
            requires: Vec::new(),
            power_on: 0,
            ops,
        })
    }
    /// Shrinks the stimulus and writes it as a program, whose divergence it returns.
    ///
    /// # Errors
    /// If the stimulus does not diverge as a program.
    fn triage(
        &self,
        workspace: &Workspace,
        dut: &DutSource,
        settings: &SoakSettings,
        mut lockstep: Lockstep<DutOrBoard>,
        stop: &Stop,
    ) -> Result<Box<Divergence>, Error> {
        let (pmu, program) = (self.pmu, self.program()?);
        let outcome = lockstep.run(&program, stop)?;
        let Some(mut divergence) = outcome.divergence else {
            let what = format!(
                "{} diverges in cycle {}, but does not when it is replayed as a program",
                self.name,
                self.cycles - 1
            );
            return Err(Error::Environment(what));
        };
        // A board serves one DUT at a time.
        drop(lockstep);
        let seed = settings.seed as u32;
        let (signature, known) = (Some(&divergence.signature), Known::none());
        let shortest = shrink(pmu, &program, signature, known, &|| dut.dut(seed), ShrinkLimits::default(), stop)?;
        let mut shrunk = program.clone();
        if let Some(shorter) = shortest {
            let [operations, of] = [&shorter.program, &program].map(|program| program.ops.len() as u64);
            divergence.adopt(&shorter.divergence, operations, of, shorter.complete);
            shrunk = shorter.program;
        }
        let name = format!("{}-{}.pmu", pmu.description.id, self.name.replace('/', "-"));
        let file = workspace.build_dir().join("soak").join(name);
        write_program(&file, pmu, &divergence.headline(), &shrunk)?;
        divergence.command = Some(commands::replay(&display_path(&file), 0, &settings.rtl, settings.board.as_ref()));
        Ok(divergence)
    }
}

/// A board, or another DUT, which cannot generate stimulus.
enum DutOrBoard {
    Board(BoardDut),
    Other(Box<dyn Dut>),
}

impl DutOrBoard {
    fn announce(&mut self, stimulus: Option<Stimulus>) {
        if let Self::Board(board) = self {
            board.announce(stimulus);
        }
    }

    fn dut(&mut self) -> &mut dyn Dut {
        match self {
            Self::Board(board) => board,
            Self::Other(dut) => dut.as_mut(),
        }
    }
}

impl Dut for DutOrBoard {
    fn power_on(&mut self, seed: u32) -> Result<(), DutError> {
        self.dut().power_on(seed)
    }

    fn reset(&mut self) -> Result<(), DutError> {
        self.dut().reset()
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        self.dut().step(frames, observations)
    }

    fn observable(&self) -> &[bool] {
        match self {
            Self::Board(board) => board.observable(),
            Self::Other(dut) => dut.observable(),
        }
    }

    fn tied_inputs(&self) -> &TiedInputs {
        match self {
            Self::Board(board) => board.tied_inputs(),
            Self::Other(dut) => dut.tied_inputs(),
        }
    }

    fn timing(&self) -> PortTiming {
        match self {
            Self::Board(board) => board.timing(),
            Self::Other(dut) => dut.timing(),
        }
    }

    fn digests(&mut self) -> Option<&mut dyn DigestDut> {
        self.dut().digests()
    }
}
