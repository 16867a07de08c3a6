//! The record of a run as a program.

use golden_model_core::Pmu;
use pmu_dut::{lowering, Dut, DutError};
use pmu_program::{Batch, Names, Op, OpKind, Program, ProgramError, Source, MOST_OPERATIONS};
use pmu_verify::lockstep::{Lockstep, LockstepOutcome};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The record could not be written or does not repeat the run.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be written.
    #[error("{}: cannot be written: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The written program cannot be read.
    #[error("the record is no program: {0}")]
    Read(#[from] ProgramError),
    /// The DUT stopped.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// The program does something else than the driver.
    #[error("{}: the recorded program does not repeat the run of the driver: {what}", file.display())]
    Differs {
        /// The file.
        file: PathBuf,
        /// The difference.
        what: String,
    },
}

/// The operations of a run, with a hash of the frames that they drove.
pub(super) struct Record {
    program: Program,
    frames: DefaultHasher,
}

/// What the recorded program must repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ran {
    /// Number of cycles.
    pub cycles: u64,
    /// The diverging cycle.
    pub diverged: Option<u64>,
}

impl Record {
    /// An empty record of a run with these values at power-on.
    pub fn new(pmu: &Pmu, power_on: u32) -> Self {
        let program = Program {
            name: String::new(),
            file: None,
            pmu: pmu.description.id.clone(),
            covers: Vec::new(),
            requires: Vec::new(),
            power_on,
            ops: Vec::new(),
        };
        Self { program, frames: DefaultHasher::new() }
    }

    /// Whether a program may not have the operations of another cycle.
    pub fn is_full(&self) -> bool {
        self.program.ops.len() >= MOST_OPERATIONS
    }

    /// Appends an operation.
    pub fn push(&mut self, kind: OpKind) {
        match (self.program.ops.last_mut().map(|op| &mut op.kind), &kind) {
            (Some(OpKind::Wait(cycles)), OpKind::Wait(more)) => *cycles += more,
            _ => self.program.ops.push(Op { line: 0, kind }),
        }
    }

    /// Notes the frame that the operations up to here drove.
    pub fn ran(&mut self, frame: &[u64]) {
        frame.hash(&mut self.frames);
    }

    /// Writes the program, and returns its text.
    pub fn write(mut self, names: &Names, file: &Path, comment: &str) -> Result<String, RecordError> {
        // An input that the driver set last, without a cycle after it, drove nothing.
        let timed = self.program.ops.iter().rposition(|op| op.cycles() > 0).map_or(0, |last| last + 1);
        self.program.ops.truncate(timed);
        let text = format!("# {comment}\n{}", self.program.to_text(names.pmu));
        write(file, &text).map_err(|error| RecordError::Write { file: file.to_owned(), error })?;
        Ok(text)
    }

    /// Writes the program, reads it again, and runs it. It must drive the same frames, and diverge as the run did.
    pub fn replay<D: Dut>(
        self,
        names: &Names,
        mut lockstep: Lockstep<D>,
        file: &Path,
        comment: &str,
        ran: Ran,
    ) -> Result<LockstepOutcome, RecordError> {
        let frames = self.frames.finish();
        let text = self.write(names, file, comment)?;
        let program = Source::parse(file, &text)?.resolve_for(file.display().to_string(), names)?;
        let differs = |what: String| Err(RecordError::Differs { file: file.to_owned(), what });
        if frames != hash(names.pmu, &program, lockstep.dut()) {
            return differs("it drives other frames".to_owned());
        }
        // A stop may have ended the run, and must not end this.
        let outcome = lockstep.run(&program, &AtomicBool::new(false))?;
        let diverged = outcome.divergence.as_ref().map(|divergence| divergence.cycle);
        let repeated = Ran { cycles: outcome.cycles, diverged };
        if repeated != ran {
            return differs(format!("the driver's run was {ran:?}, the program's {repeated:?}"));
        }
        Ok(outcome)
    }
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(file, text)
}

/// The hash of the frames of a program.
fn hash(pmu: &Pmu, program: &Program, dut: &impl Dut) -> u64 {
    let mut frames = DefaultHasher::new();
    let mut lowering = lowering(pmu, &program.ops, dut);
    let mut batch = Batch::default();
    while lowering.next_batch(&mut batch, 1024) {
        batch.frames.chunks_exact(pmu.frame.words()).for_each(|frame| frame.hash(&mut frames));
    }
    frames.finish()
}
