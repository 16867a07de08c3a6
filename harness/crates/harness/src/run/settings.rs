//! The settings of a run.

use crate::board::Address;
use crate::regression::{NamePatterns, Shard};
use crate::rtl_selection::RtlSelection;
use std::path::PathBuf;
use std::time::Duration;

/// Whether the run is repeated with further seeds. The results are those of all seeds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// One seed.
    Never,
    /// All seeds up to this one.
    Through(u64),
    /// Further seeds until one fails. No seed begins after this time.
    For(Duration),
}

/// The settings of a run. The defaults are those of the command `run`.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// Ids of the PMUs; empty for all.
    pub pmus: Vec<String>,
    /// The RTL of the PMU. If it is not that of the project, `pmus` names exactly one PMU.
    pub rtl: RtlSelection,
    /// The board that is the DUT, in place of a model of the RTL.
    pub board: Option<Address>,
    /// Cycles of random programs for each PMU, rounded up to complete programs.
    pub cycles: u64,
    /// Seed of random programs and of initial values.
    pub seed: u64,
    /// Whether further seeds run.
    pub repeat: Repeat,
    /// The programs that run.
    pub only: NamePatterns,
    /// The shard of all programs that runs.
    pub shard: Shard,
    /// Number of threads.
    pub jobs: usize,
    /// Number of buckets of each PMU for which waves are written.
    pub waves: usize,
    /// Whether to measure line and toggle coverage of each PMU that passes.
    pub code_coverage: bool,
    /// Whether a figure below its threshold fails the run.
    pub enforce: bool,
    /// Whether to write a report for GitLab Code Quality.
    pub code_quality: bool,
    /// Folder of the results; none for a new one in `runs` below the build directory, to which `sim` then points.
    pub out: Option<PathBuf>,
}

impl Default for RunSettings {
    /// The settings of a full run of all PMUs.
    fn default() -> Self {
        Self {
            pmus: Vec::new(),
            rtl: RtlSelection::default(),
            board: None,
            cycles: 10_000_000,
            seed: 1,
            repeat: Repeat::Never,
            only: NamePatterns::default(),
            shard: Shard::ALL,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            waves: 3,
            code_coverage: false,
            enforce: false,
            code_quality: false,
            out: None,
        }
    }
}
