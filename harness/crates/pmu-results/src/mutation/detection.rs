//! `build/mutate/deep/<pmu>.json`.

use super::interval::Interval;
use super::report::CellPort;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of the condition under which a mutant acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionKind {
    /// Bits of registers and inputs have given values.
    Conjunction,
    /// An event has occurred a number of times.
    Occurrences,
    /// A number of cycles have passed since an event.
    Delay,
}

impl ConditionKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Conjunction, Self::Occurrences, Self::Delay];

    /// The levels of rarity: the number of bits of a conjunction; otherwise the binary logarithm of the smallest number of
    /// occurrences or cycles.
    pub fn levels(self) -> &'static [u32] {
        match self {
            Self::Conjunction => &[4, 6, 8, 12, 16, 20, 24, 30],
            Self::Occurrences => &[4, 6, 8, 10, 12, 14],
            Self::Delay => &[4, 6, 8, 10, 12, 14, 16],
        }
    }

    /// The binary logarithm at which a level ends.
    pub fn end(self, level: u32) -> u32 {
        match self {
            Self::Conjunction => level,
            Self::Occurrences => (level + 2).min(16),
            Self::Delay => (level + 2).min(17),
        }
    }
}

impl fmt::Display for ConditionKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Conjunction => "conjunction",
            Self::Occurrences => "occurrences",
            Self::Delay => "delay",
        })
    }
}

/// Result of a deep campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DetectionReport {
    /// Id of the PMU.
    pub pmu: String,
    /// Version of pmu-cosim.
    pub pmu_cosim: String,
    /// Verilator, with its version.
    pub verilator: String,
    /// The C++ compiler, with its version.
    pub compiler: String,
    /// Yosys, with its version: other versions may choose other faults.
    pub yosys: String,
    /// SHA-256 over the RTL's files.
    pub rtl_hash: String,
    /// Hash over faults and conditions: campaigns with the same hash have the same mutants.
    pub mutants_hash: String,
    /// Seed of faults and conditions, and of the random programs.
    pub seed: u64,
    /// Cycles of random programs.
    pub cycles: u64,
    /// Number of directed programs, collisions included.
    pub directed_programs: u64,
    /// Faults that directed programs detect if they always act. The mutants have these faults.
    pub faults: u64,
    /// Mutants whose model does not settle or stops. They are not among the mutants of the figures.
    pub unstable: u64,
    /// Figures of all mutants.
    #[serde(flatten)]
    pub total: DetectionFigures,
    /// Figures for each kind of condition.
    pub by_kind: Vec<KindFigures>,
    /// Figures for each kind and level of rarity.
    pub by_rarity: Vec<LevelFigures>,
    /// The mutants.
    pub each: Vec<ConditionalMutant>,
    /// Duration in seconds. It is the only value that differs between two campaigns with the same inputs.
    pub seconds: f64,
}

/// Figures of some mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectionFigures {
    /// Number of mutants.
    pub mutants: u64,
    /// Detection by random programs alone.
    pub random: DetectionFigure,
    /// Detection by random and directed programs.
    pub all: DetectionFigure,
}

/// Detection of some mutants by some programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectionFigure {
    /// Mutants whose condition held in a cycle.
    pub reached: u64,
    /// Mutants that a program detected.
    pub detected: u64,
    /// detected / mutants, with its interval.
    #[serde(flatten)]
    pub fraction: Interval,
}

/// Figures of the mutants with one kind of condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KindFigures {
    /// The kind.
    pub kind: ConditionKind,
    /// Its figures.
    #[serde(flatten)]
    pub figures: DetectionFigures,
}

/// Figures of the mutants with one kind and level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LevelFigures {
    /// The kind.
    pub kind: ConditionKind,
    /// The level, see [`ConditionKind::levels`].
    pub log2: u32,
    /// Their figures.
    #[serde(flatten)]
    pub figures: DetectionFigures,
}

/// Result of the programs on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DetectionStatus {
    /// A program diverged.
    Detected,
    /// The condition held, but no program diverged.
    Undetected,
    /// The condition held in no cycle of any program.
    NotReached,
    /// The model did not settle, or stopped.
    Unstable,
}

/// A mutant that acts while a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionalMutant {
    /// Kind of the condition.
    pub kind: ConditionKind,
    /// Its level of rarity, see [`ConditionKind::levels`].
    pub log2: u32,
    /// The condition.
    pub condition: String,
    /// The fault.
    pub fault: CellPort,
    /// Result of the random programs.
    pub random: DetectionStatus,
    /// Result of the random and directed programs.
    pub all: DetectionStatus,
    /// The program that detected it.
    pub program: Option<String>,
    /// The first cycle of that program in which DUT and model differ.
    pub cycle: Option<u64>,
}

impl DetectionFigures {
    /// Counts mutants. Unstable ones do not count.
    pub fn of<'m>(mutants: impl Iterator<Item = &'m ConditionalMutant> + Clone) -> Self {
        let stable = mutants.filter(|mutant| mutant.all != DetectionStatus::Unstable);
        let total = stable.clone().count() as u64;
        let count = |status: fn(&ConditionalMutant) -> DetectionStatus| {
            let of = |wanted| stable.clone().filter(|mutant| status(mutant) == wanted).count() as u64;
            let detected = of(DetectionStatus::Detected);
            let reached = total - of(DetectionStatus::NotReached);
            DetectionFigure { reached, detected, fraction: Interval::of(detected, total) }
        };
        Self { mutants: total, random: count(|mutant| mutant.random), all: count(|mutant| mutant.all) }
    }
}

impl DetectionReport {
    /// Fills the figures from `each`.
    pub fn count(mut self) -> Self {
        let each = &self.each;
        self.unstable = each.iter().filter(|mutant| mutant.all == DetectionStatus::Unstable).count() as u64;
        self.total = DetectionFigures::of(each.iter());
        let of = |kind| DetectionFigures::of(each.iter().filter(move |mutant| mutant.kind == kind));
        self.by_kind = ConditionKind::ALL.into_iter().map(|kind| KindFigures { kind, figures: of(kind) }).collect();
        let of = |kind, log2| {
            let is_there = move |mutant: &&ConditionalMutant| mutant.kind == kind && mutant.log2 == log2;
            LevelFigures { kind, log2, figures: DetectionFigures::of(each.iter().filter(is_there)) }
        };
        let levels =
            ConditionKind::ALL.into_iter().flat_map(|kind| kind.levels().iter().map(move |&log2| (kind, log2)));
        self.by_rarity = levels.map(|(kind, log2)| of(kind, log2)).collect();
        self
    }
}
