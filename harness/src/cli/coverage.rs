//! `coverage`: what a run has covered, and what not.

use super::args::Coverage;
use super::build;
use super::status::{Failure, Status};
use crate::results::{missing, read, CoverageGroup, Figure, PmuResults};
use std::path::PathBuf;

pub(super) fn coverage(arguments: &Coverage) -> Result<Status, Failure> {
    let file = match &arguments.results {
        Some(file) => file.clone(),
        None => {
            let file = build::workspace()?.build_dir().join("sim/results.json");
            let current = std::env::current_dir().unwrap_or_default();
            file.strip_prefix(&current).map(PathBuf::from).unwrap_or(file)
        }
    };
    let results = read(&file)?;
    for pmu in &arguments.pmus {
        super::describe::find_pmu(pmu)?;
        if !results.pmus.iter().any(|known| known.pmu == *pmu) {
            return Err(Failure::Input(format!("{}: {pmu} is not in it; run it first", file.display())));
        }
    }
    let wanted = |pmu: &&PmuResults| arguments.pmus.is_empty() || arguments.pmus.contains(&pmu.pmu);
    for pmu in results.pmus.iter().filter(wanted) {
        match arguments.missing {
            true => print_missing(pmu),
            false => print_groups(pmu),
        }
    }
    Ok(Status::Pass)
}

/// Every missing requirement, event row and bin, a line for each.
fn print_missing(pmu: &PmuResults) {
    for figure in Figure::ALL {
        missing(pmu, figure).iter().for_each(|name| println!("{}: {figure}: {name}", pmu.pmu));
    }
}

/// A line for each figure and group, and why bins are impossible.
fn print_groups(pmu: &PmuResults) {
    for figure in &pmu.figures.each {
        println!("{}: {}: {}/{}", pmu.pmu, figure.figure, figure.covered, figure.total);
    }
    for group in &pmu.coverage.groups {
        println!("  {:<24} {:>5}/{:<5} {}", group.name, group.hit, group.total, group.doc);
        for (reason, bins) in reasons(group) {
            println!("  {:<24} {bins:>5} impossible: {reason}", "");
        }
    }
}

/// The reasons for impossible bins, each with their number.
fn reasons(group: &CoverageGroup) -> Vec<(String, usize)> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for impossible in group.bins.iter().filter_map(|bin| bin.impossible.as_ref()) {
        let reason = format!("{} ({})", impossible.reason, impossible.see);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, bins)) => *bins += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons
}
