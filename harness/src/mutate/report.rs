//! What a campaign found, as data and as a page.

use super::campaign::Killer;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// `build/mutate/<pmu>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutationReport {
    /// Id of the PMU.
    pub pmu: String,
    /// Clocks of random programs that each mutant could live through.
    pub cycles: u64,
    /// Seed of the random programs.
    pub seed: u64,
    /// Number of mutants.
    pub mutants: u64,
    /// Found.
    pub killed: u64,
    /// Proven to behave like the original. Source mutants are not proven, so 0.
    pub equivalent: u64,
    /// Not found.
    pub survived: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// Each mutant.
    pub each: Vec<MutantResult>,
}

/// One mutant and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutantResult {
    /// Its name.
    pub name: String,
    /// Kind of bug.
    pub class: String,
    /// The changed file below `rtl/`, and its line.
    pub place: String,
    /// Requirements that it violates.
    pub breaks: Vec<String>,
    /// What found it; none if nothing did.
    pub killed_by: Option<Killer>,
}

impl MutationReport {
    /// Counts the results.
    pub fn new(pmu: &str, cycles: u64, seed: u64, each: Vec<MutantResult>) -> Self {
        let killed = each.iter().filter(|result| result.killed_by.is_some()).count() as u64;
        let mutants = each.len() as u64;
        Self {
            pmu: pmu.to_owned(),
            cycles,
            seed,
            mutants,
            killed,
            equivalent: 0,
            survived: mutants - killed,
            score: killed as f64 / mutants.max(1) as f64,
            each,
        }
    }
}

/// The report as a page for `docs/`.
pub fn markdown(report: &MutationReport) -> String {
    let mut page = format!(
        "# Mutants of {pmu}\n\n\
         Each row is one change of one operator, constant or term in the RTL, made by `make mutate PMU={pmu}`: the whole regression\n\
         runs on it, with the directed programs and up to {cycles} clocks of random programs of seed {seed}. {killed} of {mutants}\n\
         are found, {survived} are not. The last columns say what found a mutant: the directed programs that diverged, and the\n\
         number of random clocks to the first divergence.\n\n\
         | mutant | kind of bug | place | breaks | directed programs | random clocks |\n|---|---|---|---|---|---|\n",
        pmu = report.pmu,
        cycles = report.cycles,
        seed = report.seed,
        killed = report.killed,
        mutants = report.mutants,
        survived = report.survived,
    );
    for result in &report.each {
        let (directed, random) = match &result.killed_by {
            None => ("**not found**".to_owned(), "-".to_owned()),
            Some(killer) => {
                let random = killer.random.as_ref().map_or("-".to_owned(), |_| killer.random_cycles.to_string());
                (directed(&killer.directed), random)
            }
        };
        let (name, class, place, breaks) = (&result.name, &result.class, &result.place, result.breaks.join(" "));
        let _ = writeln!(page, "| {name} | {class} | {place} | {breaks} | {directed} | {random} |");
    }
    page
}

fn directed(programs: &[String]) -> String {
    match programs {
        [] => "-".to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}
