//! `coverage`: prints the coverage of a run.

use super::args::Coverage;
use super::screen::say;
use super::status::Status;
use crate::pmu_selection::selected_ids;
use crate::results::{missing, read, CoverageGroup, Figure, PmuResults};
use crate::run::kept::newest_results;
use crate::Error;
use pmu_support::display_path;
use std::path::PathBuf;

pub(super) fn coverage(arguments: &Coverage) -> Result<Status, Error> {
    let file = match &arguments.results {
        Some(file) => file.clone(),
        None => PathBuf::from(display_path(&newest_results(super::workspace()?.build_dir()))),
    };
    let results = read(&file)?;
    let selected = selected_ids(&arguments.pmus)?;
    for pmu in selected.iter().filter(|_| !arguments.pmus.is_empty()) {
        if !results.pmus.iter().any(|known| known.pmu == *pmu) {
            return Err(Error::Input(format!(
                "{}: no results of {pmu}; run `pmu-cosim run --pmu {pmu}` first",
                file.display()
            )));
        }
    }
    let wanted = |pmu: &&PmuResults| selected.contains(&pmu.pmu);
    for pmu in results.pmus.iter().filter(wanted) {
        match arguments.missing {
            true => print_missing(pmu),
            false => print_groups(pmu),
        }
    }
    Ok(Status::Pass)
}

/// Prints a line for each requirement, event row, bin and code coverage point that is not covered.
fn print_missing(pmu: &PmuResults) {
    for figure in Figure::ALL {
        missing(pmu, figure).iter().for_each(|name| say!("{}: {figure}: {name}", pmu.pmu));
    }
}

/// Prints a line for each figure and group, and the reasons for impossible bins.
fn print_groups(pmu: &PmuResults) {
    for figure in &pmu.figures.each {
        say!("{}: {}: {}/{}", pmu.pmu, figure.figure, figure.covered, figure.total);
    }
    for group in pmu.coverage.groups.iter().chain(&pmu.situations.groups) {
        say!("  {:<24} {:>5}/{:<5} {}", group.name, group.hit, group.total, group.doc);
        for (reason, bins) in reasons(group) {
            say!("  {:<24} {bins:>5} impossible: {reason}", "");
        }
    }
}

/// Returns the reasons for impossible bins, each with its number of bins.
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
