//! Speed of a simulated board, and the computed speed of a real one. Counts of bytes and board cycles are repeatable,
//! times are not.

mod computed;
mod setup;
mod shared;
mod table;

use computed::Computed;
use golden_model_all as _;
use golden_model_core::Pmu;
use harness::results::write_atomically;
use harness::rtl::Workspace;
use serde::Serialize;
use setup::{Counted, Setup};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The PMUs that are measured.
const PMUS: [&str; 3] = ["k8", "knc", "ivt_cbox"];
const ROUNDS: usize = 5;
/// Time after which no further round starts: a board with a large PMU is slow, and counts are the same in each round.
const ENOUGH: Duration = Duration::from_secs(60);

/// The measurements of a PMU, and the speeds computed from them.
#[derive(Serialize)]
struct Measured {
    pmu: String,
    /// Words of a frame and of an observation.
    frame_words: usize,
    observation_words: usize,
    /// Random programs, each frame of which is sent over the line.
    line: Counted,
    /// Stimulus generated on the board; `None` if its program does not fit the frame memory.
    generator: Option<Counted>,
    computed: Vec<Computed>,
}

fn main() -> Outcome {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    // Cargo adds its own argument.
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let ids = if given.is_empty() { PMUS.map(str::to_owned).to_vec() } else { given };
    let mut all = Vec::new();
    for id in ids {
        let pmu = Pmu::find(&id).ok_or_else(|| format!("there is no PMU {id}"))?;
        let (frame_words, observation_words) = (pmu.frame.words(), pmu.observation.words());
        eprintln!("measuring a board with {id}");
        let setup = Setup::new(&workspace, pmu)?;
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
