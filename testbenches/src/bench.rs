//! Runs programs on a PMU and the model of its RTL in this workspace.

use crate::{folder, Recording};
use golden_model_core::{Choices, CollisionCoverage, Pmu};
use harness::dut::{Dut, Fault, FaultInjectedDut, SimulatedDut};
use harness::lockstep::{Lockstep, LockstepOutcome};
use harness::program::{Batch, Check, Lowering, Program};
use harness::regression::{list_directed, DirectedFile, DirectedProgram};
use harness::rtl::{ensure_model, BuiltModel, Variant, Workspace};
use harness::stimulus::{Generator, Profile};
use harness::stuck_at::StuckAtFault;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A PMU and the model of its RTL.
pub struct Bench {
    /// The PMU.
    pub pmu: Pmu,
    built: BuiltModel,
}

impl Bench {
    /// Creates the bench of a PMU and builds the model of its RTL if necessary.
    ///
    /// # Panics
    /// If the PMU does not exist or its model cannot be built.
    pub fn new(id: &str) -> Self {
        Self::choosing(id, &Choices::default())
    }

    /// Creates the bench of a PMU whose golden model and RTL have these options.
    ///
    /// # Panics
    /// As [`Bench::new`], or if the PMU has no such option.
    pub fn choosing(id: &str, choices: &Choices) -> Self {
        let pmu = Pmu::find(id).unwrap_or_else(|| panic!("there is no PMU {id}"));
        let pmu = pmu.choosing(choices).unwrap_or_else(|error| panic!("{error}"));
        let workspace =
            Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_else(|error| panic!("{error}"));
        let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
        let mut notice = |text: &str| eprintln!("{text}");
        let built = ensure_model(&workspace, &pmu.description, &manifest, Variant::Fast, &mut notice);
        let built = built.unwrap_or_else(|error| panic!("{error}"));
        Self { pmu, built }
    }

