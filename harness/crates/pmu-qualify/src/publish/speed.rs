//! `docs/speed.json`: the speed of each PMU relative to a bare loop, and the time from a changed line to its verdict.

use super::document::{position, PublishedDocument};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSpeeds {
    /// Version of this schema.
    pub schema_version: u32,
    /// One entry for each PMU.
    pub pmus: Vec<PublishedSpeed>,
    /// The same stimulus with other tools.
    pub other_tools: Vec<PublishedTool>,
}

/// The figures of a PMU.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSpeed {
    /// Id of the PMU.
    pub pmu: String,
    /// The speeds; `None` if only turnaround times are published.
    pub speeds: Option<PartSpeeds>,
    /// The turnaround times.
    pub turnaround: Option<Turnaround>,
}

/// The speeds of the entries of the benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSpeeds {
    /// The commit that was measured.
    pub commit: String,
    /// The size of the PMU.
    pub size: PmuSize,
    /// The speed of each entry as a fraction of that of the bare loop.
    pub relative: BTreeMap<String, f64>,
    /// The instructions of each counted entry as a fraction of those of the bare loop.
    pub instructions: BTreeMap<String, f64>,
}

/// The size of a PMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PmuSize {
    /// Boxes: cores, threads, C-Boxes and the like.
    pub units: usize,
    /// Counters that count selectable events.
    pub counters: usize,
    /// Lines of events.
    pub event_lines: usize,
    /// Words of state that are compared.
    pub state_words: usize,
}

/// Times until a verdict in seconds, each the median of several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turnaround {
    /// After a change of one line in the RTL.
    pub changed: f64,
    /// Without a change.
    pub unchanged: f64,
}

/// The speed of another tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTool {
    /// Name of the tool.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The PMU.
    pub pmu: String,
    /// The entry of the benchmark with which it is compared.
    pub component: String,
    /// The speed of that entry as a multiple of the tool's.
    pub times: f64,
}

/// `build/bench/bench.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct BenchReport {
    commit: Option<String>,
    modified: Option<bool>,
    pmus: Vec<BenchedPmu>,
    other_tools: Vec<BenchedTool>,
}

#[derive(Clone, Debug, Deserialize)]
struct BenchedPmu {
    pmu: String,
    size: PmuSize,
    cycles_per_second: BTreeMap<String, Option<f64>>,
    #[serde(rename = "instructions_per_clock")]
    instructions_per_cycle: BTreeMap<String, Option<f64>>,
}

#[derive(Clone, Debug, Deserialize)]
struct BenchedTool {
    name: String,
    version: String,
    pmu: String,
    component: String,
    cycles_per_second: Option<f64>,
    part_cycles_per_second: Option<f64>,
}

/// `build/bench/turnaround.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct TurnaroundReport {
    turnaround: BTreeMap<String, Turnaround>,
}

/// The entry with which all others are compared.
const BASELINE: &str = "bare_loop";

impl PublishedDocument for PublishedSpeeds {
    const FILE: &'static str = "docs/speed.json";
    const VERSION: u32 = 1;

    fn ids(&self) -> Vec<&str> {
        self.pmus.iter().map(|speed| speed.pmu.as_str()).collect()
    }
}

impl PublishedSpeeds {
    /// Merges the speeds of a benchmark.
    ///
    /// # Errors
    /// Returns the reason for which they cannot be published, with a remedy.
    pub fn add(&mut self, report: &BenchReport) -> Result<(), String> {
        let commit = report.commit.as_ref().filter(|_| report.modified == Some(false));
        let commit = commit.ok_or("the checkout had changes; commit them and run `make bench` again")?;
        for BenchedPmu { pmu, size, cycles_per_second, instructions_per_cycle } in &report.pmus {
            let relative = relative(cycles_per_second).ok_or_else(|| {
                format!("it has no speed of the bare loop of {pmu}; run `make bench PMU={pmu}` again")
            })?;
            // Callgrind is optional.
            let instructions = self::relative(instructions_per_cycle).unwrap_or_default();
            let speeds = PartSpeeds { commit: commit.clone(), size: *size, relative, instructions };
            self.entry(pmu)?.speeds = Some(speeds);
        }
        for tool in &report.other_tools {
            let Some(times) = tool.times() else { continue };
            let BenchedTool { name, version, pmu, component, .. } = tool.clone();
            self.other_tools.retain(|known| (&known.name, &known.version) != (&name, &version));
            self.other_tools.push(PublishedTool { name, version, pmu, component, times });
        }
        Ok(())
    }

    /// Merges turnaround times.
    ///
    /// # Errors
    /// Returns the reason for which they cannot be published, with a remedy.
    pub fn add_turnaround(&mut self, report: &TurnaroundReport) -> Result<(), String> {
        for (pmu, times) in &report.turnaround {
            self.entry(pmu)?.turnaround = Some(*times);
        }
        Ok(())
    }

    fn entry(&mut self, pmu: &str) -> Result<&mut PublishedSpeed, String> {
        if position(pmu) == usize::MAX {
            return Err(format!("there is no PMU {pmu}; run `make bench` again"));
        }
        let known = self.pmus.iter().position(|speed| speed.pmu == pmu).unwrap_or_else(|| {
            let at = self.pmus.partition_point(|speed| position(&speed.pmu) < position(pmu));
            self.pmus.insert(at, PublishedSpeed { pmu: pmu.to_owned(), ..PublishedSpeed::default() });
            at
        });
        Ok(&mut self.pmus[known])
    }
}

impl BenchedTool {
    fn times(&self) -> Option<f64> {
        Some(rounded(self.part_cycles_per_second? / self.cycles_per_second?))
    }
}

/// All values but the baseline as fractions of it; `None` if it was not measured.
fn relative(values: &BTreeMap<String, Option<f64>>) -> Option<BTreeMap<String, f64>> {
    let baseline = values.get(BASELINE).copied().flatten()?;
    let others = values.iter().filter(|(part, _)| *part != BASELINE);
    Some(others.filter_map(|(part, value)| Some((part.clone(), rounded((*value)? / baseline)))).collect())
}

/// Two digits after the point: more are noise.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
