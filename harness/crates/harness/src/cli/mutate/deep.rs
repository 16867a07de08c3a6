//! `mutate --deep`: runs mutants that act only while a condition holds, and reports detection by rarity of the condition.

use super::super::args::Mutate;
use super::super::screen::say;
use super::super::status::Status;
use super::{with_campaign, write, FOLDER};
use crate::mutation::{DetectionFigure, DetectionFigures, DetectionReport};
use crate::regression::Stop;
use crate::rtl::Workspace;
use crate::rtl_selection::RtlSelection;
use crate::Error;
use golden_model_core::Pmu;

pub(super) fn mutate(
    workspace: &Workspace,
    pmus: &[Pmu],
    selection: &RtlSelection,
    arguments: &Mutate,
    stop: &Stop,
) -> Result<Status, Error> {
    let out = workspace.build_dir().join(FOLDER).join("deep");
    for pmu in pmus {
        with_campaign(workspace, pmu, selection, (arguments, &out), |campaign| {
            let report = campaign.run_deep(stop)?;
            write(&out, &pmu.description.id, &report)?;
            print(&report);
            Ok(())
        })?;
    }
    Ok(Status::Pass)
}

/// Prints the figures by kind and rarity.
fn print(report: &DetectionReport) {
    let id = &report.pmu;
    say!(
        "{id}: {:<12} {:>9} {:>8}  {:<32} {:<32}",
        "condition",
        "rarity",
        "mutants",
        "random: reached detected",
        "all: reached detected"
    );
    for level in &report.by_rarity {
        let end = level.kind.end(level.log2);
        let rarity = if end == level.log2 { format!("2^{end}") } else { format!("2^{}..2^{end}", level.log2) };
        row(id, &level.kind.to_string(), &rarity, &level.figures);
    }
    for kind in &report.by_kind {
        row(id, &kind.kind.to_string(), "all", &kind.figures);
    }
    row(id, "all", "all", &report.total);
    let unstable = if report.unstable > 0 { format!(", {} without behaviour", report.unstable) } else { String::new() };
    say!("{id}: {} mutants of {} faults{unstable}; {} s", report.total.mutants, report.faults, report.seconds);
}

fn row(id: &str, kind: &str, rarity: &str, figures: &DetectionFigures) {
    let DetectionFigures { mutants, random, all } = figures;
    say!("{id}: {kind:<12} {rarity:>9} {mutants:>8}  {:<32} {:<32}", text(random), text(all));
}

/// Reached and detected mutants, and the detected fraction with its interval.
fn text(figure: &DetectionFigure) -> String {
    let DetectionFigure { reached, detected, fraction } = figure;
    format!("{reached:>4} {detected:>4}  {:.2} ({:.2} to {:.2})", fraction.fraction, fraction.low, fraction.high)
}
