//! `soak`: runs stimulus generated on the board in lockstep with the golden model.

use super::args::Soak;
use super::status::Status;
use crate::board::{more, BoardDut, Stimulus};
use crate::dut::{DigestDut, Dut, DutError, TiedInputs};
use crate::dut_source::DutSource;
use crate::lockstep::Lockstep;
use crate::pmu_selection::find_pmu;
use crate::program::{lift, Program};
use crate::regression::Stop;
use crate::run::commands::{self, display_path};
use crate::shrink::{shrink, ShrinkLimits};
use crate::stimulus::Generator;
use crate::testbench::Testbench;
use crate::triage::write_program;
use crate::Error;
use golden_model::Pmu;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Size of the frame memory in bytes if the DUT is not a board.
const MEMORY: usize = 1 << 15;

pub(super) fn soak(arguments: &Soak, stop: &Stop) -> Result<Status, Error> {
    let pmu = find_pmu(&arguments.pmu)?;
    let id = &pmu.description.id;
    let workspace = super::workspace()?;
    let profile = Testbench::read(&workspace, &pmu)?.profile;
    let rtl = arguments.rtl.selection();
    let dut = DutSource::new(&workspace, &pmu, &rtl, arguments.dut.as_ref(), &super::notice)?;
    if !dut.facts().tied.is_empty() {
        return Err(Error::Input("the RTL has tied inputs, and `soak` cannot avoid them; use `run`".to_owned()));
    }
    let memory = dut.board().map_or(MEMORY, |board| board.memory());
    let generator = Generator::new(&pmu, &profile);
    let any = match dut.board() {
        Some(board) => DutOrBoard::Board(board.dut()),
        None => DutOrBoard::Other(dut.dut(arguments.seed as u32)?),
    };
    let mut lockstep = Lockstep::new(&pmu, any);
    let begin = Instant::now();
    let (mut cycles, mut programs) = (0, 0);
    while cycles < arguments.cycles {
        let stimulus =
            Stimulus::new(&pmu, &generator.program(arguments.seed, programs), arguments.seed, programs, memory)
                .ok_or_else(|| {
                    Error::Input(format!("a frame memory of {memory} bytes is too small for frames of {id}"))
                })?;
        let mut own = stimulus.interpreter();
        lockstep.dut().announce(Some(stimulus.clone()));
        let mut next = |count: usize, frames: &mut Vec<u64>| {
            more(&mut own, count, frames).map_err(|halt| DutError(format!("the stimulus ends: {halt:?}")))
        };
        let (agreed, differs) = lockstep.run_frames(arguments.length, &mut next, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        cycles += agreed;
        if differs {
            lockstep.dut().announce(None);
            let name = format!("soak/{}/{programs}", arguments.seed);
            let found = SoakFailure { pmu: &pmu, stimulus: &stimulus, name, cycles: agreed + 1 };
            return report(&found, &dut, arguments, lockstep, stop);
        }
        programs += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let comparisons = cycles * lockstep.compared_slots();
    println!(
        "{id}: no divergence in {cycles} cycles of {programs} programs, {comparisons} comparisons, {:.0} cycles/s",
        cycles as f64 / seconds
    );
    if let Some(board) = dut.board() {
        let (traffic, cycles) = (board.traffic(), cycles as f64);
        let (there, back) = (traffic.sent as f64 / cycles, traffic.received as f64 / cycles);
        println!("{id}: {there:.3} bytes per cycle to the board, {back:.3} bytes per cycle from it");
    }
    Ok(Status::Pass)
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
        made.map_err(|halt| DutError(format!("the stimulus ends: {halt:?}")))?;
        let ops = lift(self.pmu, &frames).ok_or_else(|| {
            DutError(format!(
                "{} diverges in cycle {}, but its frames cannot be lifted to a program",
                self.name,
                self.cycles - 1
            ))
        })?;
        let pmu = self.pmu.description.id.clone();
        Ok(Program { name: self.name.clone(), file: None, pmu, covers: Vec::new(), ops })
    }
}

/// Shrinks the stimulus, writes it as a program and prints the divergence as `run` does.
///
/// # Errors
/// If the stimulus does not diverge as a program.
fn report(
    found: &SoakFailure,
    dut: &DutSource,
    arguments: &Soak,
    mut lockstep: Lockstep<DutOrBoard>,
    stop: &Stop,
) -> Result<Status, Error> {
    let (pmu, program) = (found.pmu, found.program()?);
    let id = &pmu.description.id;
    let outcome = lockstep.run(&program, stop)?;
    let Some(mut divergence) = outcome.divergence else {
        let what = format!(
            "{} diverges in cycle {}, but does not when it is replayed as a program",
            found.name,
            found.cycles - 1
        );
        return Err(Error::Environment(what));
    };
    drop(lockstep);
    let seed = arguments.seed as u32;
    let shortest =
        shrink(pmu, &program, Some(&divergence.signature), &|| dut.dut(seed), ShrinkLimits::default(), stop)?;
    let mut shrunk = program.clone();
    if let Some(shorter) = shortest {
        let [operations, of] = [&shorter.program, &program].map(|program| program.ops.len() as u64);
        divergence.adopt(&shorter.divergence, operations, of, shorter.complete);
        shrunk = shorter.program;
    }
    let file = super::workspace()?.build_dir().join("soak").join(format!("{id}-{}.pmu", found.name.replace('/', "-")));
    write_program(&file, pmu, &divergence.headline(), &shrunk)?;
    let rtl = arguments.rtl.selection();
    divergence.command = Some(commands::replay(&display_path(&file), 0, &rtl, arguments.dut.as_ref()));
    print!("{id}: {divergence}");
    Ok(Status::Diverged)
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

    fn digests(&mut self) -> Option<&mut dyn DigestDut> {
        self.dut().digests()
    }
}
