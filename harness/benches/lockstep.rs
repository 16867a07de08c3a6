//! Speed of the parts of a lockstep run, interleaved round by round so that a noisy machine disturbs all alike. The medians
//! of the rounds are printed as ratios; absolute speeds say more about the machine than about the code.

use golden_model::{GoldenModel, Pmu};
use harness::build::{ensure_model, Variant, Workspace};
use harness::coverage::Points;
use harness::dut::{Dut, SimulatedDut};
use harness::generate::{Generator, Profile};
use harness::lockstep::Lockstep;
use harness::program::{Batch, Lowering, Program};
use harness::results::write_whole;
use serde_json::json;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const ROUNDS: usize = 9;
const PROGRAMS: u64 = 40;

/// A PMU with programs that are made and lowered before anything is timed.
struct Subject {
    pmu: Pmu,
    points: Points,
    profile: Profile,
    programs: Vec<Program>,
    batches: Vec<Batch>,
    clocks: u64,
    device: SimulatedDut,
    second_device: Option<SimulatedDut>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let mut entries = Vec::new();
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let id = pmu.description.id.clone();
        let mut subject = Subject::new(&workspace, pmu)?;
        let names = ["device", "model", "generator", "lowering", "lockstep", "covering"];
        let mut seconds = vec![Vec::new(); names.len()];
        for _ in 0..ROUNDS {
            let round = [
                subject.device()?,
                subject.model(),
                subject.generator(),
                subject.lowering(),
                subject.lockstep(false)?,
                subject.lockstep(true)?,
            ];
            seconds.iter_mut().zip(round).for_each(|(all, one)| all.push(one));
        }
        let speeds: Vec<f64> = seconds.iter_mut().map(|all| subject.clocks as f64 / median(all)).collect();
        println!("{id}: median of {ROUNDS} interleaved rounds of {} clocks", subject.clocks);
        for (name, speed) in names.iter().zip(&speeds) {
            println!("  {name:<10} {:>8.2} Mcycles/s  {:>6.2} of the device alone", speed / 1e6, speed / speeds[0]);
        }
        entries.push(json!({
            "pmu": id,
            "cycles_per_second": names.iter().zip(&speeds).map(|(n, s)| (n.to_string(), json!(s))).collect::<serde_json::Map<_, _>>(),
            "ratios": {
                "lockstep_1_thread_vs_device": speeds[4] / speeds[0],
                "covering_vs_lockstep": speeds[5] / speeds[4],
                "model_vs_device": speeds[1] / speeds[0],
            },
        }));
    }
    let file = workspace.build_dir().join("bench/bench.json");
    write_whole(&file, serde_json::to_string_pretty(&json!({ "rounds": ROUNDS, "pmus": entries }))?.as_bytes())?;
    println!("{}", file.display());
    Ok(())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

impl Subject {
    fn new(workspace: &Workspace, pmu: Pmu) -> Result<Self, Box<dyn std::error::Error>> {
        let id = &pmu.description.id;
        let manifest = workspace.root().join("rtl").join(id).join("rtl.toml");
        let built =
            ensure_model(workspace, &pmu.description, &manifest, Variant::Fast, &mut |text| eprintln!("{text}"))?;
        let profile = Profile::read(&workspace.root().join("testbenches").join(id).join("stimulus.toml"), &pmu)?;
        let programs: Vec<_> = {
            let generator = Generator::new(&pmu, &profile);
            (0..PROGRAMS).map(|index| generator.program(1, index)).collect()
        };
        let mut batches = Vec::new();
        for program in &programs {
            let mut lowering = Lowering::new(&pmu, &program.ops);
            let mut batch = Batch::default();
            while lowering.next_batch(&mut batch, 1024) {
                batches.push(std::mem::take(&mut batch));
            }
        }
        let clocks = batches.iter().map(|batch| batch.ops.len() as u64).sum();
        let device = SimulatedDut::new(&built, 1)?;
        let second_device = Some(SimulatedDut::new(&built, 1)?);
        let points = Points::new(&pmu)?;
        Ok(Self { pmu, points, profile, programs, batches, clocks, device, second_device })
    }

    fn device(&mut self) -> Result<f64, Box<dyn std::error::Error>> {
        let mut observations = vec![0; 1024 * self.pmu.observation.words()];
        let mut failed = None;
        let seconds = timed(|| {
            for batch in &self.batches {
                let used = batch.ops.len() * self.pmu.observation.words();
                failed = self.device.step(&batch.frames, &mut observations[..used]).err();
            }
        });
        failed.map_or(Ok(seconds), |error| Err(error.into()))
    }

    fn model(&self) -> f64 {
        let mut model: Box<dyn GoldenModel> = self.pmu.model();
        let (frame_words, words) = (self.pmu.frame.words(), self.pmu.observation.words());
        let mut observations = vec![0; 1024 * words];
        timed(|| {
            for batch in &self.batches {
                let used = batch.ops.len() * words;
                model.step_batch(&batch.frames, frame_words, &mut observations[..used], words);
                black_box(&observations);
            }
        })
    }

    fn generator(&self) -> f64 {
        let generator = Generator::new(&self.pmu, &self.profile);
        timed(|| (0..PROGRAMS).for_each(|index| drop(black_box(generator.program(1, index)))))
    }

    fn lowering(&self) -> f64 {
        let mut batch = Batch::default();
        timed(|| {
            for program in &self.programs {
                let mut lowering = Lowering::new(&self.pmu, &program.ops);
                while lowering.next_batch(&mut batch, 1024) {
                    black_box(&batch);
                }
            }
        })
    }

    /// Programs that are made already, on one thread: lowering, device, model, scoreboard; and coverage if asked for.
    fn lockstep(&mut self, covering: bool) -> Result<f64, Box<dyn std::error::Error>> {
        let Some(device) = self.second_device.take() else { return Err("no device".into()) };
        let stop = AtomicBool::new(false);
        let mut failed = None;
        let lockstep = Lockstep::new(&self.pmu, device);
        let mut lockstep = if covering { lockstep.covering(&self.points) } else { lockstep };
        let seconds = timed(|| {
            for program in &self.programs {
                match lockstep.run(program, &stop) {
                    Ok(outcome) if outcome.divergence.is_none() => {}
                    Ok(_) => failed = Some("device and model diverge".to_owned()),
                    Err(error) => failed = Some(error.to_string()),
                }
            }
        });
        self.second_device = Some(lockstep.into_device());
        failed.map_or(Ok(seconds), |error| Err(error.into()))
    }
}
