//! A PMU to be measured, with programs that are generated and lowered before the measurement.

use crate::bare_loop::BareLoop;
use crate::meter::{Meter, Outcome};
use golden_model_core::Pmu;
use harness::coverage::Points;
use harness::dut::{Dut, SimulatedDut};
use harness::lockstep::Lockstep;
use harness::program::{Batch, Lowering, Program};
use harness::rtl::{ensure_model, BuiltModel, Compiler, Variant, Verilator, Workspace};
use harness::stimulus::{Generator, Profile};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

const BATCH: usize = 1024;

/// The measured parts, in the order of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The C++ loop that checks nothing.
    Bare,
    /// The DUT alone, through Rust.
    Device,
    /// The golden model alone.
    Model,
    /// The golden model with recording of collisions, which are coverage bins.
    Noting,
    /// Generation of programs.
    Generator,
    /// Lowering of programs to frames.
    Lowering,
    /// Lowering, DUT, model and scoreboard on one thread.
    Lockstep,
    /// The same with coverage bins.
    Covering,
    /// The same on two threads.
    CoveringTwice,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 9] = [
        Self::Bare,
        Self::Device,
        Self::Model,
        Self::Noting,
        Self::Generator,
        Self::Lowering,
        Self::Lockstep,
        Self::Covering,
        Self::CoveringTwice,
    ];

    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare_loop",
            Self::Device => "device",
            Self::Model => "model",
            Self::Noting => "model_with_collisions",
            Self::Generator => "generator",
            Self::Lowering => "lowering",
            Self::Lockstep => "lockstep_without_coverage",
            Self::Covering => "lockstep_1_thread",
            Self::CoveringTwice => "lockstep_2_threads",
        }
    }
}

/// The PMU.
pub struct Setup {
    pub pmu: Pmu,
    /// Cycles of all programs.
    pub cycles: u64,
    points: Points,
    profile: Profile,
    programs: Vec<Program>,
    batches: Vec<Batch>,
    built: BuiltModel,
    bare_loop: BareLoop,
    dut: SimulatedDut,
}

impl Setup {
    /// Builds its models and generates that number of programs.
    pub fn new(workspace: &Workspace, pmu: Pmu, programs: u64) -> Outcome<Self> {
        let id = &pmu.description.id;
        let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
        let build =
            |variant| ensure_model(workspace, &pmu.description, &manifest, variant, &mut |text| eprintln!("{text}"));
        let (built, bare_loop) = (build(Variant::Fast)?, build(Variant::Bare)?);
        let profile =
            Profile::read(&workspace.root().join("testbenches").join(Pmu::folder(id)).join("stimulus.toml"), &pmu)?;
        let programs: Vec<_> = {
            let generator = Generator::new(&pmu, &profile);
            (0..programs).map(|index| generator.program(1, index)).collect()
        };
        let mut batches = Vec::new();
        for program in &programs {
            let mut lowering = Lowering::new(&pmu, &program.ops);
            let mut batch = Batch::default();
            while lowering.next_batch(&mut batch, BATCH) {
                batches.push(std::mem::take(&mut batch));
            }
        }
        let cycles = batches.iter().map(|batch| batch.ops.len()).sum();
        let frames: Vec<u64> = batches.iter().flat_map(|batch| batch.frames.iter().copied()).collect();
        let bare_loop = BareLoop::new(&bare_loop, &frames, cycles)?;
        let dut = SimulatedDut::new(&built, 1)?;
        let points = Points::new(&pmu)?;
        Ok(Self { points, profile, programs, batches, cycles: cycles as u64, built, bare_loop, dut, pmu })
    }

    /// Measures the work of a part on all programs once.
    pub fn measure(&mut self, part: Part, meter: Meter) -> Outcome<f64> {
        match part {
            Part::Bare => meter(&mut || {
                self.bare_loop.run();
                Ok(())
            }),
            Part::Device => self.dut(meter),
            Part::Model => self.model(false, meter),
            Part::Noting => self.model(true, meter),
            Part::Generator => self.generator(meter),
            Part::Lowering => self.lowering(meter),
            Part::Lockstep => self.lockstep(1, false, meter),
            Part::Covering => self.lockstep(1, true, meter),
            Part::CoveringTwice => self.lockstep(2, true, meter),
        }
    }

