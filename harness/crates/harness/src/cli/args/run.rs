//! Arguments of `run`.

use super::{number, ranges, RtlWithKnown};
use crate::board::Address;
use crate::regression::Shard;
use clap::Args;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "The same seed gives the same programs, regardless of the number of threads.\n\n\
                        Examples:\n  pmu-cosim run --pmu k8,knc --cycles 1M --seed 7\n  \
                        pmu-cosim run --pmu k8 --only halt/*\n  \
                        pmu-cosim run --failed\n  \
                        pmu-cosim run --pmu ivt_* --cycles 1M --time 8h\n  \
                        pmu-cosim run --shard 2/4 --out build/shard-2")]
pub(in crate::cli) struct Run {
    /// PMUs: ids, patterns such as ivt_*, or all, separated by commas; may be given several times [default: all]
    #[arg(long = "pmu", value_name = "ID")]
    pub pmus: Vec<String>,
    /// Cycles of random programs for each PMU, rounded up to complete programs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = number::count)]
    pub cycles: u64,
    /// Seed of the random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run all seeds from A to B; the results are those of all together
    #[arg(long, value_name = "A..B", value_parser = ranges::range, conflicts_with_all = ["seed", "shard"])]
    pub seeds: Option<RangeInclusive<u64>>,
    /// Run further seeds until one fails; begin none after this time, such as 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, conflicts_with_all = ["seeds", "shard"])]
    pub time: Option<Duration>,
    /// Run only programs whose name matches a pattern, such as halt/* or random-1-7; may be given several times
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["enforce", "code_coverage", "seeds", "time"])]
    pub only: Vec<String>,
    /// Run only the programs that failed in these results [default: those of the newest run, build/sim/results.json]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          conflicts_with_all = ["enforce", "code_coverage", "only", "shard", "seeds", "time", "seed", "cycles"])]
    pub failed: Option<Option<PathBuf>>,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Folder of the results [default: a new one in build/runs, to which build/sim then points]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Number of buckets of each PMU for which waves are written; the first builds a model with tracing
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub waves: usize,
    /// Write no waves
    #[arg(long, conflicts_with = "waves")]
    pub no_waves: bool,
    /// Measure line and toggle coverage of the RTL of each PMU that passes; builds an additional model, and reuses the
    /// last result if neither RTL nor programs have changed
    #[arg(long)]
    pub code_coverage: bool,
    /// Fail if a figure is below its threshold in thresholds.toml
    #[arg(long)]
    pub enforce: bool,
    /// Run only shard I of N; `merge` combines the results of all shards and compares them with the thresholds
    #[arg(long, value_name = "I/N", conflicts_with = "enforce")]
    pub shard: Option<Shard>,
    /// Board to use instead of a model: serial:PATH[@RATE] or tcp:HOST:PORT; docs/hardware-in-the-loop.md
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["jobs", "code_coverage"])]
    pub dut: Option<Address>,
    #[command(flatten)]
    pub rtl: RtlWithKnown,
}