    /// Creates a DUT in its initial state.
    ///
    /// # Panics
    /// If the model cannot be loaded.
    pub fn dut(&self) -> SimulatedDut {
        SimulatedDut::new(&self.built, 1).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Generates random program number `index` of the seed common to all tests.
    ///
    /// # Panics
    /// If the stimulus profile of the PMU is invalid.
    pub fn random_program(&self, index: u64) -> Program {
        let file = folder(&self.pmu.description.id).join("stimulus.toml");
        let profile = Profile::read(&file, &self.pmu).unwrap_or_else(|error| panic!("{error}"));
        Generator::new(&self.pmu, &profile).program(11, index)
    }

    /// Runs a directed program on the RTL in lockstep with the golden model, both with the options that the program
    /// requires. A program for no option of the choices must fail an expectation.
    ///
    /// # Panics
    /// If DUT and model differ, an expectation fails, nothing is compared, or the program names no requirement.
    pub fn passes(&self, directed: &DirectedFile) {
        let (file, shared) = (&directed.file, &self.pmu.description.shared);
        if directed.is_for_no_option(shared).unwrap_or_else(|error| panic!("{error}")) {
            return self.fails_an_expectation(directed);
        }
        let program = match directed.read(&self.pmu).unwrap_or_else(|error| panic!("{error}")) {
            DirectedProgram::Applicable(program) => program,
            DirectedProgram::ForOtherOption(_) => {
                let choices = directed.required_options(shared).unwrap_or_else(|error| panic!("{error}"));
                return Self::choosing(&self.pmu.description.id, &choices).passes(directed);
            }
        };
        assert!(!program.covers.is_empty(), "{} names no requirement", file.display());
        let outcome = self.run(&program, self.dut());
        if let Some(divergence) = &outcome.divergence {
            panic!("{divergence}");
        }
        assert!(outcome.comparisons > 0 && outcome.expectations > 0, "{} compares or expects nothing", file.display());
    }

    fn fails_an_expectation(&self, directed: &DirectedFile) {
        let file = directed.file.display();
        let program = directed.read_for_any_option(&self.pmu).unwrap_or_else(|error| panic!("{error}"));
        match self.run(&program, self.dut()).divergence {
            None => panic!("{file} is for no option and passes with the defaults"),
            Some(divergence) => assert!(divergence.differences.is_empty(), "{divergence}"),
        }
    }

    /// Checks that an expectation of a program of the behaviour detects a stuck-at fault, without the golden model.
    ///
    /// # Panics
    /// If no program detects it, or if the value does not exist.
    pub fn finds_stuck(&self, stuck: &StuckAtFault) {
        let StuckAtFault { behaviour, name, value } = stuck;
        let fault =
            Fault::Stuck { slot: self.pmu.observation.slot(&self.pmu.description.full_name(name)), value: *value };
        let words = self.pmu.observation.words();
        let programs = folder(&self.pmu.description.id).join("programs");
        let all = list_directed(&programs, &self.pmu.description.shared).unwrap_or_else(|error| panic!("{error}"));
        let mut own = all.iter().filter(|file| file.name.split('/').next() == Some(behaviour));
        let dut = || FaultInjectedDut::new(self.dut(), words, fault.clone());
        let read = |file: &DirectedFile| file.read(&self.pmu).unwrap_or_else(|error| panic!("{error}")).applicable();
        let found = own.any(|file| read(file).is_some_and(|program| self.has_failed_expectation(&program, dut())));
        assert!(found, "no program of {behaviour} expects {name} to be anything but {value:#x}");
    }

    /// Returns whether an expectation of the program fails on the DUT, without the golden model.
    fn has_failed_expectation(&self, program: &Program, mut dut: impl Dut) -> bool {
        let words = self.pmu.observation.words();
        let fails = |batch: &Batch, observations: &[u64]| {
            batch.checks.iter().any(|check: &Check| {
                let cycle = (check.cycle - batch.start) as usize;
                check.target.get(&self.pmu, &observations[cycle * words..(cycle + 1) * words]) != check.value
            })
        };
        let mut found = false;
        self.drive(program, &mut dut, |batch, observations| {
            found = fails(batch, observations);
            !found
        });
        found
    }

    /// Records the observations of the DUT in a program.
    pub fn record(&self, program: &Program) -> Recording {
        let mut recorded = Vec::new();
        let mut dut = self.dut();
        self.drive(program, &mut dut, |_, observations| {
            recorded.extend_from_slice(observations);
            true
        });
        Recording::new(recorded, self.pmu.observation.words(), &dut)
    }

    /// Runs a program on a DUT alone, in batches, until `go_on` returns false.
    fn drive(&self, program: &Program, dut: &mut impl Dut, mut go_on: impl FnMut(&Batch, &[u64]) -> bool) {
        let mut lowering = Lowering::new(&self.pmu, &program.ops);
        let mut batch = Batch::default();
        dut.reset().unwrap_or_else(|error| panic!("{error}"));
        while lowering.next_batch(&mut batch, 1024) {
            let mut observations = vec![0; batch.ops.len() * self.pmu.observation.words()];
            dut.step(&batch.frames, &mut observations).unwrap_or_else(|error| panic!("{error}"));
            if !go_on(&batch, &observations) {
                return;
            }
        }
    }

    /// Runs a program on the RTL in lockstep with the golden model and returns the collisions that the model recorded.
    ///
    /// # Panics
    /// If the DUT fails or the model does not record collisions.
    pub fn run_with_collisions(&self, program: &Program) -> (LockstepOutcome, CollisionCoverage) {
        let mut lockstep = Lockstep::new(&self.pmu, self.dut()).recording_collisions();
        let outcome = lockstep.run(program, &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"));
        let covered = lockstep.model().collisions().cloned();
        (outcome, covered.unwrap_or_else(|| panic!("the model does not record collisions")))
    }

    /// Runs a program on a DUT in lockstep with the golden model.
    ///
    /// # Panics
    /// If the DUT fails.
    pub fn run(&self, program: &Program, dut: impl Dut) -> LockstepOutcome {
        let outcome = Lockstep::new(&self.pmu, dut).run(program, &AtomicBool::new(false));
        outcome.unwrap_or_else(|error| panic!("{error}"))
    }
}
