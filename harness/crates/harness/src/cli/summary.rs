//! `summary`: prints results as Markdown, for the summary of a CI job or a comment on a change.

use super::args::Summary;
use super::screen::print_verbatim;
use super::status::Status;
use crate::results::{read, Bucket, PmuResults, Results};
use crate::run::kept::newest_results;
use crate::Error;
use std::path::Path;

/// Number of divergences of a PMU in the summary; `report.html` has all.
const LISTED: usize = 10;

pub(super) fn summary(arguments: &Summary) -> Result<Status, Error> {
    print_verbatim(&text(&read_or_newest(arguments.results.as_deref())?));
    Ok(Status::Pass)
}

/// Reads results, by default those of the newest run.
pub(super) fn read_or_newest(file: Option<&Path>) -> Result<Results, Error> {
    Ok(match file {
        Some(file) => read(file)?,
        None => read(&newest_results(super::workspace()?.build_dir()))?,
    })
}

fn text(results: &Results) -> String {
    let mut lines = vec![format!("## pmu-cosim: {}\n", results.verdict)];
    lines.push(
        "| PMU | verdict | cycles | divergences | requirements | event rows | coverage | collisions |".to_owned(),
    );
    lines.push("|---|---|---|---|---|---|---|---|".to_owned());
    lines.extend(results.pmus.iter().map(row));
    for pmu in &results.pmus {
        if !pmu.buckets.is_empty() || !pmu.known_divergences.is_empty() {
            lines.push(format!("\n### {}\n", pmu.pmu));
        }
        lines.extend(
            pmu.known_divergences.iter().filter(|known| known.is_used()).map(|known| format!("- {}", known.line())),
        );
        lines.extend(pmu.obsolete().map(|known| format!("- {}", known.obsolete())));
        lines.extend(pmu.buckets.iter().take(LISTED).map(divergence));
        if pmu.buckets.len() > LISTED {
            lines.push(format!("- and {} more in the report", pmu.buckets.len() - LISTED));
        }
    }
    lines.push(format!(
        "\nRTL and golden model were compared by `{}`, with {}.",
        results.command, results.tool.verilator
    ));
    lines.join("\n")
}

fn row(pmu: &PmuResults) -> String {
    format!(
        "| `{}` | {} | {} | {} | {}/{} | {}/{} | {}/{} | {}/{} |",
        pmu.pmu,
        pmu.verdict,
        pmu.cycles,
        pmu.divergences,
        pmu.requirements.covered,
        pmu.requirements.total,
        pmu.events.counted,
        pmu.events.total,
        pmu.coverage.hit,
        pmu.coverage.total,
        pmu.collisions.covered,
        pmu.collisions.pairs,
    )
}

fn divergence(bucket: &Bucket) -> String {
    let program = bucket.programs.first().map_or("", String::as_str);
    let more = if bucket.count > 1 { format!(" and {} more programs", bucket.count - 1) } else { String::new() };
    let mut text = format!("- **{program}**{more}: {}", bucket.first);
    if let Some(place) = bucket.driver.location() {
        text.push_str(&format!(", driven at `{place}`"));
    }
    if let Some(instance) = &bucket.driver.instance {
        text.push_str(&format!(" in `{instance}`"));
    }
    if let Some(wired) = bucket.driver.wiring() {
        text.push_str(&format!(", wired at `{}`", wired.location()));
    }
    if let Some(command) = &bucket.command {
        text.push_str(&format!("\n\n      {command}\n"));
    }
    text
}