    /// The frames of all programs, in sequence.
    pub fn frames(&self) -> impl Iterator<Item = &[u64]> {
        let words = self.pmu.frame.words();
        self.batches.iter().flat_map(move |batch| batch.frames.chunks_exact(words))
    }

    /// The tools that built its models.
    pub fn tools(&self) -> (&Verilator, &Compiler) {
        (&self.built.verilator, &self.built.compiler)
    }

    fn dut(&mut self, meter: Meter) -> Outcome<f64> {
        let words = self.pmu.observation.words();
        let mut observations = vec![0; BATCH * words];
        meter(&mut || {
            for batch in &self.batches {
                self.dut.step(&batch.frames, &mut observations[..batch.ops.len() * words])?;
            }
            Ok(())
        })
    }

    fn model(&self, noting: bool, meter: Meter) -> Outcome<f64> {
        let mut model = self.pmu.model();
        if noting {
            model.enable_collision_coverage(&self.pmu.collisions);
        }
        let (frame_words, words) = (self.pmu.frame.words(), self.pmu.observation.words());
        let mut observations = vec![0; BATCH * words];
        meter(&mut || {
            for batch in &self.batches {
                let used = batch.ops.len() * words;
                model.step_batch(&batch.frames, frame_words, &mut observations[..used], words);
                black_box(&observations);
            }
            Ok(())
        })
    }

    fn generator(&self, meter: Meter) -> Outcome<f64> {
        let generator = Generator::new(&self.pmu, &self.profile);
        meter(&mut || {
            (0..self.programs.len() as u64).for_each(|index| drop(black_box(generator.program(1, index))));
            Ok(())
        })
    }

    fn lowering(&self, meter: Meter) -> Outcome<f64> {
        let mut batch = Batch::default();
        meter(&mut || {
            for program in &self.programs {
                let mut lowering = Lowering::new(&self.pmu, &program.ops);
                while lowering.next_batch(&mut batch, BATCH) {
                    black_box(&batch);
                }
            }
            Ok(())
        })
    }

    /// Runs generated programs on threads with a DUT each. This thread is the first of them.
    fn lockstep(&self, threads: usize, covering: bool, meter: Meter) -> Outcome<f64> {
        let dut_factory = (0..threads).map(|_| SimulatedDut::new(&self.built, 1)).collect::<Result<Vec<_>, _>>()?;
        let sides = dut_factory.into_iter().map(|dut| {
            let lockstep = Lockstep::new(&self.pmu, dut);
            if covering {
                lockstep.covering(&self.points).recording_collisions()
            } else {
                lockstep
            }
        });
        let mut sides: Vec<_> = sides.collect();
        let (programs, stop) = (&self.programs, AtomicBool::new(false));
        let run = |(number, lockstep): (usize, &mut Lockstep<SimulatedDut>)| -> Result<(), String> {
            for program in programs.iter().skip(number).step_by(threads) {
                match lockstep.run(program, &stop) {
                    Ok(outcome) if outcome.divergence.is_none() => {}
                    Ok(_) => return Err("DUT and model diverge".to_owned()),
                    Err(error) => return Err(error.to_string()),
                }
            }
            Ok(())
        };
        meter(&mut || {
            std::thread::scope(|scope| {
                let run = &run;
                let mut sides = sides.iter_mut().enumerate();
                let first = sides.next();
                let other_tools: Vec<_> = sides.map(|side| scope.spawn(move || run(side))).collect();
                first.map_or(Ok(()), run)?;
                other_tools
                    .into_iter()
                    .try_for_each(|thread| thread.join().unwrap_or(Err("a thread panicked".to_owned())))
            })?;
            Ok(())
        })
    }
}
