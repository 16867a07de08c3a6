//! `bench.json`: the measurements, their ratios, and the targets.

use crate::count;
use crate::meter::Outcome;
use crate::other_tools::{self, Other};
use crate::setup::{Part, Setup};
use harness::results::Tool;
use serde::Serialize;
use std::collections::BTreeMap;

/// Values by name; a value that could not be measured is null.
type Named = BTreeMap<&'static str, Option<f64>>;

/// The complete document.
#[derive(Serialize)]
pub struct Document {
    pub tool: Tool,
    /// Commit of the checkout; `None` outside of a checkout.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: Option<bool>,
    /// When the run ended, in seconds since 1970.
    pub finished_at: u64,
    /// Number of interleaved rounds, whose medians are given.
    pub rounds: usize,
    /// The lowest value of each ratio over the PMUs.
    pub ratios: Named,
    /// Why a tool or a ratio is not measured.
    pub reasons: BTreeMap<String, String>,
    /// The targets of the ratios, and whether they are reached.
    pub targets: Vec<Target>,
    pub pmus: Vec<Measured>,
    pub other_tools: Vec<Other>,
}

/// The measurements of a PMU.
#[derive(Serialize)]
pub struct Measured {
    pub pmu: String,
    pub size: Size,
    /// Cycles of a round.
    #[serde(rename = "clocks")]
    pub cycles: u64,
    pub cycles_per_second: Named,
    /// Instructions of some parts, counted by callgrind.
    #[serde(rename = "instructions_per_clock")]
    pub instructions_per_cycle: Named,
    /// The reason why those are null.
    pub instructions_reason: Option<String>,
    pub ratios: Named,
}

/// Size of a PMU.
#[derive(Clone, Copy, Serialize)]
pub struct Size {
    /// Boxes: cores, threads, C-Boxes and the like.
    pub units: usize,
    /// Counters that count selectable events.
    pub counters: usize,
    pub event_lines: usize,
    pub state_words: usize,
}

/// Target of a ratio.
#[derive(Serialize)]
pub struct Target {
    pub ratio: &'static str,
    pub at_least: f64,
    pub verdict: &'static str,
}

/// The parts whose cost is listed by size.
pub const COSTS: [Part; 3] = [Part::Device, Part::Covering, Part::CoveringTwice];
const ONE_THREAD: &str = "lockstep_1_thread_vs_bare";
const TWO_THREADS: &str = "lockstep_2_threads_vs_bare";
const MODEL: &str = "model_vs_device";
const COCOTB: &str = "lockstep_vs_cocotb";
const MARLIN: &str = "device_vs_marlin";
const FERRILATOR: &str = "device_vs_ferrilator";
/// Ratios to other tools.
const AGAINST: [&str; 3] = [COCOTB, MARLIN, FERRILATOR];
/// The targets.
const TARGETS: [(&str, f64); 4] = [(ONE_THREAD, 1.0), (TWO_THREADS, 1.6), (COCOTB, 1000.0), (MODEL, 3.0)];

impl Document {
    /// What could not be measured, with reasons.
    pub fn missing(&self) -> Vec<String> {
        let counts = self.pmus.iter().filter_map(|measured| {
            let reason = measured.instructions_reason.as_ref()?;
            Some(format!("instructions of {} are not counted: {reason}", measured.pmu))
        });
        counts.chain(self.reasons.iter().map(|(what, reason)| format!("{what} is not measured: {reason}"))).collect()
    }
}

impl Measured {
    /// Computes the document from the speeds of all parts and the instructions of the counted ones.
    pub fn new(setup: &Setup, speeds: &[f64], instructions: Outcome<Vec<f64>>) -> Self {
        let by_part = || Part::ALL.iter().zip(speeds);
        let speed = |part: Part| by_part().find_map(|(known, speed)| (*known == part).then_some(*speed));
        let ratio = |part, to| Some(speed(part)? / speed(to)?);
        let description = &setup.pmu.description;
        let instructions_reason = instructions.as_ref().err().map(ToString::to_string);
        let counted = |(position, part): (usize, &Part)| {
            (part.name(), instructions.as_ref().ok().and_then(|all| all.get(position)).copied())
        };
        Self {
            pmu: description.id.clone(),
            size: Size {
                units: description.units.len(),
                counters: description.counters().len(),
                event_lines: description.events.lines.len(),
                state_words: description.states.len(),
            },
            cycles: setup.cycles,
            cycles_per_second: by_part().map(|(part, speed)| (part.name(), Some(*speed))).collect(),
            instructions_per_cycle: count::PARTS.iter().enumerate().map(counted).collect(),
            instructions_reason,
            ratios: Named::from([
                (ONE_THREAD, ratio(Part::Covering, Part::Bare)),
                (TWO_THREADS, ratio(Part::CoveringTwice, Part::Bare)),
                (MODEL, ratio(Part::Model, Part::Device)),
            ]),
        }
    }

    /// Instructions per cycle of a part.
    pub fn instructions(&self, part: Part) -> Option<f64> {
        self.instructions_per_cycle.get(part.name()).copied().flatten()
    }

    /// Cycles per second of a part.
    pub fn speed(&self, part: Part) -> Option<f64> {
        self.cycles_per_second.get(part.name()).copied().flatten()
    }
}

/// The lowest ratios, and the ratios to other tools with the same PMU.
pub fn ratios(pmus: &[Measured], other_tools: &[Other]) -> Named {
    let lowest = |name| {
        let all = pmus.iter().filter_map(|pmu| pmu.ratios.get(name).copied().flatten());
        (name, all.min_by(f64::total_cmp))
    };
    let against = |name: &'static str| {
        let speeds = |other: &Other| Some(other.part_cycles_per_second? / other.cycles_per_second?);
        (name, of_ratio(name, other_tools).filter_map(speeds).min_by(f64::total_cmp))
    };
    [ONE_THREAD, TWO_THREADS, MODEL].map(lowest).into_iter().chain(AGAINST.map(against)).collect()
}

/// The reasons why speeds of other tools are null.
pub fn reasons(other_tools: &[Other]) -> BTreeMap<String, String> {
    let of_tool = |other: &Other| Some((format!("{} {}", other.name, other.version), other.reason.clone()?));
    let absent = |name: &&str| of_ratio(name, other_tools).next().is_none();
    let of_pmu = |name: &str| (name.to_owned(), format!("{} is not among the PMUs of this run", other_tools::PMU));
    other_tools.iter().filter_map(of_tool).chain(AGAINST.into_iter().filter(absent).map(of_pmu)).collect()
}

/// The other tools with which a ratio compares. The ratio is that to the fastest of them.
fn of_ratio<'o>(ratio: &'o str, other_tools: &'o [Other]) -> impl Iterator<Item = &'o Other> {
    other_tools.iter().filter(move |other| ratio.ends_with(other.name))
}

/// Evaluates the targets of the ratios.
pub fn targets(ratios: &Named) -> Vec<Target> {
    let target = |(ratio, at_least): (&'static str, f64)| {
        let verdict = match ratios.get(ratio).copied().flatten() {
            Some(value) if value >= at_least => "met",
            Some(_) => "missed",
            None => "not measured",
        };
        Target { ratio, at_least, verdict }
    };
    TARGETS.into_iter().map(target).collect()
}
