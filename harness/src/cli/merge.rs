//! `merge`: combines the results of several runs or shards.

use super::args::Merge;
use super::status::{Failure, Status};
use super::{build, run};
use crate::results::Thresholds;
use crate::results::{merge as merge_results, read, remove_old, write_all, Verdict};

pub(super) fn merge(arguments: &Merge) -> Result<Status, Failure> {
    let thresholds = Thresholds::read(build::workspace()?.root())?;
    let runs = arguments.runs.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<_> = arguments.runs.iter().map(|file| file.display().to_string()).collect();
    let mut merged =
        merge_results(&runs).map_err(|what| Failure::Input(format!("cannot merge {}: {what}", names.join(" and "))))?;
    for pmu in &mut merged.pmus {
        pmu.set_figures(&thresholds, arguments.enforce && pmu.shard_set.is_none());
    }
    merged.verdict = merged.judge();
    // With a shard missing the run is incomplete and fails, even if all shards that are present pass.
    for pmu in merged.pmus.iter_mut().filter(|pmu| pmu.shard_set.is_some()) {
        (pmu.verdict, merged.verdict) = (Verdict::Fail, Verdict::Fail);
    }
    remove_old(&arguments.out)?;
    write_all(&merged, &arguments.out)?;
    run::report(&merged, &arguments.out);
    Ok(run::status(&merged))
}
