//! What the tests of all PMUs share: a device of the RTL in this workspace, and programs run on it.

use golden_model::Pmu;
use harness::build::{ensure_model, BuiltModel, Variant, Workspace};
use harness::dut::{Dut, Fault, FaultyDut, SimulatedDut};
use harness::lockstep::{Lockstep, Outcome};
use harness::program::{Batch, Check, Lowering, Program};
use harness::regression::{find_directed, programs_folder};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A PMU and the model of its RTL.
pub struct Bench {
    /// The PMU.
    pub pmu: Pmu,
    built: BuiltModel,
    workspace: Workspace,
}

impl Bench {
    /// The bench of a PMU; builds the model of its RTL if need be.
    ///
    /// # Panics
    /// When the model cannot be built: then no test of the PMU can say anything.
    pub fn new(id: &str) -> Self {
        let pmu = Pmu::find(id).unwrap_or_else(|| panic!("there is no PMU {id}"));
        let workspace =
            Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_else(|error| panic!("{error}"));
        let manifest = workspace.root().join("rtl").join(id).join("rtl.toml");
        let mut notice = |text: &str| eprintln!("{text}");
        let built = ensure_model(&workspace, &pmu.description, &manifest, Variant::Fast, &mut notice);
        let built = built.unwrap_or_else(|error| panic!("{error}"));
        Self { pmu, built, workspace }
    }

    /// A fresh device.
    ///
    /// # Panics
    /// When the model cannot be loaded.
    pub fn device(&self) -> SimulatedDut {
        SimulatedDut::new(&self.built, 1).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The directed programs below a behaviour's folder.
    ///
    /// # Panics
    /// When a program is wrong or there is none.
    pub fn programs(&self, behaviour: &str) -> Vec<Program> {
        let folder = programs_folder(self.workspace.root(), &self.pmu.description.id).join(behaviour);
        let programs = find_directed(&folder, &self.pmu).unwrap_or_else(|error| panic!("{error}"));
        assert!(!programs.is_empty(), "{} has no program", folder.display());
        programs
    }

    /// Runs a program on the RTL beside the golden model.
    ///
    /// # Panics
    /// When device and model differ, an expectation fails, or nothing was compared.
    pub fn passes(&self, file: &Path) {
        let program =
            Program::read(file, file.display().to_string(), &self.pmu).unwrap_or_else(|error| panic!("{error}"));
        assert!(!program.covers.is_empty(), "{} names no requirement", file.display());
        let outcome = self.run(&program, self.device());
        if let Some(divergence) = &outcome.divergence {
            panic!("{divergence}");
        }
        assert!(outcome.comparisons > 0 && outcome.expectations > 0, "{} demands nothing", file.display());
    }

    /// Whether a program of the folder finds, by an expectation of its own and not only by the model, that a value of the
    /// device is stuck.
    ///
    /// # Panics
    /// When none does, or when there is no such value.
    pub fn finds_stuck(&self, behaviour: &str, name: &str, value: u64) {
        let fault = Fault::Stuck { slot: self.pmu.observation.slot(name), value };
        let words = self.pmu.observation.words();
        let device = || FaultyDut::new(self.device(), words, fault.clone());
        let found = self.programs(behaviour).iter().any(|program| self.unmet(program, device()));
        assert!(found, "no program of {behaviour} expects {name} to be anything but {value:#x}");
    }

    /// Whether an expectation of the program is not met by the device, no model involved.
    fn unmet(&self, program: &Program, mut device: impl Dut) -> bool {
        let words = self.pmu.observation.words();
        let mut lowering = Lowering::new(&self.pmu, &program.ops);
        let mut batch = Batch::default();
        device.reset().unwrap_or_else(|error| panic!("{error}"));
        while lowering.next_batch(&mut batch, 1024) {
            let mut observations = vec![0; batch.ops.len() * words];
            device.step(&batch.frames, &mut observations).unwrap_or_else(|error| panic!("{error}"));
            let shown = |check: &Check| {
                let clock = (check.cycle - batch.start) as usize;
                check.target.get(&self.pmu, &observations[clock * words..(clock + 1) * words])
            };
            if batch.checks.iter().any(|check| shown(check) != check.value) {
                return true;
            }
        }
        false
    }

    /// Runs a program on any device.
    ///
    /// # Panics
    /// When the device stops.
    pub fn run(&self, program: &Program, device: impl Dut) -> Outcome {
        let outcome = Lockstep::new(&self.pmu, device).run(program, &AtomicBool::new(false));
        outcome.unwrap_or_else(|error| panic!("{error}"))
    }
}
