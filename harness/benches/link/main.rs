//! Speed of a simulated board, and what follows from its counts for a real one. Bytes and clocks of the board repeat, times do not.

mod computed;
mod setup;
mod shared;
mod table;

use computed::Computed;
use golden_model::Pmu;
use harness::results::write_atomically;
use harness::rtl::Workspace;
use serde::Serialize;
use setup::{Counted, Subject};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The PMUs that are measured.
const PMUS: [&str; 3] = ["k8", "knc", "ivt_cbox"];
const ROUNDS: usize = 5;
/// No further round is begun behind this: a board with a large PMU is slow, and counts are the same in each round.
const ENOUGH: Duration = Duration::from_secs(60);

/// What was measured on a PMU, and what is computed from it.
#[derive(Serialize)]
struct Measured {
    pmu: String,
    /// Words of a frame and of an observation.
    frame_words: usize,
    observation_words: usize,
    /// Random programs, each frame of which goes over the line.
    line: Counted,
    /// Stimulus that the board makes; none where its program does not fit the frame memory.
    generator: Option<Counted>,
    computed: Vec<Computed>,
}

fn main() -> Outcome {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    // Cargo adds an argument of its own.
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let ids = if given.is_empty() { PMUS.map(str::to_owned).to_vec() } else { given };
    let mut all = Vec::new();
    for id in ids {
        let pmu = Pmu::find(&id).ok_or_else(|| format!("there is no PMU {id}"))?;
        let (frame_words, observation_words) = (pmu.frame.words(), pmu.observation.words());
        eprintln!("measuring a board with {id}");
        let setup = Subject::new(&workspace, pmu)?;
        let (mut line, mut generator, begin) = (Vec::new(), Vec::new(), Instant::now());
        while line.len() < ROUNDS && begin.elapsed() < ENOUGH {
            line.push(setup.programs()?);
            generator.extend(setup.stimulus()?);
        }
        let line = Counted::median(line).ok_or("no round")?;
        let generator = Counted::median(generator);
        let computed = computed::all(observation_words, &line, generator.as_ref());
        all.push(Measured { pmu: id, frame_words, observation_words, line, generator, computed });
    }
    let file = workspace.build_dir().join("bench").join("link.json");
    write_atomically(&file, serde_json::to_string_pretty(&all)?.as_bytes())?;
    println!("{}\n{}", table::text(&all), file.display());
    Ok(())
}
