//! The programs that failed in the results of a run.

use crate::regression::NamePatterns;
use crate::results::{read, Results};
use crate::run::RunSettings;
use crate::Error;
use std::collections::BTreeSet;
use std::path::Path;

/// Selects the PMUs, programs and seed of the failures in `file`.
///
/// # Errors
/// If the file cannot be read, or no program failed.
pub(super) fn select(file: &Path, settings: RunSettings) -> Result<RunSettings, Error> {
    let results = read(file)?;
    let names = names(&results);
    if names.is_empty() {
        return Err(Error::Input(format!("{}: no program failed, so there is nothing to run", file.display())));
    }
    // Random programs of several seeds have different stimulus: the run has the first seed.
    let seeds: BTreeSet<u64> = names.iter().filter_map(|name| seed(name)).collect();
    let seed = seeds.first().copied().unwrap_or(settings.seed);
    for other in seeds.iter().skip(1) {
        super::notice(&format!(
            "programs of seed {other} also failed; --only 'random-{other}-*' --seed {other} runs them"
        ));
    }
    let with_failures = results.pmus.iter().filter(|pmu| pmu.divergences > 0);
    let pmus = match settings.pmus.is_empty() {
        true => with_failures.map(|pmu| pmu.pmu.clone()).collect(),
        false => settings.pmus,
    };
    // The failing programs are within the cycles that ran.
    let cycles = results.pmus.iter().map(|pmu| pmu.cycles).max().unwrap_or(settings.cycles);
    let only = NamePatterns::exact(names.iter().map(String::as_str));
    let only = only.map_err(|error| Error::Environment(error.to_string()))?;
    Ok(RunSettings { pmus, seed, cycles, only, ..settings })
}

fn names(results: &Results) -> BTreeSet<String> {
    let buckets = results.pmus.iter().flat_map(|pmu| &pmu.buckets);
    buckets.flat_map(|bucket| bucket.programs.iter().cloned()).collect()
}

/// The seed of a random program.
fn seed(name: &str) -> Option<u64> {
    name.strip_prefix("random-")?.split('-').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::seed;

    #[test]
    fn random_programs_have_a_seed() {
        assert_eq!(["random-7-120", "halt/freeze", "random-x-1"].map(seed), [Some(7), None, None]);
    }
}
